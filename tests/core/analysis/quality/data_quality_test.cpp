// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/data_quality.h"

#include "core/analysis/causes/trace_analysis.h"
#include "tests/support/says.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/analysis/quality/issue_meaning.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

std::vector<std::string> namesOf(const Trace& trace, const DataIssue* issue) {
  std::vector<std::string> names;
  for (const SpanId span : issue == nullptr ? std::vector<SpanId>{} : issue->spans) {
    names.emplace_back(trace.nameText(span));
  }
  return names;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DataQuality, findsNothingWhereNothingIsOdd) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+20 <- launch 0+5
    gpu 0/7: b 40+20 <- launch 20+5)");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(quality.issues(), IsEmpty());
  EXPECT_EQ(quality.warnings(), 0U);
}

TEST(DataQuality, tellsWorkWithoutALaunchWithOrWithoutAnId) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+20 <- launch 0+5
    gpu 0/7: no id 40+5
    gpu 0/7: no call 50+5 [memcpy] <- ?)");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("kernel_without_launch");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, 2U);
  EXPECT_EQ(issue->severity, DataIssueSeverity::Caution);
  EXPECT_THAT(namesOf(*trace, issue), ElementsAre("no id", "no call"));
  EXPECT_TRUE(quality.affects(Figure::LaunchLatency));
  EXPECT_FALSE(quality.affects(Figure::Names));
}

TEST(DataQuality, saysThatGpuRowsAreMissingWhereOnlyTheirLaunchesAreThere) {
  const auto trace = sketch(R"(
    cpu 1: cudaLaunchKernel 0+5
    cpu 1: hipExtModuleLaunchKernel 5+5
    cpu 1: cudaGetDeviceProperties 10+5
    cpu 1: my::LaunchKernel 15+5)");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("launches_without_work");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, 2U);
  EXPECT_EQ(issue->severity, DataIssueSeverity::Caution);
  EXPECT_THAT(namesOf(*trace, issue), ElementsAre("cudaLaunchKernel", "hipExtModuleLaunchKernel"));
  EXPECT_TRUE(quality.missingPart().isEmpty()) << "nothing says that the file was cut";
}

TEST(DataQuality, missesNoGpuRowsWhereThereIsOne) {
  const auto trace = sketch(R"(
    cpu 1: cudaLaunchKernel 0+5
    gpu 0/7: a 10+20)");
  EXPECT_EQ(DataQuality::of(*trace).find("launches_without_work"), nullptr);
}

TEST(DataQuality, saysInSentencesWhatACutFileLost) {
  const TemporaryFile cut(R"({"traceEvents": [
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 2},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "ti)");
  const auto trace = load(cut.path());
  ASSERT_TRUE(trace);
  EXPECT_EQ(DataQuality::of(**trace).missingPart().english(),
            phrase("file-cut-off", "byte 129") + " " + phrase("range-has-calls-only", "1"));
}

TEST(DataQuality, addsWhatOccupancyRestsOn) {
  const auto trace = sketch("gpu 0/7: a 10+20 <- launch 0+5");
  const DataQuality quality = DataQuality::of(*trace);
  const std::vector<SmUse> use{{.withOccupancy = 5, .computed = 2, .withoutOccupancy = 1},
                               {.withOccupancy = 3, .computed = 3},
                               {.withoutOccupancy = 7}};
  const DataQuality whole = quality.withUse(use).withUse(use);
  ASSERT_EQ(whole.issues().size(), 2U) << "once, however often it is added";
  EXPECT_EQ(whole.find("computed_occupancy")->count, 5U);
  EXPECT_EQ(whole.find("unknown_occupancy")->count, 1U) << "a device that says nothing at all has no mean to doubt";
  EXPECT_EQ(whole.warnings(), 0U);
}

