// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/profiler_cost.h"

#include "tests/core/analysis/hand_made_trace.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline::test {
namespace {

constexpr std::int64_t us = 1000;

/// A thread that launches, beside one that does not.
struct Recorded {
  HandMadeTrace made;
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  ProcessId host = made.process("5");
  TrackId thread = made.track(host, "5", TrackKind::Thread);
  TrackId loader = made.track(host, "6", TrackKind::Thread);
  std::uint32_t correlation = 0;

  void launch(TrackId from, std::int64_t start) {
    ++correlation;
    made.span(from, SpanKind::Op, "aten::add", start * us, 9 * us);
    made.span(from, SpanKind::Runtime, "cudaLaunchKernel", (start + 1) * us, 5 * us).correlation = correlation;
    made.span(stream, SpanKind::Kernel, "add", (start + 20) * us, us).correlation = correlation;
  }
};

TEST(ProfilerCosts, CountsWhatBeganOnThreadsThatLaunch) {
  Recorded recorded;
  for (std::int64_t i = 0; i < 10; ++i) {
    recorded.launch(recorded.thread, 100 * i);
    recorded.made.span(recorded.loader, SpanKind::Op, "aten::stack", 100 * i * us, 50 * us);
  }
  recorded.made.span(recorded.thread, SpanKind::PythonFunction, "train.py(3): step", 205 * us, us);
  const auto trace = recorded.made.build();
  const ProfilerCost cost = ProfilerCosts(*trace).within({{200 * us}, {500 * us}});
  EXPECT_EQ(cost.operators, 3U);
  EXPECT_EQ(cost.calls, 3U);
  EXPECT_EQ(cost.pythonFunctions, 1U);
  EXPECT_EQ(cost.least, (Duration{6 * 1000 + 200}));
  EXPECT_EQ(cost.most, (Duration{6 * 4000 + 1000}));
  EXPECT_EQ(cost.of(Duration{10 * us}), (Duration{10 * us}));
  EXPECT_EQ(cost.of(Duration{1000 * us}), cost.most);
}

TEST(ProfilerCosts, AddsThreadsOfAProcessAndTakesTheLargestProcess) {
  Recorded recorded;
  const TrackId other = recorded.made.track(recorded.made.process("9"), "9", TrackKind::Thread);
  const TrackId backward = recorded.made.track(recorded.host, "7", TrackKind::Thread);
  recorded.launch(recorded.thread, 0);
  recorded.launch(backward, 100);
  recorded.launch(other, 50);
  const auto trace = recorded.made.build();
  const ProfilerCost cost = ProfilerCosts(*trace).within(TimeRange::always());
  EXPECT_EQ(cost.operators, 2U);
  EXPECT_EQ(cost.calls, 2U);
}

TEST(ProfilerCosts, CostNothingWhereNothingWasRecordedOfTheHost) {
  HandMadeTrace made;
  made.span(made.track(made.process("0", 0), "7", TrackKind::Stream), SpanKind::Kernel, "add", 0, us);
  const auto trace = made.build();
  EXPECT_EQ(ProfilerCosts(*trace).within(TimeRange::always()).most, Duration{});
}

}  // namespace
}  // namespace kernline::test
