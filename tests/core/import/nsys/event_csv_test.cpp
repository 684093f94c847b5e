// SPDX-License-Identifier: GPL-3.0-or-later
// Reports with a line an event, as nsys and nvprof of several years print them.
#include "core/import/event_csv/read_event_csv.h"
#include "core/import/event_csv/unit_number.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

constexpr std::string_view newReport =
    "Generating SQLite file run.sqlite from run.nsys-rep\n"
    "Processing [run.sqlite] with [cuda_gpu_trace.py]...\n"
    "\n"
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),"
    "Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
    "1000,250,7,4,2,1,256,1,1,40,0.000,0.025,,,,,NVIDIA H100 (1),1,,7,\"void k<int, 2>(int, float*)\"\n"
    "1500,100,8,,,,,,,,,,4.000,40000.0,Pageable,Device,NVIDIA H100 (1),1,,13,[CUDA memcpy Host-to-Device]\n"
    "1700,10,9,,,,,,,,,,0.001,,Device,,NVIDIA H100 (1),1,,7,[CUDA memset]\n";

std::shared_ptr<const Trace> read(std::string_view text) {
  EXPECT_TRUE(csv::isEventTable(text));
  auto trace = csv::readEventCsvText(std::string(text), {});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

TEST(EventCsv, endsWhereThereIsNoMemoryForMore) {
  std::stop_source enough;
  enough.request_stop();
  const auto trace = csv::readEventCsvText(std::string(newReport), {.onPreview = {}, .enough = enough.get_token()});
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->spanCount(), 0U);
  EXPECT_EQ((*trace)->report()[IssueKind::MemoryLimit].count, 1U);
  EXPECT_EQ((*trace)->report()[IssueKind::MemoryLimit].firstOffset, newReport.find("1000,250"));
}

