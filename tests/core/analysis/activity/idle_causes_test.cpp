// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/idle_causes.h"

#include "core/analysis/activity/device_activity.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace kernline::test {
namespace {

constexpr std::int64_t us = 1000;

/// One device with a stream, one host thread; times in microseconds.
struct OneDevice {
  HandMadeTrace made;
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  ProcessId host = made.process("5");
  TrackId thread = made.track(host, "5", TrackKind::Thread);
  std::uint32_t correlation = 0;

  void launch(std::string_view call, std::int64_t callStart, std::int64_t callLength, std::string_view work,
              std::int64_t start, std::int64_t length, SpanKind kind = SpanKind::Kernel) {
    ++correlation;
    made.span(thread, SpanKind::Runtime, call, callStart * us, callLength * us).correlation = correlation;
    made.span(stream, kind, work, start * us, length * us).correlation = correlation;
  }
  void call(SpanKind kind, std::string_view name, std::int64_t start, std::int64_t length) {
    made.span(thread, kind, name, start * us, length * us);
  }
};

std::string described(const Trace& trace, const DeviceIdle& idle) {
  std::string text;
  for (const IdleInterval& interval : idle.intervals) {
    text += std::string(toText(interval.cause)) + " " + std::to_string(interval.range.begin.ns / us) + "-" +
            std::to_string(interval.range.end.ns / us) + " " +
            (interval.blamed == SpanId::none ? "nothing" : std::string(trace.nameText(interval.blamed))) +
            (interval.followsSync ? " after sync" : "") + "\n";
  }
  return text;
}

std::string causesOf(OneDevice& device, const IdleOptions& options = {}) {
  const auto trace = device.made.build();
  const auto idle = idleCauses(*trace, options);
  return idle.empty() ? "" : described(*trace, idle[0]);
}

TEST(IdleCauses, blamesTheHostThatLaunchedLate) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-150 cudaLaunchKernel\nlaunch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, tellsTheGapBeforeQueuedWorkFromLaunchLatency) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 20, 5, "b", 130, 10);
  device.launch("cudaLaunchKernel", 138, 5, "c", 146, 10);  // the call lasts longer than what ran before
  EXPECT_EQ(causesOf(device), "inter_kernel_gap 100-130 b\nlaunch_latency 140-146 cudaLaunchKernel\n");
}

TEST(IdleCauses, namesGapsWithinAGraph) {
  OneDevice device;
  device.launch("cudaGraphLaunch", 0, 25, "a", 10, 10);
  for (const std::int64_t start : {30, 90}) {
    device.made.span(device.stream, SpanKind::Kernel, "b", start * us, 10 * us).correlation = device.correlation;
  }
  device.launch("cudaGraphLaunch", 40, 5, "c", 102, 10);
  EXPECT_EQ(causesOf(device),
            "graph_gap 20-30 cudaGraphLaunch\ngraph_gap 40-90 cudaGraphLaunch\ninter_kernel_gap 100-102 c\n");
}

TEST(IdleCauses, seesNoGraphWhereAnotherCallLaunchedTwice) {
  OneDevice device;
  device.launch("cudaMemcpy3D", 0, 5, "a", 10, 10, SpanKind::Memcpy);
  device.made.span(device.stream, SpanKind::Memcpy, "b", 30 * us, 10 * us).correlation = device.correlation;
  EXPECT_EQ(causesOf(device), "inter_kernel_gap 20-30 b\n");
}

TEST(IdleCauses, saysNothingOfLaunchedWorkThatStartsLate) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 20, 5, "b", 131, 10);
  EXPECT_EQ(causesOf(device), "unknown 100-131 b\n");
}

TEST(IdleCauses, takesTheLimitOfLaunchLatencyFromItsCaller) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 20, 5, "b", 131, 10);
  EXPECT_EQ(causesOf(device, {.range = {}, .maxLaunchLatency = {31 * us}}), "inter_kernel_gap 100-131 b\n");
}

