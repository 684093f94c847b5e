// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/process_steps.h"

#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline {
namespace {

/// Two processes with steps of the same names, the second's a little later.
std::shared_ptr<const Trace> twoProcesses() {
  return test::sketch(R"(ns
    cpu 100/1: ProfilerStep#0 0+900
    cpu 100/1: ProfilerStep#1 1000+900
    cpu 100/1: ProfilerStep#2 2000+900
    cpu 200/1: ProfilerStep#0 50+900
    cpu 200/1: ProfilerStep#1 1050+900
    cpu 200/1: ProfilerStep#2 2050+900)");
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
  EXPECT_TRUE(stepsByProcess(*test::sketch("cpu 1: a 0+10")).empty());
}

}  // namespace
}  // namespace kernline
