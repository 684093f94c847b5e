// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_remedy.h"

#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace kernline::test {
namespace {

/// Steps of one product that takes twice its roofline, launched every `period` µs.
AdviceProgram productEvery(double period) {
  AdviceProgram program;
  for (int step = 0; step < 6; ++step) {
    const double at = 100 + step * period;
    const double start = period < 400 ? 110 + step * 400.0 : at + 10;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, period - 1);
    program.op("aten::mm", at + 2, 30, squares, twoHalves);
    program.work("gemm", at + 5, start, 399);
  }
  return program;
}

Advice adviceOfSteps(const std::shared_ptr<const Trace>& trace) {
  return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
}

TEST(AdviceRemedy, savesOnADeviceThatIsTheLimitWhatTheBoundSays) {
  AdviceProgram program = productEvery(100);
  const Advice advice = adviceOfSteps(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Roofline);
  EXPECT_GT(row.bound.ns, 0);
  EXPECT_NEAR(static_cast<double>(row.likely.ns), static_cast<double>(row.bound.ns),
              static_cast<double>(row.bound.ns) / 20);
}

TEST(AdviceRemedy, savesNothingWhereTheHostIsTheLimit) {
  AdviceProgram program = productEvery(1000);
  const Advice advice = adviceOfSteps(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Roofline);
  EXPECT_GT(row.bound.ns, 0);
  EXPECT_LT(row.likely.ns * 20, row.bound.ns);
  EXPECT_THAT(evidenceOf(row), mentions("saves-nothing-without-profiler"));
  EXPECT_EQ(advice.rows.front().kind, AdviceKind::HostBound) << "rows are in the order of what they save";
}

TEST(AdviceRemedy, ofSeveralRowsTogetherSavesMore) {
  AdviceProgram program = productEvery(1000);
  const auto trace = program.trace();
  const Advice advice = adviceOfSteps(trace);
  TraceAnalysis analysis(trace);
  const auto run = analysis.replayedRun();
  ASSERT_TRUE(run);
  const RemedyReplay replay(*run);
  const AdviceRemedy& ofKernels = rowOf(advice, AdviceKind::Roofline).remedy;
  const AdviceRemedy& ofHost = rowOf(advice, AdviceKind::HostBound).remedy;
  const std::array<const AdviceRemedy*, 1> host{&ofHost};
  const std::array<const AdviceRemedy*, 2> both{&ofHost, &ofKernels};
  EXPECT_GT(replay.savedShare(both, {}), replay.savedShare(host, {}) + 0.01);
  EXPECT_EQ(replay.savedShare({}, {}), 0);
}

TEST(AdviceRemedy, doesMergedWorkWhereTheOtherIs) {
  AdviceProgram program = productEvery(1000);
  const auto trace = program.trace();
  TraceAnalysis analysis(trace);
  const auto run = analysis.replayedRun();
  ASSERT_TRUE(run);
  std::vector<SpanId> products;
  for (const ReplayActivity& activity : run->graph().activities()) {
    products.push_back(activity.span);
  }
  ASSERT_EQ(products.size(), 6U);
  RunChanges changes(run->graph());
  RemedyReplay(*run).follow({.merged = {{.activity = products[1], .into = products[2]}}}, changes);
  EXPECT_EQ(changes.time(1), Duration{});
  EXPECT_EQ(changes.time(2), Duration{798'000});
}

}  // namespace
}  // namespace kernline::test
