// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/idle_causes.h"

#include "core/analysis/activity/device_activity.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace kernline::test {
namespace {

constexpr std::int64_t us = 1000;

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

std::string causesOf(const std::shared_ptr<const Trace>& trace, const IdleOptions& options = {}) {
  const auto idle = idleCauses(*trace, options);
  return idle.empty() ? "" : described(*trace, idle[0]);
}

TEST(IdleCauses, blamesTheHostThatLaunchedLate) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 160+10 <- launch 150+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-150 cudaLaunchKernel\nlaunch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, tellsTheGapBeforeQueuedWorkFromLaunchLatency) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 130+10 <- launch 20+5
    gpu 0/7: c 146+10 <- launch 138+5  # the call lasts longer than what ran before
  )");
  EXPECT_EQ(causesOf(trace), "inter_kernel_gap 100-130 b\nlaunch_latency 140-146 cudaLaunchKernel\n");
}

TEST(IdleCauses, namesGapsWithinAGraph) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+10 <- cudaGraphLaunch 0+25
    gpu 0/7: b 30+10 x2 every 60 <- cudaGraphLaunch 0+25
    gpu 0/7: c 102+10 <- cudaGraphLaunch 40+5)");
  EXPECT_EQ(causesOf(trace),
            "graph_gap 20-30 cudaGraphLaunch\ngraph_gap 40-90 cudaGraphLaunch\ninter_kernel_gap 100-102 c\n");
}

TEST(IdleCauses, seesNoGraphWhereAnotherCallLaunchedTwice) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+10 [memcpy] <- cudaMemcpy3D 0+5
    gpu 0/7: b 30+10 [memcpy] <- cudaMemcpy3D 0+5)");
  EXPECT_EQ(causesOf(trace), "inter_kernel_gap 20-30 b\n");
}

TEST(IdleCauses, saysNothingOfLaunchedWorkThatStartsLate) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 131+10 <- launch 20+5)");
  EXPECT_EQ(causesOf(trace), "unknown 100-131 b\n");
}

TEST(IdleCauses, takesTheLimitOfLaunchLatencyFromItsCaller) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 131+10 <- launch 20+5)");
  EXPECT_EQ(causesOf(trace, {.range = {}, .maxLaunchLatency = {31 * us}}), "inter_kernel_gap 100-131 b\n");
}

TEST(IdleCauses, givesTheTimeInASynchronizationToIt) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: cudaStreamSynchronize 50+60
    gpu 0/7: b 160+10 <- launch 150+5)");
  EXPECT_EQ(causesOf(trace),
            "synchronization 100-110 cudaStreamSynchronize\nhost_bound 110-150 cudaLaunchKernel after sync\n"
            "launch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, doesNotSayAfterSyncWhenTheDeviceHadRunDryBefore) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: cudaDeviceSynchronize 120+5
    gpu 0/7: b 160+10 <- launch 150+5)");
  EXPECT_EQ(causesOf(trace),
            "host_bound 100-120 cudaLaunchKernel\nsynchronization 120-125 cudaDeviceSynchronize\n"
            "host_bound 125-150 cudaLaunchKernel\nlaunch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, seesTheThreadThatLaunchedBeforeWaiting) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: cudaStreamSynchronize 50+60
    gpu 0/7: b 160+10 <- cpu 2: launch 150+5)");
  EXPECT_EQ(causesOf(trace),
            "synchronization 100-110 cudaStreamSynchronize\nhost_bound 110-150 cudaLaunchKernel after sync\n"
            "launch_latency 150-160 cudaLaunchKernel\n");
}

TEST(IdleCauses, tellsAHostThatCopiesFromOneThatIsLate) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: cudaMemcpy2D 110+20
    gpu 0/7: Memcpy HtoD (Pageable -> Device) 195+5 <- cudaMemcpyAsync 140+60)");
  EXPECT_EQ(causesOf(trace),
            "host_bound 100-110 cudaMemcpyAsync\ncopy 110-130 cudaMemcpy2D\nhost_bound 130-140 cudaMemcpyAsync\n"
            "copy 140-195 Memcpy HtoD (Pageable -> Device)\n");
}

TEST(IdleCauses, blamesCommunicationOfTheHostAndOfTheDevice) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: gloo:all_reduce 90+40
    cpu 1: cudaStreamSynchronize 95+10  # inside
    gpu 0/7: ncclDevKernel_AllReduce_Sum_f32_RING_LL 200+10 <- launch 130+1)");
  EXPECT_EQ(causesOf(trace),
            "communication 100-130 gloo:all_reduce\ncommunication 130-200 ncclDevKernel_AllReduce_Sum_f32_RING_LL\n");
}

