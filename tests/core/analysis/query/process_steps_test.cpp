// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/process_steps.h"

#include "tests/core/analysis/query/small_trace.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline {
namespace {

using test::SmallTrace;

/// Two processes with steps of the same names, the second's a little later.
std::shared_ptr<const Trace> twoProcesses() {
  SmallTrace small;
  const TrackId one = small.thread(small.process("python", "100"), "1");
  const TrackId other = small.thread(small.process("python", "200"), "1");
  for (std::int64_t i = 0; i < 3; ++i) {
    small.span(one, i * 1000, 900, "ProfilerStep#" + std::to_string(i), SpanKind::Annotation);
    small.span(other, i * 1000 + 50, 900, "ProfilerStep#" + std::to_string(i), SpanKind::Annotation);
  }
  return small.build();
}

TEST(StepsByProcess, keepTheStepsOfEachProcessTogether) {
  const auto trace = twoProcesses();
  const auto processes = stepsByProcess(*trace);
  ASSERT_EQ(processes.size(), 2U);
  EXPECT_EQ(processes[0].title, "python (100)");
  EXPECT_EQ(processes[1].title, "python (200)");
  for (const ProcessSteps& process : processes) {
    ASSERT_EQ(process.steps.size(), 3U);
    for (const std::uint32_t i : process.steps) {
      EXPECT_EQ(trace->steps()[i].process, process.process);
    }
  }
}

TEST(StepsByProcess, findTheStepOfOneProcessAtATime) {
  const auto trace = twoProcesses();
  const auto processes = stepsByProcess(*trace);
  EXPECT_EQ(stepAt(trace->steps(), processes[0], {1020})->range.begin.ns, 1000);
  EXPECT_EQ(stepAt(trace->steps(), processes[1], {1020}), nullptr) << "its step begins at 1050";
  EXPECT_EQ(stepAt(trace->steps(), processes[1], {1060})->range.begin.ns, 1050);
}

TEST(StepsByProcess, areNoneWhereThereAreNoSteps) {
  SmallTrace small;
  small.span(small.thread(small.process("python"), "1"), 0, 10, "a");
  EXPECT_TRUE(stepsByProcess(*small.build()).empty());
}

}  // namespace
}  // namespace kernline
