// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/data_quality.h"

#include "core/analysis/causes/trace_analysis.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/analysis/quality/issue_meaning.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

constexpr std::int64_t us = 1000;

/// One device with a stream, one host thread; times in microseconds.
struct OneDevice {
  HandMadeTrace made;
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  std::uint32_t correlation = 0;

  void launch(std::int64_t callStart, std::int64_t callLength, std::string_view work, std::int64_t start,
              std::int64_t length) {
    ++correlation;
    made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", callStart * us, callLength * us).correlation = correlation;
    made.span(stream, SpanKind::Kernel, work, start * us, length * us).correlation = correlation;
  }
  void work(std::string_view name, std::int64_t start, std::int64_t length) {
    made.span(stream, SpanKind::Kernel, name, start * us, length * us);
  }
};

std::vector<std::string> namesOf(const Trace& trace, const Finding* finding) {
  std::vector<std::string> names;
  for (const SpanId span : finding == nullptr ? std::vector<SpanId>{} : finding->spans) {
    names.emplace_back(trace.nameText(span));
  }
  return names;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DataQuality, findsNothingWhereNothingIsOdd) {
  OneDevice device;
  device.launch(0, 5, "a", 10, 20);
  device.launch(20, 5, "b", 40, 20);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(quality.findings(), IsEmpty());
  EXPECT_EQ(quality.warnings(), 0U);
}

TEST(DataQuality, tellsWorkWithoutALaunchWithOrWithoutAnId) {
  OneDevice device;
  device.launch(0, 5, "a", 10, 20);
  device.work("no id", 40, 5);
  device.made.span(device.stream, SpanKind::Memcpy, "no call", 50 * us, 5 * us).correlation = 77;
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* finding = quality.find("kernel_without_launch");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 2U);
  EXPECT_EQ(finding->severity, FindingSeverity::Caution);
  EXPECT_THAT(namesOf(*trace, finding), ElementsAre("no id", "no call"));
  EXPECT_TRUE(quality.touches(Figure::LaunchLatency));
  EXPECT_FALSE(quality.touches(Figure::Names));
}

TEST(DataQuality, saysThatGpuRowsAreMissingWhereOnlyTheirLaunchesAreThere) {
  OneDevice device;
  device.made.span(device.thread, SpanKind::Runtime, "cudaLaunchKernel", 0, 5 * us);
  device.made.span(device.thread, SpanKind::Runtime, "hipExtModuleLaunchKernel", 5 * us, 5 * us);
  device.made.span(device.thread, SpanKind::Runtime, "cudaGetDeviceProperties", 10 * us, 5 * us);
  device.made.span(device.thread, SpanKind::Op, "my::LaunchKernel", 15 * us, 5 * us);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* finding = quality.find("launches_without_work");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 2U);
  EXPECT_EQ(finding->severity, FindingSeverity::Caution);
  EXPECT_THAT(namesOf(*trace, finding), ElementsAre("cudaLaunchKernel", "hipExtModuleLaunchKernel"));
  EXPECT_TRUE(quality.missingPart().isEmpty()) << "nothing says that the file was cut";
}

TEST(DataQuality, missesNoGpuRowsWhereThereIsOne) {
  OneDevice device;
  device.made.span(device.thread, SpanKind::Runtime, "cudaLaunchKernel", 0, 5 * us);
  device.work("a", 10, 20);
  EXPECT_EQ(DataQuality::of(*device.made.build()).find("launches_without_work"), nullptr);
}

TEST(DataQuality, saysInSentencesWhatACutFileLost) {
  const TemporaryFile cut(R"({"traceEvents": [
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 2},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "ti)");
  const auto trace = load(cut.path());
  ASSERT_TRUE(trace);
  EXPECT_EQ(
      DataQuality::of(**trace).missingPart().english(),
      "The file is cut off at byte 129: everything after is missing. The loaded range has launch calls (1), but no GPU "
      "work.");
}

TEST(DataQuality, addsWhatOccupancyRestsOn) {
  OneDevice device;
  device.launch(0, 5, "a", 10, 20);
  const DataQuality quality = DataQuality::of(*device.made.build());
  const std::vector<SmUse> use{{.withOccupancy = 5, .computed = 2, .withoutOccupancy = 1},
                               {.withOccupancy = 3, .computed = 3},
                               {.withoutOccupancy = 7}};
  const DataQuality whole = quality.withUse(use).withUse(use);
  ASSERT_EQ(whole.findings().size(), 2U) << "once, however often it is added";
  EXPECT_EQ(whole.find("computed_occupancy")->count, 5U);
  EXPECT_EQ(whole.find("unknown_occupancy")->count, 1U) << "a device that says nothing at all has no mean to doubt";
  EXPECT_EQ(whole.warnings(), 0U);
}