TEST(IdleCauses, countsALaunchCallThatTakesLongAgainstTheHost) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 505+10 <- launch 100+400)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-500 cudaLaunchKernel\nlaunch_latency 500-505 cudaLaunchKernel\n");
}

TEST(IdleCauses, takesTheWaitsThatTheStreamRecordsForSynchronization) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 200+10 <- launch 20+5
    gpu 0/7: Stream Wait Event 120+70 [device_sync])");
  EXPECT_EQ(causesOf(trace), "unknown 100-120 b\nsynchronization 120-190 Stream Wait Event\nunknown 190-200 b\n");
}

TEST(IdleCauses, knowsNothingWithoutALaunchOrWhenClocksDisagree) {
  const auto trace = sketch(R"(
    gpu 0/7: a 0+10
    gpu 0/7: b 20+10
    gpu 0/7: c 40+10 <- launch 50+5)");
  EXPECT_EQ(causesOf(trace), "unknown 10-20 b\nunknown 30-40 c\n");
}

TEST(IdleCauses, isNotIdleWhileAnotherStreamWorks) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/20: Memset 95+65
    gpu 0/7: b 160+10 <- launch 150+5)");
  EXPECT_EQ(causesOf(trace), "");
}

TEST(IdleCauses, fillARangeFromEdgeToEdge) {
  const auto trace = sketch(R"(
    gpu 0/7: a 20+80 <- launch 5+5
    gpu 0/7: b 160+10 <- launch 150+5)");
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
  const auto trace = sketch(R"(
    gpu 0/7: a 10+10 <- launch 0+5
    gpu 0/7: b 35+10 <- launch 30+5
    gpu 0/7: c 95+10 <- launch 90+5)");
  const auto idle = idleCauses(*trace);
  ASSERT_NE(idle[0].longest(IdleCause::HostBound), nullptr);
  EXPECT_EQ(idle[0].longest(IdleCause::HostBound)->range, (TimeRange{{45 * us}, {90 * us}}));
  EXPECT_EQ(idle[0].longest(IdleCause::Memcpy), nullptr);
}

TEST(IdleCauses, nameWhatTheHostDidBeforeItLaunched) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    python 1: train 0+1000
    python 1: time.sleep 120+400
    gpu 0/7: b 610+10 <- launch 600+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-600 time.sleep\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameRuntimeCallsThatFillHalfTogether) {
  const auto trace = sketch(R"(
    cpu 1: empty cache 90+520 [annotation]
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: cudaFree 100+80 x2 every 100
    cpu 1: cudaFree 300+90
    cpu 1: cudaFree 400+80 x2 every 100
    gpu 0/7: b 618+10 <- launch 612+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-612 cudaFree\nlaunch_latency 612-618 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameCallsThatFillHalfTogetherWhereNothingIsAroundThem) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: aten::empty 100+90
    cpu 1: aten::view 200+90
    cpu 1: aten::empty 300+90 x3 every 100
    gpu 0/7: b 618+10 <- launch 612+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-612 aten::empty\nlaunch_latency 612-618 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameTheLoopWhereNoneOfItsCallsFillsHalf) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    python 1: train 0+1000
    python 1: adamw 90+800
    cpu 1: aten::mul_ 110+9 x40 every 10
    gpu 0/7: b 610+10 <- launch 600+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-600 adamw\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameTheInnermostCallEvenWhereCallsOverlapWithoutNesting) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    python 1: train 0+1000
    python 1: ends inside 50+60
    cpu 1: begins inside 60+800 [annotation]  # lies a lane below what it overlaps
    cpu 1: aten::topk 120+400
    gpu 0/7: b 610+10 <- launch 600+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-600 aten::topk\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, nameWhatTheThreadBeforeDidWhereTheLaunchingOneDidNothing) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: aten::item 90+500
    gpu 0/7: b 610+10 <- cpu 2: launch 600+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-600 aten::item\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(IdleCauses, doNotNameTheStep) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    cpu 1: ProfilerStep#3 0+1000
    gpu 0/7: b 610+10 <- launch 600+5)");
  EXPECT_EQ(causesOf(trace), "host_bound 100-600 cudaLaunchKernel\nlaunch_latency 600-610 cudaLaunchKernel\n");
}

TEST(HostCauses, addUpByWhatTheHostWasIn) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    python 1: time.sleep 110+80
    gpu 0/7: b 210+90 <- launch 200+5
    python 1: time.sleep 310+180
    gpu 0/7: c 510+90 <- launch 500+5
    gpu 0/7: d 660+90 <- launch 650+5)");
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