TEST(EventCsv, readsWhatNsysPrints) {
  const auto trace = read(newReport);
  const SpanId kernel = spanNamed(*trace, "void k<int, 2>(int, float*)");
  ASSERT_NE(kernel, SpanId::none);
  EXPECT_EQ(trace->range(kernel), (TimeRange{{1000}, {1250}}));
  EXPECT_EQ(trace->kind(kernel), SpanKind::Kernel);
  const Track& track = trace->track(trace->trackOf(kernel));
  EXPECT_EQ(trace->text(track.title), "stream 7");
  EXPECT_EQ(trace->text(trace->process(track.process).title), "GPU 1 · NVIDIA H100");
  EXPECT_EQ(trace->kind(spanNamed(*trace, "Memcpy HtoD (Pageable -> Device)")), SpanKind::Memcpy);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "Memset (Device)")), SpanKind::Memset);
  const ArgNode args = trace->details(kernel).args;
  EXPECT_EQ(args.find("registers per thread")->text, "40");
  EXPECT_EQ(args.find("grid")->children[1].text, "2");
  EXPECT_EQ(args.find("dynamic shared memory")->text, "25000") << "in bytes, as far as the report's digits go";
  EXPECT_EQ(trace->details(spanNamed(*trace, "Memcpy HtoD (Pageable -> Device)")).args.find("bytes")->text, "4000000");
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(EventCsv, readsTheUnitsOfEveryYear) {
  constexpr std::string_view old =
      "Start(sec),Duration(nsec),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem(bytes),DymSMem(bytes),Bytes,"
      "Thru(MB/s),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n"
      "0.000001000,250,7,4,2,1,256,1,1,40,0,25000,,,,,NVIDIA H100 (1),1,7,\"void k<int, 2>(int, float*)\"\n";
  constexpr std::string_view tabs =
      "Start (us)\tDuration (us)\tDevice\tStrm\tName\r\n1.000\t0.250\tNVIDIA H100 (1)\t7\tvoid k<int, 2>(int, "
      "float*)\r\n";
  constexpr std::string_view nvprof =
      "==4711== Profiling result:\n"
      "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Static "
      "SMem\",\"Size\",\"Device\",\"Context\",\"Stream\","
      "\"Name\",\"Correlation_ID\"\n"
      "ms,us,,,,KB,KB,,,,,\n"
      "0.001000,0.250000,4,2,1,1.5,,\"NVIDIA H100 (1)\",\"1\",\"7\",\"void k<int, 2>(int, float*)\",7\n";
  constexpr std::string_view inCells =
      "\"Start\",\"Duration\",\"Device\",\"Stream\",\"Name\"\n\"1us\",\"250 ns\",\"NVIDIA H100 (1)\",7,\"void k<int, "
      "2>(int, "
      "float*)\"\n";
  for (const std::string_view report : {newReport, old, tabs, nvprof, inCells}) {
    const auto trace = read(report);
    const SpanId kernel = spanNamed(*trace, "void k<int, 2>(int, float*)");
    ASSERT_NE(kernel, SpanId::none) << report;
    EXPECT_EQ(trace->range(kernel), (TimeRange{{1000}, {1250}})) << report;
    EXPECT_EQ(trace->text(trace->track(trace->trackOf(kernel)).tid), "7") << report;
  }
  EXPECT_EQ(csv::parseTime("1.5", 6), 1'500'000);
  EXPECT_EQ(csv::parseTime("1.00000000049", 9), 1'000'000'000);
  EXPECT_EQ(csv::parseTime("1.0000000005", 9), 1'000'000'001);
  EXPECT_EQ(csv::parseTime("1,234", 0), 1234);
  EXPECT_EQ(csv::parseTime("-2", 3), -2000);
  EXPECT_EQ(csv::parseTime("9223372036854775807", 9), std::nullopt);
  EXPECT_EQ(csv::parseTime("", 0), std::nullopt);
  EXPECT_EQ(csv::parseTime("soon", 0), std::nullopt);
}

TEST(EventCsv, putsCallsAndRangesOnThreads) {
  const auto calls = read(
      "Start (ns),Duration (ns),Name,Result,CorrID,Pid,Tid,T-Pri,Thread Name\n"
      "100,50,cudaLaunchKernel,0,7,500,501,20,worker\n");
  const SpanId call = spanNamed(*calls, "cudaLaunchKernel");
  EXPECT_EQ(calls->kind(call), SpanKind::Runtime);
  EXPECT_EQ(calls->text(calls->track(calls->trackOf(call)).title), "worker (501)");
  const auto ranges = read(
      "Start (ns),End (ns),Duration (ns),DurChild (ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree\n"
      "100,200,100,50,step 1,500,500,0,1,1,,:1,step 1\n"
      "120,150,30,0,forward,500,500,1,0,2,1,:1:2,forward\n");
  EXPECT_EQ(ranges->parent(spanNamed(*ranges, "forward")), spanNamed(*ranges, "step 1"));
  EXPECT_EQ(ranges->steps().size(), 1U);
}

TEST(EventCsv, countsWhatIsNoRow) {
  const auto trace = read(
      "Start (ns),Duration (ns),Strm,Name\n"
      "100,50,7,good\n"
      "soon,50,7,untimed\n"
      ",50,7,timeless\n"
      "200,long,7,unmeasured\n"
      "300,-5,7,backwards\n"
      "400,,7,endless\n"
      "and then the program printed\n"
      "500,10,7,\"never closed\n"
      "600,10,8,\xff\n");
  const ImportReport& report = trace->report();
  EXPECT_EQ(trace->spanCount(), 6U);
  EXPECT_EQ(report[IssueKind::BadTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::MissingTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::BadDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::NegativeDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::MissingDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::TrailingText].count, 1U);
  EXPECT_EQ(report[IssueKind::InvalidUtf8].count, 1U);
  EXPECT_NE(spanNamed(*trace, "never closed"), SpanId::none);
}

TEST(EventCsv, leavesSummariesAndOtherTextsAlone) {
  for (const std::string_view text :
       {"Time (%),Total Time (ns),Instances,Avg (ns),Name\n50.0,1000,2,500.0,k\n",
        "Start,Duration,Name\nthis,is,prose\n", "{\"a\": \"Start,Duration,Name\\n1,2,k\"}", "", "Start,Duration,Name\n",
        "print('Start,Duration,Name')\n"}) {
    EXPECT_FALSE(csv::isEventTable(text)) << text;
  }
}

TEST(EventCsv, isKnownByItsContent) {
  const TemporaryFile plain(newReport, ".txt");
  const TemporaryFile packed(compressed(newReport, "gzip"), ".csv.gz");
  const auto one = load(plain.path());
  const auto other = load(packed.path());
  ASSERT_TRUE(one && other);
  EXPECT_EQ(firstDifference(**one, **other), "");
  EXPECT_EQ((*one)->spanCount(), 3U);
  EXPECT_EQ((*other)->details(SpanId{0}).args.find("stream")->text,
            (*one)->details(SpanId{0}).args.find("stream")->text);
}

}  // namespace
}  // namespace kernline::test
