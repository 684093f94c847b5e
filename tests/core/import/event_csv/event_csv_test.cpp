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
  const auto trace =
      csv::readEventCsvText(std::string(newReport), {.onPreview = {}, .memoryExhausted = enough.get_token()});
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

constexpr std::string_view rocmKernels =
    "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\","
    "\"Workgroup_Size_X\",\"Grid_Size_X\"\n"
    "\"KERNEL_DISPATCH\",\"Agent 4\",1,\"outer(float*)\",1,5000000000000,5000000010000,256,4096\n"
    "\"KERNEL_DISPATCH\",\"Agent 4\",1,\"inner(float*)\",2,5000000003000,5000000005000,256,4000\n"
    "\"KERNEL_DISPATCH\",\"Agent 5\",2,\"other(float*)\",3,5000000003000,5000000004000,64,64\n";

std::string listOf(const Trace& trace, SpanId span, std::string_view key) {
  const EventDetails details = trace.details(span);
  const ArgNode* const list = details.args.find(key);
  std::string text;
  for (const ArgNode& item : list == nullptr ? std::vector<ArgNode>() : list->children) {
    text += (text.empty() ? "" : ",") + item.text;
  }
  return text;
}

TEST(EventCsvOfRocprof, hasKernelsOfEachAgentWithTheirBlocks) {
  const auto trace = read(rocmKernels);
  const SpanId outer = spanNamed(*trace, "outer(float*)");
  ASSERT_NE(outer, SpanId::none);
  EXPECT_EQ(trace->range(outer), (TimeRange{{5'000'000'000'000}, {5'000'000'010'000}}));
  EXPECT_EQ(trace->kind(outer), SpanKind::Kernel);
  EXPECT_EQ(listOf(*trace, outer, "grid"), "16,1,1");
  EXPECT_EQ(listOf(*trace, outer, "block"), "256,1,1");
  EXPECT_EQ(listOf(*trace, spanNamed(*trace, "inner(float*)"), "grid"), "16,1,1");
  const auto deviceOf = [&](SpanId s) { return trace->process(trace->track(trace->trackOf(s)).process).device; };
  EXPECT_EQ(deviceOf(outer), 0);
  EXPECT_EQ(deviceOf(spanNamed(*trace, "other(float*)")), 1);
  EXPECT_EQ(trace->devices().size(), 2U);
  EXPECT_TRUE(trace->report()[IssueKind::BrokenEvent].count == 0);
}

TEST(EventCsvOfRocprof, hasCopiesCallsAndMarkers) {
  const auto copies = read(
      "\"Kind\",\"Direction\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\",\"Start_Timestamp\","
      "\"End_Timestamp\"\n"
      "\"MEMORY_COPY\",\"MEMORY_COPY_HOST_TO_DEVICE\",\"Agent 0\",\"Agent 4\",7,1000,3000\n"
      "\"MEMORY_COPY\",\"MEMORY_COPY_DEVICE_TO_HOST\",\"Agent 4\",\"Agent 0\",8,4000,5000\n");
  const SpanId up = spanNamed(*copies, "Memcpy HtoD (Host -> Device)");
  ASSERT_NE(up, SpanId::none);
  EXPECT_EQ(copies->kind(up), SpanKind::Memcpy);
  EXPECT_EQ(copies->duration(up).ns, 2000);
  EXPECT_EQ(copies->trackOf(up), copies->trackOf(spanNamed(*copies, "Memcpy DtoH (Device -> Host)")));
  const auto calls = read(
      "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
      "\"HIP_RUNTIME_API\",\"hipLaunchKernel\",40,41,1,1000,1500\n"
      "\"MARKER_CORE_API\",\"forward\",40,41,2,900,2500\n");
  const SpanId launch = spanNamed(*calls, "hipLaunchKernel");
  ASSERT_NE(launch, SpanId::none);
  EXPECT_EQ(calls->kind(launch), SpanKind::Runtime);
  EXPECT_EQ(calls->kind(spanNamed(*calls, "forward")), SpanKind::Annotation);
  EXPECT_EQ(calls->trackOf(launch), trackOf(*calls, "40", "41"));
}