TEST(DataQuality, saysThatRecordingMayBeWhyADeviceWaits) {
  const auto findingOf = [](SpanKind kind, std::int64_t pause) {
    OneDevice device;
    for (std::int64_t i = 0; i < 20; ++i) {
      const std::int64_t at = i * (20 + pause);
      device.made.span(device.thread, kind, "aten::add", at * us, 8 * us);
      device.launch(at + 1, 5, "add", at + 10, 10);
    }
    const auto trace = device.made.build();
    TraceAnalysis causes(trace);
    const DataQuality quality = DataQuality::of(*trace).withRecording(causes, idleCauses(*trace));
    return quality.find("recording_slows_host") != nullptr;
  };
  EXPECT_TRUE(findingOf(SpanKind::Op, 0));
  EXPECT_FALSE(findingOf(SpanKind::Op, 5000)) << "it waits for far longer than recording takes";
  EXPECT_FALSE(findingOf(SpanKind::Other, 0)) << "no operators are recorded";
}

TEST(DataQuality, tellsWorkThatBeginsBeforeItsCallAndBeforeItReturned) {
  OneDevice device;
  device.launch(100, 5, "before its call", 90, 5);
  device.launch(200, 50, "before its return", 220, 5);
  device.launch(300, 5, "as it should", 310, 5);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("negative_launch_latency")), ElementsAre("before its call"));
  EXPECT_THAT(namesOf(*trace, quality.find("kernel_before_launch_returned")), ElementsAre("before its return"));
  EXPECT_EQ(quality.find("negative_launch_latency")->severity, FindingSeverity::Caution);
  EXPECT_EQ(quality.find("kernel_before_launch_returned")->severity, FindingSeverity::Note);
  EXPECT_EQ(quality.find("negative_launch_latency")->firstOffset,
            trace->offset(quality.find("negative_launch_latency")->spans[0]));
}

TEST(DataQuality, tellsStepsWithoutDeviceWork) {
  OneDevice device;
  device.launch(110, 5, "a", 120, 20);
  device.made.span(device.thread, SpanKind::Annotation, "ProfilerStep#1", 0, 90 * us);
  device.made.span(device.thread, SpanKind::Annotation, "ProfilerStep#2", 100 * us, 90 * us);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("step_without_device_work")), ElementsAre("ProfilerStep#1"));
  EXPECT_TRUE(quality.touches(Figure::Steps));
}

TEST(DataQuality, doesNotMissDeviceWorkWhereNoDeviceWasRecorded) {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  made.span(thread, SpanKind::Annotation, "ProfilerStep#1", 0, 90 * us);
  EXPECT_EQ(DataQuality::of(*made.build()).find("step_without_device_work"), nullptr);
}

TEST(DataQuality, tellsWorkThatOverlapsOtherWorkOfItsStreamButNotAnnotations) {
  OneDevice device;
  device.launch(0, 5, "first", 10, 20);
  device.launch(8, 2, "second", 25, 20);
  device.launch(30, 2, "third", 60, 20);
  device.made.span(device.stream, SpanKind::DeviceAnnotation, "step", 55 * us, 20 * us);  // ends within the third
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* finding = quality.find("stream_overlap");
  EXPECT_THAT(namesOf(*trace, finding), ElementsAre("first"));
}

TEST(DataQuality, namesTheKernelThatRunsOverOthersNotThose) {
  OneDevice device;
  device.work("before", 1, 2);
  device.work("endless", 10, 1000);
  for (int i = 0; i < 20; ++i) {
    device.work("below", 20 + i * 10, 5);
  }
  device.work("behind", 2000, 5);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("stream_overlap")), ElementsAre("endless"));
}

TEST(DataQuality, tellsKernelsOfNoLength) {
  OneDevice device;
  device.launch(0, 5, "nothing", 10, 0);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("zero_duration_kernel")), ElementsAre("nothing"));
}

TEST(DataQuality, tellsDeviceWorkFarFromTheHost) {
  OneDevice device;
  device.launch(0, 5, "near", 10, 20);
  device.launch(50, 5, "late but plausible", 80, 20);
  device.work("far", 1000, 20);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("device_far_from_host")), ElementsAre("far"));
}