TEST(DataQuality, saysThatRecordingMayBeWhyADeviceWaits) {
  const auto issueOf = [](const char* kind, int pause) {
    std::string text;
    for (int i = 0; i < 20; ++i) {
      const int at = i * (20 + pause);
      text += fmt::format("cpu 1: aten::add {}+8 [{}]\n", at, kind);
      text += fmt::format("gpu 0/7: add {}+10 <- launch {}+5\n", at + 10, at + 1);
    }
    const auto trace = sketch(text);
    TraceAnalysis analysis(trace);
    const DataQuality quality = DataQuality::of(*trace).withRecording(analysis);
    return quality.find("recording_slows_host") != nullptr;
  };
  EXPECT_TRUE(issueOf("op", 0));
  EXPECT_FALSE(issueOf("op", 5000)) << "it waits for far longer than recording takes";
  EXPECT_FALSE(issueOf("other", 0)) << "no operators are recorded";
}

TEST(DataQuality, tellsWorkThatBeginsBeforeItsCallAndBeforeItReturned) {
  const auto trace = sketch(R"(
    gpu 0/7: before its call 90+5 <- launch 100+5
    gpu 0/7: before its return 220+5 <- launch 200+50
    gpu 0/7: as it should 310+5 <- launch 300+5)");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("negative_launch_latency")), ElementsAre("before its call"));
  EXPECT_THAT(namesOf(*trace, quality.find("kernel_before_launch_returned")), ElementsAre("before its return"));
  EXPECT_EQ(quality.find("negative_launch_latency")->severity, DataIssueSeverity::Caution);
  EXPECT_EQ(quality.find("kernel_before_launch_returned")->severity, DataIssueSeverity::Note);
  EXPECT_EQ(quality.find("negative_launch_latency")->firstOffset,
            trace->offset(quality.find("negative_launch_latency")->spans[0]));
}

TEST(DataQuality, tellsStepsWithoutDeviceWork) {
  const auto trace = sketch(R"(
    gpu 0/7: a 120+20 <- launch 110+5
    cpu 1: ProfilerStep#1 0+90
    cpu 1: ProfilerStep#2 100+90)");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("step_without_device_work")), ElementsAre("ProfilerStep#1"));
  EXPECT_TRUE(quality.affects(Figure::Steps));
}

TEST(DataQuality, doesNotMissDeviceWorkWhereNoDeviceWasRecorded) {
  const auto trace = sketch("cpu 1: ProfilerStep#1 0+90");
  EXPECT_EQ(DataQuality::of(*trace).find("step_without_device_work"), nullptr);
}

TEST(DataQuality, tellsWorkThatOverlapsOtherWorkOfItsStreamButNotAnnotations) {
  const auto trace = sketch(R"(
    gpu 0/7: first 10+20 <- launch 0+5
    gpu 0/7: second 25+20 <- launch 8+2
    gpu 0/7: third 60+20 <- launch 30+2
    gpu 0/7: step 55+20 [device_annotation]  # ends within the third
  )");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("stream_overlap");
  EXPECT_THAT(namesOf(*trace, issue), ElementsAre("first"));
}

TEST(DataQuality, namesTheKernelThatRunsOverOthersNotThose) {
  const auto trace = sketch(R"(
    gpu 0/7: before 1+2
    gpu 0/7: endless 10+1000
    gpu 0/7: below 20+5 x20 every 10
    gpu 0/7: behind 2000+5)");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("stream_overlap")), ElementsAre("endless"));
}

TEST(DataQuality, tellsKernelsOfNoLength) {
  const auto trace = sketch("gpu 0/7: nothing 10+0 <- launch 0+5");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("zero_duration_kernel")), ElementsAre("nothing"));
}

TEST(DataQuality, tellsDeviceWorkFarFromTheHost) {
  const auto trace = sketch(R"(
    gpu 0/7: near 10+20 <- launch 0+5
    gpu 0/7: late but plausible 80+20 <- launch 50+5
    gpu 0/7: far 1000+20)");
  const DataQuality quality = DataQuality::of(*trace);
  EXPECT_THAT(namesOf(*trace, quality.find("device_far_from_host")), ElementsAre("far"));
}