TEST(EventCsvOfRocprof, hasCountersOfADispatchBesideItsKernelOnce) {
  const auto trace = read(
      "\"Correlation_Id\",\"Dispatch_Id\",\"Agent_Id\",\"Queue_Id\",\"Process_Id\",\"Thread_Id\",\"Grid_Size\","
      "\"Kernel_Id\",\"Kernel_Name\",\"Workgroup_Size\",\"Counter_Name\",\"Counter_Value\",\"Start_Timestamp\","
      "\"End_Timestamp\"\n"
      "1,1,4,1,40,41,1024,10,\"k\",256,\"SQ_WAVES\",16,1000,2000\n"
      "1,1,4,1,40,41,1024,10,\"k\",256,\"TCC_HIT_sum\",250.5,1000,2000\n"
      "2,2,4,1,40,41,1024,10,\"k\",256,\"SQ_WAVES\",17,3000,4000\n");
  ASSERT_EQ(spansNamed(*trace, "k").size(), 2U);
  EXPECT_EQ(listOf(*trace, spansNamed(*trace, "k")[0], "grid"), "4,1,1");
  const auto waves = samplesOf(*trace, "SQ_WAVES", "");
  ASSERT_EQ(waves.size(), 4U);
  EXPECT_EQ(waves[0], std::pair(std::int64_t{1000}, 16.0));
  EXPECT_EQ(waves[2], std::pair(std::int64_t{3000}, 17.0));
  EXPECT_EQ(samplesOf(*trace, "TCC_HIT_sum", "")[0], std::pair(std::int64_t{1000}, 250.5));
}

TEST(EventCsvOfRocprof, hasAColumnForEachCounterWhereRocprofComputeJoinsThem) {
  const auto trace = read(
      "Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Arch_VGPR,SGPR,Wave_Size,"
      "Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID,SQ_WAVES,TCC_HIT[0]\n"
      "0,0,0,40,41,1024,256,0,8,32,64,\"k(int, int) [clone .kd]\",1000,2000,0,16,250.5\n"
      "1,0,0,40,41,1024,256,0,8,32,64,\"k(int, int) [clone .kd]\",3000,4000,0,17,N/A\n");
  EXPECT_EQ(spansNamed(*trace, "k(int, int) [clone .kd]").size(), 2U);
  const auto waves = samplesOf(*trace, "SQ_WAVES", "");
  ASSERT_EQ(waves.size(), 4U);
  EXPECT_EQ(waves[2], std::pair(std::int64_t{3000}, 17.0));
  EXPECT_EQ(samplesOf(*trace, "TCC_HIT[0]", "").size(), 2U);
  EXPECT_EQ(trace->counters().size(), 2U) << "what describes the kernel is none";
  EXPECT_EQ(trace->report()[IssueKind::BadCounterValue].count, 1U);
}

TEST(EventCsvOfRocprof, saysWhereItsRowsRan) {
  EXPECT_FALSE(csv::isEventTable("Kernel_Name,Grid_Size,Start_Timestamp,End_Timestamp\ngemm,4096,1000,2000\n"));
  EXPECT_TRUE(csv::isEventTable("Kernel_Name,GPU_ID,Start_Timestamp,End_Timestamp\ngemm,0,1000,2000\n"));
}

TEST(EventCsvOfRocprof, hasTheKernelsOfVersionOne) {
  const auto trace = read(
      "\"Index\",\"KernelName\",\"gpu-id\",\"queue-id\",\"queue-index\",\"pid\",\"tid\",\"grd\",\"wgr\",\"lds\","
      "\"scr\","
      "\"sgpr\",\"sig\",\"obj\",\"DispatchNs\",\"BeginNs\",\"EndNs\",\"CompleteNs\",\"DurationNs\",\"Wavefronts\"\n"
      "0,\"k\",4,0,0,40,40,1024,256,0,0,16,0x0,0x7f,900,1000,1500,1600,500,16\n");
  const SpanId kernel = spanNamed(*trace, "k");
  ASSERT_NE(kernel, SpanId::none);
  EXPECT_EQ(trace->range(kernel), (TimeRange{{1000}, {1500}}));
  EXPECT_EQ(listOf(*trace, kernel, "grid"), "4,1,1");
  EXPECT_EQ(samplesOf(*trace, "Wavefronts", "")[0].second, 16.0);
}

}  // namespace
}  // namespace kernline::test