TEST(DataQuality, expectsGraphsAndDeepQueuesToOutliveTheirLaunches) {
  OneDevice device;
  device.made.span(device.thread, SpanKind::Runtime, "cudaGraphLaunch", 0, 150 * us).correlation = 1;
  for (int i = 0; i < 200; ++i) {
    device.made.span(device.stream, SpanKind::Kernel, "decode", (155 + i * 10) * us, 9 * us).correlation = 1;
  }
  EXPECT_EQ(DataQuality::of(*device.made.build()).find("device_far_from_host"), nullptr);
  OneDevice longKernel;
  longKernel.launch(0, 5, "long", 60, 100'000);
  longKernel.launch(5, 5, "queued", 100'061, 20);
  EXPECT_EQ(DataQuality::of(*longKernel.made.build()).find("device_far_from_host"), nullptr);
  OneDevice shifted;
  shifted.launch(0, 5, "far", 5'000'000, 20);
  shifted.launch(50, 5, "far too", 5'000'030, 20);
  EXPECT_NE(DataQuality::of(*shifted.made.build()).find("device_far_from_host"), nullptr);
}

TEST(DataQuality, saysThatTimesLieInClusters) {
  constexpr std::int64_t hours = 3'600'000'000;  // in microseconds
  OneDevice device;
  device.launch(0, 5, "a", 10, 20);
  device.launch(300 * hours, 5, "b", 300 * hours + 10, 20);
  device.launch(300 * hours + 40, 5, "c", 300 * hours + 50, 20);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* const finding = quality.find("time_clusters");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 2U);
  EXPECT_EQ(finding->example.english(), "2 spans within 30.00 µs, then 4 spans within 70.00 µs, 300 h later");
  OneDevice slow;  // a long job whose spans lie hours apart is no two recordings
  for (std::int64_t i = 0; i < 5; ++i) {
    slow.launch(i * 2 * hours, 5, "k", i * 2 * hours + 10, hours / 2);
  }
  EXPECT_EQ(DataQuality::of(*slow.made.build()).find("time_clusters"), nullptr);
}

TEST(DataQuality, saysHowTheRecorderOfTheFileRecordsDeviceWork) {
  const auto meaningFor = [](const char* format) {
    OneDevice device;
    SourceFile source;
    source.format = Message::name(format);
    device.made.builder.addSource(source);
    device.made.builder.report().add(IssueKind::NoDeviceRecords, 0);
    const auto trace = device.made.build();
    const DataQuality quality = DataQuality::of(*trace);
    const Finding* const finding = quality.find("no_device_records");
    return finding == nullptr ? std::string() : std::string(finding->meaning);
  };
  EXPECT_THAT(meaningFor("rocprofv3 database"), testing::HasSubstr("rocprofv3"));
  EXPECT_THAT(meaningFor("rocprofv3 database"), testing::Not(testing::HasSubstr("nsys")));
  EXPECT_THAT(meaningFor("Nsight Systems export"), testing::HasSubstr("nsys profile"));
}

TEST(DataQuality, saysThatATraceHasNoSpans) {
  HandMadeTrace made;
  const auto trace = made.build();
  EXPECT_NE(DataQuality::of(*trace).find("no_spans"), nullptr);
  OneDevice device;
  device.work("k", 0, 5);
  EXPECT_EQ(DataQuality::of(*device.made.build()).find("no_spans"), nullptr);
}

TEST(DataQuality, takesFiguresWithSingleEventsForAllThatThereIs) {
  HandMadeTrace made;
  const ProcessId process = made.process("engine");
  const CounterId counter = made.builder.addCounter({.process = process, .name = made.builder.intern("running")});
  made.builder.addSample(counter, {10}, 3);
  made.builder.addInstant({.time = {10}, .name = made.builder.intern("restart")});
  const auto trace = made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* const finding = quality.find("no_spans");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, FindingSeverity::Note);
  EXPECT_EQ(std::string(finding->what), "the trace has counters and single events, and nothing that lasts");
}

TEST(DataQuality, putsWhatIsLostFirstAndNotesLast) {
  OneDevice device;
  device.launch(100, 5, "before its call", 90, 5);
  device.launch(200, 50, "before its return", 220, 5);
  device.made.builder.report().add(IssueKind::BrokenEvent, 500);
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  std::vector<std::string_view> keys;
  for (const Finding& finding : quality.findings()) {
    keys.push_back(finding.key);
  }
  EXPECT_THAT(keys, ElementsAre("broken_event", "negative_launch_latency", "kernel_before_launch_returned"));
  EXPECT_EQ(quality.warnings(), 2U);
}

TEST(DataQuality, keepsAFewExamplesOfMany) {
  OneDevice device;
  for (std::int64_t i = 0; i < 1000; ++i) {
    device.work("k", i * 10, 5);
  }
  const auto trace = device.made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const Finding* finding = quality.find("kernel_without_launch");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 1000U);
  EXPECT_EQ(finding->spans.size(), DataQuality::maxExamples);
}

