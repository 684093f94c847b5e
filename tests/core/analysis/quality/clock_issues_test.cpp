// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of host and device that move against each other.
#include "core/analysis/quality/data_quality.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

constexpr std::int64_t micro = 1000;

/// 200 launches, 100 µs apart; the device's clock loses `loss` ns on each against the host's.
std::shared_ptr<const Trace> drifting(std::int64_t loss, std::int64_t firstLatency) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  for (std::uint32_t i = 0; i < 200; ++i) {
    const std::int64_t call = std::int64_t{i} * 100 * micro;
    const std::int64_t jitter = std::int64_t{i * 7919 % 13} * 100;
    made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", call, 5 * micro).correlation = i + 1;
    made.span(stream, SpanKind::Kernel, "k", call + firstLatency + jitter - loss * i, 20 * micro).correlation = i + 1;
  }
  return made.build();
}

TEST(DataQuality, tellsClocksThatDriftApart) {
  const auto trace = drifting(100, 10 * micro);
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("clock_drift");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, trace->report()[IssueKind::NegativeLaunchLatency].count);
}

TEST(DataQuality, callsNoDriftWhatStaysPositiveOrDoesNotFall) {
  EXPECT_EQ(DataQuality::of(*drifting(20, 10 * micro)).find("clock_drift"), nullptr) << "falls, but not below zero";
  EXPECT_EQ(DataQuality::of(*drifting(0, -2 * micro)).find("clock_drift"), nullptr) << "below zero all the time";
  EXPECT_EQ(DataQuality::of(*drifting(-100, -10 * micro)).find("clock_drift"), nullptr) << "rises";
}

/// Launches 100 µs apart of kernels that run 20 µs; `shift` moves the device's clock at the i-th.
std::shared_ptr<const Trace> shifted(std::uint32_t launches, const std::function<std::int64_t(std::uint32_t)>& shift) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  for (std::uint32_t i = 0; i < launches; ++i) {
    const std::int64_t call = std::int64_t{i} * 100 * micro;
    const std::int64_t jitter = std::int64_t{i * 7919 % 13} * 300;
    made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", call, 5 * micro).correlation = i + 1;
    made.span(stream, SpanKind::Kernel, "k" + std::to_string(i), call + 6 * micro + jitter + shift(i), 20 * micro)
        .correlation = i + 1;
  }
  return made.build();
}

/// Returns the issue about moving clocks; empty if none.
std::string clockIssue(const Trace& trace) {
  const DataQuality quality = DataQuality::of(trace);
  for (const char* key : {"launch_latency_drift", "clock_jump"}) {
    if (const DataIssue* issue = quality.find(key)) {
      return std::string(key) + " " + issue->example.english();
    }
  }
  return {};
}

TEST(DataQuality, tellsALaunchLatencyThatDriftsWhereItStaysPositive) {
  for (const std::int64_t perLaunch : {40, -40}) {
    const auto trace = shifted(1000, [&](std::uint32_t i) { return 50 * micro + perLaunch * i; });
    const DataQuality quality = DataQuality::of(*trace);
    const DataIssue* issue = quality.find("launch_latency_drift");
    ASSERT_NE(issue, nullptr) << perLaunch;
    EXPECT_EQ(issue->spans.size(), 32U) << "the quickest launch of each part";
    EXPECT_TRUE(issue->example.english().starts_with(perLaunch > 0 ? "rises by 3" : "falls by 3"))
        << issue->example.english();
    EXPECT_TRUE(quality.affects(Figure::LaunchLatency));
  }
}

TEST(DataQuality, tellsADriftAmongMoreLaunchesThanItLooksAt) {
  const auto trace = shifted(200'000, [](std::uint32_t i) { return 20 * micro + std::int64_t{i} / 4; });
  const DataQuality quality = DataQuality::of(*trace);
  ASSERT_NE(quality.find("launch_latency_drift"), nullptr);
  EXPECT_TRUE(quality.find("launch_latency_drift")->example.english().starts_with("rises by 4"))
      << quality.find("launch_latency_drift")->example.english();
}

TEST(DataQuality, tellsWhereAClockJumps) {
  for (const std::int64_t jump : {60 * micro, 2000 * micro, -40 * micro}) {
    const auto trace = shifted(1000, [&](std::uint32_t i) { return 100 * micro + (i < 400 ? 0 : jump); });
    const DataQuality quality = DataQuality::of(*trace);
    const DataIssue* issue = quality.find("clock_jump");
    ASSERT_NE(issue, nullptr) << jump;
    ASSERT_EQ(issue->spans.size(), 2U);
    const std::vector<std::string_view> names{trace->nameText(issue->spans[0]), trace->nameText(issue->spans[1])};
    EXPECT_THAT(names, testing::UnorderedElementsAre("k399", "k400")) << jump;
  }
}

TEST(DataQuality, callsNeitherNoiseNorAFillingQueueAMoveOfClocks) {
  EXPECT_EQ(clockIssue(*shifted(1000, [](std::uint32_t) { return 0; })), "");
  EXPECT_EQ(clockIssue(*shifted(1000, [](std::uint32_t i) { return std::int64_t{i % 320 / 10} * micro; })), "")
      << "rises and falls back again and again";
  EXPECT_EQ(clockIssue(*shifted(1000, [](std::uint32_t i) { return std::int64_t{i} * 5; })), "") << "by 5 µs in all";
  EXPECT_EQ(clockIssue(*shifted(1000, [](std::uint32_t i) { return std::int64_t{i} * 10 * micro; })), "")
      << "a tenth of the time: the device is slower than the host";
  EXPECT_EQ(clockIssue(*shifted(40, [](std::uint32_t i) { return std::int64_t{i} * micro; })), "") << "too few to tell";
}

TEST(DataQuality, findsNoMovingClocksInGoodTraces) {
  std::size_t told = 0;
  for (const std::string folder : {"h200", "traces"}) {
    for (const std::string& file : sharedFilesBelow(folder, {".json", ".json.gz"})) {
      if (const auto trace = load(shared(file))) {
        EXPECT_EQ(clockIssue(**trace), "") << file;
        ++told;
      }
    }
  }
  EXPECT_GT(told, 50U);
}

}  // namespace
}  // namespace kernline::test