TEST(IdleCauses, givesTheTimeInASynchronizationToIt) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Runtime, "cudaStreamSynchronize", 50, 60);
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  EXPECT_EQ(causesOf(device),
            "synchronization 100-110 cudaStreamSynchronize\nhost_bound 110-150 cudaLaunchKernel after sync\n"
            "launch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, doesNotSayAfterSyncWhenTheDeviceHadRunDryBefore) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Runtime, "cudaDeviceSynchronize", 120, 5);
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  EXPECT_EQ(causesOf(device),
            "host_bound 100-120 cudaLaunchKernel\nsynchronization 120-125 cudaDeviceSynchronize\n"
            "host_bound 125-150 cudaLaunchKernel\nlaunch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, seesTheThreadThatLaunchedBeforeWaiting) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Runtime, "cudaStreamSynchronize", 50, 60);
  device.thread = device.made.track(device.host, "6", TrackKind::Thread);  // the thread of the backward pass
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  EXPECT_EQ(causesOf(device),
            "synchronization 100-110 cudaStreamSynchronize\nhost_bound 110-150 cudaLaunchKernel after sync\n"
            "launch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, tellsAHostThatCopiesFromOneThatIsLate) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Runtime, "cudaMemcpy2D", 110, 20);
  device.launch("cudaMemcpyAsync", 140, 60, "Memcpy HtoD (Pageable -> Device)", 195, 5, SpanKind::Memcpy);
  EXPECT_EQ(causesOf(device),
            "host_bound 100-110 cudaMemcpyAsync\ncopy 110-130 cudaMemcpy2D\nhost_bound 130-140 cudaMemcpyAsync\n"
            "copy 140-195 Memcpy HtoD (Pageable -> Device)\n");
}

TEST(IdleCauses, blamesCommunicationOfTheHostAndOfTheDevice) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Op, "gloo:all_reduce", 90, 40);
  device.call(SpanKind::Runtime, "cudaStreamSynchronize", 95, 10);  // inside
  device.launch("cudaLaunchKernel", 130, 1, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 200, 10);
  EXPECT_EQ(causesOf(device),
            "communication 100-130 gloo:all_reduce\ncommunication 130-200 ncclDevKernel_AllReduce_Sum_f32_RING_LL\n");
}

TEST(IdleCauses, countsALaunchCallThatTakesLongAgainstTheHost) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 100, 400, "b", 505, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-500 cudaLaunchKernel\nlaunch_latency 500-505 cudaLaunchKernel\n");
}

TEST(IdleCauses, takesTheWaitsThatTheStreamRecordsForSynchronization) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.launch("cudaLaunchKernel", 20, 5, "b", 200, 10);
  device.made.span(device.stream, SpanKind::DeviceSync, "Stream Wait Event", 120 * us, 70 * us);
  EXPECT_EQ(causesOf(device), "unknown 100-120 b\nsynchronization 120-190 Stream Wait Event\nunknown 190-200 b\n");
}

TEST(IdleCauses, knowsNothingWithoutALaunchOrWhenClocksDisagree) {
  OneDevice device;
  device.made.span(device.stream, SpanKind::Kernel, "a", 0, 10 * us);
  device.made.span(device.stream, SpanKind::Kernel, "b", 20 * us, 10 * us);
  device.launch("cudaLaunchKernel", 50, 5, "c", 40, 10);
  EXPECT_EQ(causesOf(device), "unknown 10-20 b\nunknown 30-40 c\n");
}

TEST(IdleCauses, isNotIdleWhileAnotherStreamWorks) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  const TrackId other = device.made.track(device.made.process("0", 0), "20", TrackKind::Stream);
  device.made.span(other, SpanKind::Memset, "Memset", 95 * us, 65 * us);
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  EXPECT_EQ(causesOf(device), "");
}

TEST(IdleCauses, fillARangeFromEdgeToEdge) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 5, 5, "a", 20, 80);
  device.launch("cudaLaunchKernel", 150, 5, "b", 160, 10);
  const auto trace = device.made.build();
  const auto whole = idleCauses(*trace, {.range = TimeRange{{0}, {200 * us}}});
  EXPECT_EQ(
      described(*trace, whole[0]),
      "host_bound 0-5 cudaLaunchKernel\nlaunch_latency 5-20 cudaLaunchKernel\n"
      "host_bound 100-150 cudaLaunchKernel\nlaunch_latency 150-160 cudaLaunchKernel\nhost_bound 170-200 nothing\n");
  EXPECT_EQ(whole[0].idle.ns, 110 * us);
  const auto part = idleCauses(*trace, {.range = TimeRange{{120 * us}, {155 * us}}});
  EXPECT_EQ(described(*trace, part[0]),
            "host_bound 120-150 cudaLaunchKernel\nlaunch_latency 150-155 cudaLaunchKernel\n");
  EXPECT_EQ(part[0].idle.ns, 35 * us);
}

TEST(IdleCauses, findsTheLongestIntervalOfACause) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 10);
  device.launch("cudaLaunchKernel", 30, 5, "b", 35, 10);
  device.launch("cudaLaunchKernel", 90, 5, "c", 95, 10);
  const auto trace = device.made.build();
  const auto idle = idleCauses(*trace);
  ASSERT_NE(idle[0].longest(IdleCause::HostBound), nullptr);
  EXPECT_EQ(idle[0].longest(IdleCause::HostBound)->range, (TimeRange{{45 * us}, {90 * us}}));
  EXPECT_EQ(idle[0].longest(IdleCause::Memcpy), nullptr);
}