TEST(DataQuality, doubtsUtilizationWhereItDoubtsTheTimesOrOperatorsOfKernels) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const Figures touches = issueMeaning(static_cast<IssueKind>(i)).touches;
    EXPECT_TRUE(!touches.overlaps({Figure::KernelStatistics, Figure::OpAttribution}) ||
                touches.contains(Figure::Utilization))
        << i;
  }
  EXPECT_FALSE(issueMeaning(IssueKind::NegativeLaunchLatency).touches.contains(Figure::Utilization))
      << "times within a device are right";
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  made.span(stream, SpanKind::Kernel, "gemm", 10, 20);
  EXPECT_TRUE(DataQuality::of(*made.build()).touches(Figure::Utilization))
      << "nothing launched it, so it has no operator";
}

TEST(DataQuality, hasAMeaningForEveryIssue) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const auto kind = static_cast<IssueKind>(i);
    EXPECT_EQ(issueMeaning(kind).kind, kind);
    EXPECT_FALSE(issueMeaning(kind).meaning.empty()) << issueText(kind).key;
  }
}

TEST(DataQuality, leadsToTheEventOfEveryIssueThatIsASpan) {
  const auto findingOf = [](const std::string& file, std::string_view key) {
    const auto trace = load(fixture("damage/" + file + ".json"));
    EXPECT_TRUE(trace);
    const DataQuality quality = DataQuality::of(**trace);
    const Finding* finding = quality.find(key);
    return finding == nullptr || finding->spans.empty() ? std::string("nothing")
                                                        : std::string((*trace)->nameText(finding->spans.front()));
  };
  EXPECT_EQ(findingOf("negative-duration", "negative_duration"), "bad");
  EXPECT_EQ(findingOf("missing-duration", "missing_duration"), "bad");
  EXPECT_EQ(findingOf("begin-without-end", "begin_without_end"), "bad");
  EXPECT_EQ(findingOf("partial-overlap", "partial_overlap"), "bad");
  EXPECT_EQ(findingOf("zero-time-outlier", "zero_time_outlier"), "bad");
  EXPECT_EQ(findingOf("graph-replay", "graph_replay"), "bad");
  EXPECT_EQ(findingOf("ambiguous-launch", "ambiguous_launch"), "bad");
  EXPECT_EQ(findingOf("negative-launch-latency", "negative_launch_latency"), "bad");
  EXPECT_EQ(findingOf("clamped-time", "clamped_time"), "bad");
  EXPECT_EQ(findingOf("unescaped-quote-in-args", "unescaped_quote"), "bad");
  EXPECT_EQ(findingOf("missing-timestamp", "missing_timestamp"), "nothing") << "it was skipped";
}

TEST(DataQuality, ofAStoppedLookIsEmpty) {
  OneDevice device;
  device.work("k", 0, 5);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THAT(DataQuality::of(*device.made.build(), stop.get_token()).findings(), IsEmpty());
}

MemoryEvent memoryEvent(std::int64_t bytes, std::int64_t allocated, std::int64_t reserved, std::int16_t device) {
  static std::uint64_t offset = 100;
  return {.time = {static_cast<std::int64_t>(++offset)},
          .bytes = bytes,
          .totalAllocated = allocated,
          .totalReserved = reserved,
          .offset = offset,
          .deviceType = 1,
          .device = device};
}

TEST(DataQuality, tellsWhichMemoryTotalsAreSummedUpOrCannotBe) {
  HandMadeTrace made;
  constexpr std::int64_t absent = MemoryEvent::absent;
  for (const MemoryEvent& event : {memoryEvent(10, 10, 100, 0), memoryEvent(10, -5, 100, 0),
                                   memoryEvent(10, 200, 100, 0), memoryEvent(std::int64_t{1} << 60, 30, 100, 0),
                                   memoryEvent(5, absent, absent, 1), memoryEvent(-5, absent, absent, 1)}) {
    made.builder.addMemory(event);
  }
  const auto trace = made.build();
  const DataQuality quality = DataQuality::of(*trace);
  for (const auto& [key, count] : {std::pair("memory_without_totals", 2), std::pair("memory_negative_total", 1),
                                   std::pair("memory_impossible_total", 1), std::pair("memory_absurd_size", 1)}) {
    const Finding* finding = quality.find(key);
    ASSERT_NE(finding, nullptr) << key;
    EXPECT_EQ(finding->count, static_cast<std::uint64_t>(count)) << key;
    EXPECT_EQ(finding->severity, FindingSeverity::Caution);
    EXPECT_TRUE(finding->firstOffset.has_value());
  }
  EXPECT_TRUE(quality.touches(Figure::Counters));
  const auto history = traceMemory(*trace);  // both say the same
  EXPECT_EQ(history->report[MemoryIssueKind::NegativeTotal].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::ImpossibleTotal].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::InvalidSize].count, 1U);
  ASSERT_EQ(history->devices.size(), 2U);
  EXPECT_FALSE(history->devices[0].isIntegrated);
  EXPECT_TRUE(history->devices[1].isIntegrated);
}

}  // namespace
}  // namespace kernline::test
