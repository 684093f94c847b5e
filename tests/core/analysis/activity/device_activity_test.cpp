// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_activity.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(DeviceActivity, isTheUnionOverStreams) {
  const auto trace = sketch(R"(ns
    gpu 0/7: gemm 100+100
    gpu 0/20: add 150+100
    gpu 0/20: Memcpy HtoD 240+40
    gpu 0/7: Memset 400+10)");
  const auto activities = deviceActivity(*trace);
  ASSERT_EQ(activities.size(), 1U);
  const DeviceActivity& a = activities[0];
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.window, (TimeRange{{100}, {410}}));
  EXPECT_EQ(a.times.kernel.ns, 150);
  EXPECT_EQ(a.times.memcpy.ns, 40);
  EXPECT_EQ(a.times.memset.ns, 10);
  EXPECT_EQ(a.times.busy.ns, 180 + 10);
  EXPECT_EQ(a.idle().ns, 310 - 190);
  EXPECT_EQ(a.kernels, 2U);
  EXPECT_EQ(a.memcpys, 1U);
  EXPECT_EQ(a.memsets, 1U);
}

TEST(DeviceActivity, exposesCommunicationThatNothingCovers) {
  const auto trace = sketch(R"(ns
    gpu 0/20: ncclDevKernel_AllReduce_Sum_f32_RING_LL 100+100
    gpu 0/7: gemm 120+30
    gpu 0/7: Memcpy DtoD 160+30  # a copy hides no communication
  )");
  const DeviceActivity activity = deviceActivity(*trace)[0];
  const DeviceTimes& times = activity.times;
  EXPECT_EQ(times.communication.ns, 100);
  EXPECT_EQ(times.exposedCommunication.ns, 70);
  EXPECT_EQ(times.kernel.ns, 100);
  EXPECT_EQ(activity.longestExposed, (TimeRange{Time{150}, Time{200}}));
  EXPECT_EQ(activity.longestOverlapped, (TimeRange{Time{120}, Time{150}}));
}

TEST(DeviceActivity, countsNoSynchronizationAndNoAnnotation) {
  const auto trace = sketch(R"(ns
    gpu 0/7: ProfilerStep#1 0+10000 [device_annotation]
    gpu 0/7: Stream Sync 0+10000 [device_sync]
    gpu 0/7: k 500+10)");
  const auto activities = deviceActivity(*trace);
  EXPECT_EQ(activities[0].window, (TimeRange{{500}, {510}}));
  EXPECT_EQ(activities[0].times.busy.ns, 10);
}

TEST(DeviceActivity, keepsRanksAndDevicesApart) {
  HandMadeTrace made;
  for (const auto& [pid, device, rank] : {std::tuple{"0", 0, 0}, std::tuple{"1", 1, 0}, std::tuple{"10", 0, 1}}) {
    made.span(made.track(made.process(pid, device, rank), "7", TrackKind::Stream), SpanKind::Kernel, "k", 0,
              10 + device + 5 * rank);
  }
  const auto trace = made.build();
  const auto activities = deviceActivity(*trace);
  ASSERT_EQ(activities.size(), 3U);
  for (const DeviceActivity& a : activities) {
    EXPECT_EQ(a.times.busy.ns, 10 + a.device + 5 * a.rank);
  }
}

TEST(DeviceActivity, listsNoDeviceWithoutWork) {
  const auto trace = sketch(R"(
    gpu 0/7: Stream Sync 0+10 [device_sync]
    cpu 1: aten::mm 0+10)");
  EXPECT_TRUE(deviceActivity(*trace).empty());
}

TEST(DeviceActivity, countsWorkOfADeviceThatHasNoNumber) {
  HandMadeTrace made;
  made.span(made.track(made.process("gpu"), "stream", TrackKind::Thread), SpanKind::Kernel, "k", 0, 10);
  const auto activities = deviceActivity(*made.build());
  ASSERT_EQ(activities.size(), 1U);
  EXPECT_EQ(activities[0].device, -1);
  EXPECT_EQ(activities[0].times.busy.ns, 10);
}

TEST(DeviceActivity, leavesOutWorkAtTimeZeroBesideEpochTimes) {
  constexpr std::int64_t epoch = 1'700'000'000'000'000'000;
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  made.span(stream, SpanKind::Kernel, "stray", 0, 10);
  made.span(stream, SpanKind::Kernel, "k", epoch, 10);
  made.span(stream, SpanKind::Kernel, "k", epoch + 100, 10).flags = SpanFlags::Repaired;
  const auto activities = deviceActivity(*made.build());
  ASSERT_EQ(activities.size(), 1U);
  EXPECT_EQ(activities[0].window.length().ns, 110);
  EXPECT_EQ(activities[0].times.busy.ns, 20);
  EXPECT_EQ(activities[0].excluded, 1U);
  EXPECT_EQ(activities[0].repaired, 1U);
}

TEST(DeviceActivity, looksIntoARangeOnly) {
  const auto trace = sketch(R"(ns
    gpu 0/7: a 0+100
    gpu 0/7: b 200+100
    gpu 0/7: c 400+100)");
  const auto activities = deviceActivity(*trace, TimeRange{{50}, {250}});
  ASSERT_EQ(activities.size(), 1U);
  EXPECT_EQ(activities[0].window, (TimeRange{{50}, {250}}));
  EXPECT_EQ(activities[0].times.busy.ns, 100);
  EXPECT_TRUE(deviceActivity(*trace, TimeRange{{120}, {180}}).empty());
}

}  // namespace
}  // namespace kernline::test