TEST(IdleCauses, nameWhatTheHostDidBeforeItLaunched) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::PythonFunction, "train", 0, 1000);
  device.call(SpanKind::PythonFunction, "time.sleep", 120, 400);
  device.launch("cudaLaunchKernel", 600, 5, "b", 610, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-600 time.sleep\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameRuntimeCallsThatFillHalfTogether) {
  OneDevice device;
  device.call(SpanKind::Annotation, "empty cache", 90, 520);
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  for (std::int64_t i = 0; i < 5; ++i) {
    device.call(SpanKind::Runtime, "cudaFree", 100 + i * 100, i == 2 ? 90 : 80);
  }
  device.launch("cudaLaunchKernel", 612, 5, "b", 618, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-612 cudaFree\nlaunch_latency 612-618 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameCallsThatFillHalfTogetherWhereNothingIsAroundThem) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  for (std::int64_t i = 0; i < 5; ++i) {
    device.call(SpanKind::Op, i == 1 ? "aten::view" : "aten::empty", 100 + i * 100, 90);
  }
  device.launch("cudaLaunchKernel", 612, 5, "b", 618, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-612 aten::empty\nlaunch_latency 612-618 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameTheLoopWhereNoneOfItsCallsFillsHalf) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::PythonFunction, "train", 0, 1000);
  device.call(SpanKind::PythonFunction, "adamw", 90, 800);
  for (int i = 0; i < 40; ++i) {
    device.call(SpanKind::Op, "aten::mul_", 110 + 10 * i, 9);
  }
  device.launch("cudaLaunchKernel", 600, 5, "b", 610, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-600 adamw\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameTheInnermostCallEvenWhereCallsOverlapWithoutNesting) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::PythonFunction, "train", 0, 1000);
  device.call(SpanKind::PythonFunction, "ends inside", 50, 60);
  device.call(SpanKind::Annotation, "begins inside", 60, 800);  // lies a lane below what it overlaps
  device.call(SpanKind::Op, "aten::topk", 120, 400);
  device.launch("cudaLaunchKernel", 600, 5, "b", 610, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-600 aten::topk\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameWhatTheThreadBeforeDidWhereTheLaunchingOneDidNothing) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Op, "aten::item", 90, 500);
  device.thread = device.made.track(device.host, "6", TrackKind::Thread);
  device.launch("cudaLaunchKernel", 600, 5, "b", 610, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-600 aten::item\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, doNotNameTheStep) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::Annotation, "ProfilerStep#3", 0, 1000);
  device.launch("cudaLaunchKernel", 600, 5, "b", 610, 10);
  EXPECT_EQ(causesOf(device), "host_bound 100-600 cudaLaunchKernel\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(HostCauses, addUpByWhatTheHostWasIn) {
  OneDevice device;
  device.launch("cudaLaunchKernel", 0, 5, "a", 10, 90);
  device.call(SpanKind::PythonFunction, "time.sleep", 110, 80);
  device.launch("cudaLaunchKernel", 200, 5, "b", 210, 90);
  device.call(SpanKind::PythonFunction, "time.sleep", 310, 180);
  device.launch("cudaLaunchKernel", 500, 5, "c", 510, 90);
  device.launch("cudaLaunchKernel", 650, 5, "d", 660, 90);
  const auto trace = device.made.build();
  const DeviceIdle idle = idleCauses(*trace).at(0);
  const std::vector<HostCause> causes = hostCauses(*trace, idle);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(trace->text(causes[0].name), "time.sleep");
  EXPECT_EQ(causes[0].total.ns, 300 * us);
  EXPECT_EQ(causes[0].count, 2U);
  EXPECT_EQ(causes[0].longest->range, (TimeRange{{300 * us}, {500 * us}}));
  EXPECT_EQ(causes[1].name, StringId::none);
  EXPECT_EQ(causes[1].total.ns, 50 * us);
  EXPECT_EQ((causes[0].total + causes[1].total), idle.of(IdleCause::HostBound));
}

void expectExactSplit(const Trace& trace) {
  const auto devices = idleCauses(trace);
  const auto activities = deviceActivity(trace);
  for (const DeviceActivity& activity : activities) {
    const auto idle = std::ranges::find_if(
        devices, [&](const DeviceIdle& d) { return d.rank == activity.rank && d.device == activity.device; });
    ASSERT_NE(idle, devices.end());
    EXPECT_EQ(idle->idle.ns, activity.idle().ns);
    Duration sum;
    for (const Duration part : idle->sums) {
      sum += part;
    }
    EXPECT_EQ(sum, idle->idle);
    Duration ofIntervals;
    Time reached{INT64_MIN};
    for (const IdleInterval& interval : idle->intervals) {
      EXPECT_GE(interval.range.begin, reached);
      EXPECT_FALSE(interval.range.isEmpty());
      reached = interval.range.end;
      ofIntervals += interval.range.length();
    }
    EXPECT_EQ(ofIntervals, idle->idle);
  }
}

TEST(IdleCauses, addUpToTheIdleTimeOfEveryRealTrace) {
  std::size_t devices = 0;
  for (const char* folder : {"h200", "traces/torch"}) {
    for (const std::string& file : sharedFilesBelow(folder, {".json", ".json.gz"})) {
      const auto loaded = load(shared(file));
      if (loaded) {
        SCOPED_TRACE(file);
        expectExactSplit(**loaded);
        devices += deviceActivity(**loaded).size();
      }
    }
  }
  EXPECT_GT(devices, 20U);
}

}  // namespace
}  // namespace kernline::test