TEST(DataQuality, expectsGraphsAndDeepQueuesToOutliveTheirLaunches) {
  const auto graph = sketch("gpu 0/7: decode 155+9 x200 every 10 <- cudaGraphLaunch 0+150");
  EXPECT_EQ(DataQuality::of(*graph).find("device_far_from_host"), nullptr);
  const auto longKernel = sketch(R"(
    gpu 0/7: long 60+100000 <- launch 0+5
    gpu 0/7: queued 100061+20 <- launch 5+5)");
  EXPECT_EQ(DataQuality::of(*longKernel).find("device_far_from_host"), nullptr);
  const auto shifted = sketch(R"(
    gpu 0/7: far 5000000+20 <- launch 0+5
    gpu 0/7: far too 5000030+20 <- launch 50+5)");
  EXPECT_NE(DataQuality::of(*shifted).find("device_far_from_host"), nullptr);
}

TEST(DataQuality, saysThatTimesLieInClusters) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+20 <- launch 0+5
    gpu 0/7: b 1080000000010+20 <- launch 1080000000000+5  # 300 h later
    gpu 0/7: c 1080000000050+20 <- launch 1080000000040+5
  )");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* const issue = quality.find("time_clusters");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, 2U);
  EXPECT_THAT(issue->example, says("spans-then-later-spans", "2", "30.00 µs", "4", "70.00 µs", "300 h"));
  constexpr std::int64_t hour = 3'600'000'000;  // microseconds
  std::string slow;                             // a long job whose spans lie hours apart is no two recordings
  for (std::int64_t i = 0; i < 5; ++i) {
    slow += fmt::format("gpu 0/7: k {}+{} <- launch {}+5\n", i * 2 * hour + 10, hour / 2, i * 2 * hour);
  }
  EXPECT_EQ(DataQuality::of(*sketch(slow)).find("time_clusters"), nullptr);
}

TEST(DataQuality, saysHowTheRecorderOfTheFileRecordsDeviceWork) {
  const auto meaningFor = [](const char* format) {
    SourceFile source;
    source.format = Message::name(format);
    TraceBuilder builder;
    builder.addSource(source);
    builder.report().add(IssueKind::NoDeviceRecords, 0);
    const auto trace = builder.build();
    const DataQuality quality = DataQuality::of(*trace);
    const DataIssue* const issue = quality.find("no_device_records");
    return issue == nullptr ? std::string() : std::string(issue->meaning);
  };
  EXPECT_THAT(meaningFor("rocprofv3 database"), testing::HasSubstr("rocprofv3"));
  EXPECT_THAT(meaningFor("rocprofv3 database"), testing::Not(testing::HasSubstr("nsys")));
  EXPECT_THAT(meaningFor("Nsight Systems export"), testing::HasSubstr("nsys profile"));
}

TEST(DataQuality, saysThatATraceHasNoSpans) {
  EXPECT_NE(DataQuality::of(*sketch("")).find("no_spans"), nullptr);
  EXPECT_EQ(DataQuality::of(*sketch("gpu 0/7: k 0+5")).find("no_spans"), nullptr);
}

TEST(DataQuality, takesFiguresWithSingleEventsForAllThatThereIs) {
  HandMadeTrace made;
  const ProcessId process = made.process("engine");
  const CounterId counter = made.builder.addCounter({.process = process, .name = made.builder.intern("running")});
  made.builder.addSample(counter, {10}, 3);
  made.builder.addInstant({.time = {10}, .name = made.builder.intern("restart")});
  const auto trace = made.build();
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* const issue = quality.find("no_spans");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->severity, DataIssueSeverity::Note);
  EXPECT_THAT(std::string(issue->what), says("only-counters-and-instants"));
}

TEST(DataQuality, putsWhatIsLostFirstAndNotesLast) {
  TraceBuilder builder;
  addSketch(builder, R"(
    gpu 0/7: before its call 90+5 <- launch 100+5
    gpu 0/7: before its return 220+5 <- launch 200+50)");
  builder.report().add(IssueKind::BrokenEvent, 500);
  const auto trace = builder.build();
  const DataQuality quality = DataQuality::of(*trace);
  std::vector<std::string_view> keys;
  for (const DataIssue& issue : quality.issues()) {
    keys.push_back(issue.key);
  }
  EXPECT_THAT(keys, ElementsAre("broken_event", "negative_launch_latency", "kernel_before_launch_returned"));
  EXPECT_EQ(quality.warnings(), 2U);
}

TEST(DataQuality, keepsAFewExamplesOfMany) {
  const auto trace = sketch("gpu 0/7: k 0+5 x1000 every 10");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("kernel_without_launch");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, 1000U);
  EXPECT_EQ(issue->spans.size(), DataQuality::maxExamples);
}

TEST(DataQuality, doubtsUtilizationWhereItDoubtsTheTimesOrOperatorsOfKernels) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const Figures affects = issueMeaning(static_cast<IssueKind>(i)).affects;
    EXPECT_TRUE(!affects.overlaps({Figure::KernelStatistics, Figure::OpAttribution}) ||
                affects.contains(Figure::Utilization))
        << i;
  }
  EXPECT_FALSE(issueMeaning(IssueKind::NegativeLaunchLatency).affects.contains(Figure::Utilization))
      << "times within a device are right";
  const auto trace = sketch("gpu 0/7: gemm 10+20");
  EXPECT_TRUE(DataQuality::of(*trace).affects(Figure::Utilization)) << "nothing launched it, so it has no operator";
}

TEST(DataQuality, hasAMeaningForEveryIssue) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const auto kind = static_cast<IssueKind>(i);
    EXPECT_EQ(issueMeaning(kind).kind, kind);
    EXPECT_FALSE(issueMeaning(kind).meaning.empty()) << issueText(kind).key;
  }
}

TEST(DataQuality, leadsToTheEventOfEveryIssueThatIsASpan) {
  const auto issueOf = [](const std::string& file, std::string_view key) {
    const auto trace = load(fixture("damage/" + file + ".json"));
    EXPECT_TRUE(trace);
    const DataQuality quality = DataQuality::of(**trace);
    const DataIssue* issue = quality.find(key);
    return issue == nullptr || issue->spans.empty() ? std::string("nothing")
                                                    : std::string((*trace)->nameText(issue->spans.front()));
  };
  EXPECT_EQ(issueOf("negative-duration", "negative_duration"), "bad");
  EXPECT_EQ(issueOf("missing-duration", "missing_duration"), "bad");
  EXPECT_EQ(issueOf("begin-without-end", "begin_without_end"), "bad");
  EXPECT_EQ(issueOf("partial-overlap", "partial_overlap"), "bad");
  EXPECT_EQ(issueOf("zero-time-outlier", "zero_time_outlier"), "bad");
  EXPECT_EQ(issueOf("graph-replay", "graph_replay"), "bad");
  EXPECT_EQ(issueOf("ambiguous-launch", "ambiguous_launch"), "bad");
  EXPECT_EQ(issueOf("negative-launch-latency", "negative_launch_latency"), "bad");
  EXPECT_EQ(issueOf("clamped-time", "clamped_time"), "bad");
  EXPECT_EQ(issueOf("unescaped-quote-in-args", "unescaped_quote"), "bad");
  EXPECT_EQ(issueOf("missing-timestamp", "missing_timestamp"), "nothing") << "it was skipped";
}

TEST(DataQuality, ofAStoppedLookIsEmpty) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THAT(DataQuality::of(*sketch("gpu 0/7: k 0+5"), stop.get_token()).issues(), IsEmpty());
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
    const DataIssue* issue = quality.find(key);
    ASSERT_NE(issue, nullptr) << key;
    EXPECT_EQ(issue->count, static_cast<std::uint64_t>(count)) << key;
    EXPECT_EQ(issue->severity, DataIssueSeverity::Caution);
    EXPECT_TRUE(issue->firstOffset.has_value());
  }
  EXPECT_TRUE(quality.affects(Figure::Counters));
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
