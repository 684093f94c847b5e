// SPDX-License-Identifier: GPL-3.0-or-later
// What an export of Nsight Systems becomes, from databases made here.
#include "core/analysis/query/args_search.h"
#include "core/analysis/statistics/statistics.h"
#include "core/import/nsys/read_nsys.h"
#include "tests/core/output/sql/answers.h"
#include "tests/support/nsys_database.h"
#include "tests/support/says.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

std::shared_ptr<const Trace> read(NsysDatabase& database, const nsys::ReadOptions& options = {}) {
  auto trace = nsys::readNsysBytes(database.bytes(), options);
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

std::string_view titleOf(const Trace& trace, SpanId span) {
  return trace.text(trace.track(trace.trackOf(span)).title);
}

std::string argOf(const Trace& trace, SpanId span, std::string_view key) {
  const EventDetails details = trace.details(span);
  const ArgNode* node = details.args.find(key);
  return node == nullptr ? "absent" : node->text;
}

TEST(Nsys, putsKernelsOnStreamsAndCallsOnThreads) {
  NsysDatabase database;
  database.run(fmt::format("INSERT INTO PROCESSES VALUES ({}, 500, '/usr/bin/python3')", NsysDatabase::globalPid(500)));
  database.run(fmt::format("INSERT INTO ThreadNames VALUES ({}, 20, {})", database.text("worker"),
                           NsysDatabase::globalTid(500, 501)));
  database.addCall(500, 501, 100, 150, "cudaLaunchKernel_v7000", 9);
  database.addCall(500, 501, 200, 220, "cuMemAlloc_v2", 10);
  database.addKernel(500, 1000, 1400, "void scale<float>(float*, int)", 9);
  const auto trace = read(database);

  const SpanId kernel = spanNamed(*trace, "void scale<float>(float*, int)");
  const SpanId launch = spanNamed(*trace, "cudaLaunchKernel");
  ASSERT_NE(kernel, SpanId::none);
  ASSERT_NE(launch, SpanId::none) << "nsys' own version of a call is no part of its name";
  EXPECT_NE(spanNamed(*trace, "cuMemAlloc_v2"), SpanId::none) << "CUDA's is";
  EXPECT_EQ(trace->categoryText(spanNamed(*trace, "cuMemAlloc_v2")), "cuda_driver");
  EXPECT_EQ(trace->kind(kernel), SpanKind::Kernel);
  EXPECT_EQ(trace->range(kernel), (TimeRange{{1000}, {1400}}));
  EXPECT_EQ(trace->launchOf(kernel), launch);
  EXPECT_EQ(titleOf(*trace, kernel), "stream 7");
  EXPECT_EQ(titleOf(*trace, launch), "worker (501)");
  EXPECT_EQ(trace->text(trace->process(trace->track(trace->trackOf(launch)).process).title), "python3 (500)");
  EXPECT_EQ(trace->text(trace->process(trace->track(trace->trackOf(kernel)).process).title), "GPU 0 · Card A");
  EXPECT_EQ(trace->baseTimeNs(), 1700000000000000000);
  EXPECT_THAT(trace->sources()[0].format, says("nsys-export-with-schema", "3.20.1"));
  EXPECT_EQ(trace->devices().size(), 2U);
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(Nsys, readsARowAgainWhenSomebodyLooks) {
  NsysDatabase database;
  database.addKernel(500, 1000, 1400, "void scale<float>(float*, int)", 9, 7, 1);
  const auto trace = read(database);
  const SpanId kernel = spanNamed(*trace, "void scale<float>(float*, int)");
  const EventDetails details = trace->details(kernel);
  EXPECT_EQ(details.fields.find("table")->text, "CUPTI_ACTIVITY_KIND_KERNEL");
  EXPECT_EQ(details.fields.find("row")->text, "1");
  EXPECT_EQ(argOf(*trace, kernel, "registers per thread"), "32");
  EXPECT_EQ(argOf(*trace, kernel, "shared memory"), "1280");
  EXPECT_EQ(argOf(*trace, kernel, "short name"), "void scale");
  EXPECT_EQ(argOf(*trace, kernel, "process"), "500");
  EXPECT_EQ(argOf(*trace, kernel, "blocks per SM"), "4") << "200 blocks on the 50 multiprocessors of the second card";
  EXPECT_EQ(argOf(*trace, kernel, "warps per SM"), "16");
  EXPECT_EQ(argOf(*trace, kernel, "est. achieved occupancy %"), "25");
  EXPECT_EQ(argOf(*trace, kernel, "mangled name"), "absent") << "NULL is nothing";
  ASSERT_NE(details.args.find("grid"), nullptr);
  EXPECT_EQ(details.args.find("grid")->children.front().text, "200");
  EXPECT_EQ(trace->placeText(trace->offset(kernel)).english(), "CUPTI_ACTIVITY_KIND_KERNEL, row 1");
  constexpr std::array<std::string_view, 3> keys{"blocks per SM", "registers per thread", "nothing"};
  EXPECT_EQ(trace->args(kernel, keys).children.size(), 2U);
  std::vector<SpanId> hits;
  Progress progress;
  const auto take = [&](const std::vector<SpanId>& some) { hits.insert(hits.end(), some.begin(), some.end()); };
  ASSERT_TRUE(searchArgs(*trace, {.text = "grid: [200"}, take, progress));
  EXPECT_EQ(hits, std::vector{kernel}) << "args are searched as those of a text are";
  sql::Database queries{trace};
  EXPECT_EQ(ask(queries, "SELECT value FROM args WHERE key = 'registers per thread'").value(), "32");
}

TEST(Nsys, joinsWorkToTheCallOfItsOwnProcess) {
  NsysDatabase database;
  // Two processes on one GPU use the same ids; the clock of neither says who is who.
  database.addCall(500, 500, 100, 150, "cudaLaunchKernel_v7000", 5);
  database.addCall(600, 600, 110, 160, "cudaLaunchKernel_v7000", 5);
  database.addKernel(600, 1000, 1100, "of600()", 5);
  database.addKernel(500, 1200, 1300, "of500()", 5);
  const auto trace = read(database);
  const auto pidOfLaunch = [&](std::string_view name) {
    const SpanId call = trace->launchOf(spanNamed(*trace, name));
    return call == SpanId::none ? std::string_view{} : pidOf(*trace, trace->trackOf(call));
  };
  EXPECT_EQ(pidOfLaunch("of600()"), "600");
  EXPECT_EQ(pidOfLaunch("of500()"), "500");
  EXPECT_EQ(titleOf(*trace, spanNamed(*trace, "of600()")), "stream 7 of process 600") << "streams are told apart";
}

TEST(Nsys, knowsWhichGpuAProcessMeansByItsNumber) {
  NsysDatabase database;
  database.run(
      "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER NOT NULL, pid INTEGER NOT NULL);"
      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1, 0, 500), (0, 0, 600)");
  database.addKernel(500, 1000, 1100, "on B", 1);
  database.addKernel(600, 1000, 1100, "on A", 1);
  const auto trace = read(database);
  const auto device = [&](std::string_view name) {
    return trace->text(trace->process(trace->track(trace->trackOf(spanNamed(*trace, name))).process).title);
  };
  EXPECT_EQ(device("on B"), "GPU 1 · Card B");
  EXPECT_EQ(device("on A"), "GPU 0 · Card A");
}

TEST(Nsys, drawsNvtxRangesWhereTheyBelong) {
  NsysDatabase database;
  database.addNvtx(500, 500, 100, 900, "step 1");
  database.addNvtx(500, 500, 200, 300, "forward");
  database.addNvtx(500, 500, 150, 1200, "prefetch", 60);
  database.addNvtx(500, 500, 400, -1, "checkpoint", 34);
  database.addNvtx(500, 500, 0, -1, "NCCL", 75, 3);
  database.addNvtx(500, 500, 500, 600, "ncclAllReduce", 59, 3);
  database.addNvtx(500, 501, 700, -1, "unended");
  database.run(fmt::format("INSERT INTO NVTX_EVENTS VALUES (310, 320, 59, NULL, NULL, {}, NULL, {}, 0)",
                           NsysDatabase::globalTid(500, 500), database.text("by number")));
  const auto trace = read(database);
  const SpanId forward = spanNamed(*trace, "forward");
  EXPECT_EQ(trace->parent(forward), spanNamed(*trace, "step 1"));
  EXPECT_EQ(trace->kind(forward), SpanKind::Annotation);
  EXPECT_EQ(trace->categoryText(forward), "nvtx");
  EXPECT_EQ(trace->categoryText(spanNamed(*trace, "ncclAllReduce")), "nvtx NCCL");
  EXPECT_NE(spanNamed(*trace, "by number"), SpanId::none);
  const Track& ranges = trace->track(trace->trackOf(spanNamed(*trace, "prefetch")));
  EXPECT_EQ(ranges.kind, TrackKind::Async);
  ASSERT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(trace->text(trace->instants()[0].name), "checkpoint");
  EXPECT_EQ(trace->steps().size(), 1U);
  const SpanId unended = spanNamed(*trace, "unended");
  EXPECT_TRUE(has(trace->flags(unended), SpanFlags::Unfinished));
  EXPECT_EQ(trace->end(unended).ns, 1200) << "with the recording";
  EXPECT_EQ(trace->report()[IssueKind::BeginWithoutEnd].count, 1U);
}

TEST(Nsys, projectsRangesOnTheDevicesThatTheirWorkRanOn) {
  NsysDatabase database;
  database.addNvtx(500, 500, 100, 400, "outer");
  database.addNvtx(500, 500, 110, 200, "inner");
  database.addNvtx(500, 500, 300, 350, "idle");
  database.addNvtx(500, 501, 100, 400, "elsewhere");
  database.addCall(500, 500, 120, 130, "cudaLaunchKernel_v7000", 1);
  database.addCall(500, 500, 140, 150, "cudaLaunchKernel_v7000", 2);
  database.addCall(500, 500, 210, 220, "cudaLaunchKernel_v7000", 3);
  database.addKernel(500, 1000, 1100, "a()", 1);
  database.addKernel(500, 1050, 1300, "b()", 2, 8);
  database.addKernel(500, 2000, 2100, "c()", 3, 7, 1);
  const auto trace = read(database);
  std::vector<std::tuple<std::string, int, std::int64_t, std::int64_t>> projected;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const SpanId span{i};
    if (trace->kind(span) == SpanKind::DeviceAnnotation) {
      const Track& track = trace->track(trace->trackOf(span));
      projected.emplace_back(trace->nameText(span), trace->process(track.process).device, trace->start(span).ns,
                             trace->end(span).ns);
      EXPECT_EQ(track.kind, TrackKind::DeviceOther);
      EXPECT_EQ(trace->text(track.title), "NVTX of thread 500");
    }
  }
  EXPECT_THAT(projected,
              testing::UnorderedElementsAre(std::tuple("outer", 0, 1000, 1300), std::tuple("inner", 0, 1000, 1300),
                                            std::tuple("outer", 1, 2000, 2100)));
}

TEST(Nsys, marksWhatCudaGraphsReplay) {
  NsysDatabase database;
  database.addCall(500, 500, 100, 150, "cudaGraphLaunch_v10000", 5);
  database.addKernel(500, 200, 300, "node()", 5);
  database.addKernel(500, 300, 400, "node()", 5);
  database.run("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET graphNodeId = 77");
  database.run(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId "
      "INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (500, 800, 0, 1, 7, 6, NULL, 3, 4)");
  const auto trace = read(database);
  for (const char* name : {"node()", "CUDA graph 3"}) {
    EXPECT_TRUE(has(trace->flags(spansNamed(*trace, name).at(0)), SpanFlags::GraphReplay)) << name;
  }
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 3U) << "each counts once";
  EXPECT_EQ(trace->launchedBy(spanNamed(*trace, "cudaGraphLaunch")).size(), 2U);
}

TEST(Nsys, namesCopiesFillsAndWaitsAsTorchDoes) {
  NsysDatabase database;
  database.run(R"(
    CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
      streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER,
      dstKind INTEGER);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (100, 200, 0, 1, 7, 1, NULL, 4000, 1, 0, 2),
      (300, 400, 0, 1, 7, 2, NULL, 10, 99, NULL, NULL);
    CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
      streamId INTEGER, bytes INTEGER, memKind INTEGER);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (500, 600, 0, 1, 7, 64, 2);
    CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
      streamId INTEGER, syncType INTEGER);
    INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (100, 700, 0, 1, 7, 3), (700, 800, 0, 1, 4294967295, 4);)");
  const auto trace = read(database);
  const SpanId copy = spanNamed(*trace, "Memcpy HtoD (Pageable -> Device)");
  ASSERT_NE(copy, SpanId::none);
  EXPECT_EQ(trace->kind(copy), SpanKind::Memcpy);
  EXPECT_EQ(argOf(*trace, copy, "copy kind"), "Host-to-Device");
  EXPECT_EQ(argOf(*trace, copy, "memory bandwidth (GB/s)"), "40");
  EXPECT_NE(spanNamed(*trace, "Memcpy of kind 99"), SpanId::none);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "Memset (Device)")), SpanKind::Memset);
  EXPECT_EQ(titleOf(*trace, spanNamed(*trace, "Stream Sync")), "stream 7 (waits)");
  EXPECT_EQ(titleOf(*trace, spanNamed(*trace, "Context Sync")), "context 1 (waits)");
}

TEST(Nsys, addsUpMemoryAndSamplesMetrics) {
  NsysDatabase database;
  database.run(R"(
    CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, globalPid INTEGER, deviceId INTEGER, bytes INTEGER,
      memKind INTEGER, memoryOperationType INTEGER);
    INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (300, NULL, 0, 50, 2, 1), (100, NULL, 0, 200, 2, 0),
      (200, NULL, 0, 100, 2, 0), (250, NULL, 0, 'much', 2, 0);
    CREATE TABLE GPU_METRICS (timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);
    INSERT INTO GPU_METRICS VALUES (100, 257, 4, 12), (200, 257, 4, 15.5), (300, 257, 4, NULL);
    CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId INTEGER,
      metricName TEXT);
    INSERT INTO TARGET_INFO_GPU_METRICS VALUES (257, 0, '', 4, 'SMs Active [Throughput %]');)");
  const auto trace = read(database);
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(samplesOf(*trace, "CUDA memory", "Device"), (Samples{{100, 200}, {200, 300}, {300, 250}}));
  EXPECT_EQ(samplesOf(*trace, "SMs Active", ""), (Samples{{100, 12}, {200, 15.5}}));
  ASSERT_EQ(trace->counters().size(), 2U);
  for (const Counter& counter : trace->counters()) {
    const bool isMemory = trace->text(counter.name) == "CUDA memory";
    EXPECT_EQ(trace->text(counter.unit), isMemory ? "bytes" : "%");
    EXPECT_EQ(trace->process(counter.process).device, isMemory ? 0 : 1) << "257 is a metric of the second GPU";
  }
  EXPECT_EQ(trace->report()[IssueKind::BadCounterValue].count, 2U);
}

TEST(Nsys, saysWhatItsRecordingLacks) {
  NsysDatabase database;
  database.run(R"(
    CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, timestampType INTEGER, source INTEGER, severity INTEGER,
      text TEXT, globalPid INTEGER);
    INSERT INTO DIAGNOSTIC_EVENT VALUES (0, 1, 1, 1, 'all is well', 0), (5, 1, 1, 2, 'No CUDA events collected', 0),
      (6, 1, 1, 3, 'CUPTI failed', 0);
    CREATE TABLE SCHED_EVENTS (start INTEGER, cpu INTEGER);
    INSERT INTO SCHED_EVENTS VALUES (1, 1), (2, 1), (3, 1);)");
  const auto trace = read(database);
  const ImportReport& report = trace->report();
  EXPECT_EQ(report[IssueKind::NoDeviceRecords].count, 1U);
  EXPECT_EQ(report[IssueKind::ProfilerWarning].example, "No CUDA events collected");
  EXPECT_EQ(report[IssueKind::ProfilerError].example, "CUPTI failed");
  EXPECT_EQ(trace->placeText(report[IssueKind::ProfilerError].firstOffset).english(), "DIAGNOSTIC_EVENT, row 3");
  EXPECT_EQ(report[IssueKind::UnsupportedRecord].count, 3U);
  EXPECT_EQ(report[IssueKind::UnsupportedRecord].example, "SCHED_EVENTS");
}

TEST(Nsys, readsOldExportsThatLackColumns) {
  NsysDatabase database;
  database.run(R"(
    DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL;
    DROP TABLE META_DATA_EXPORT;
    CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, streamId INT, correlationId INT, shortName INT);)");
  database.run(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (500, 600, 7, 5, {})", database.text("k")));
  database.addCall(500, 500, 100, 150, "cudaLaunchKernel_v7000", 5);
  const auto trace = read(database);
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "k")), spanNamed(*trace, "cudaLaunchKernel"))
      << "of the only process that there is";
}

TEST(Nsys, whatThereIsNoMemoryForIsCountedByTable) {
  NsysDatabase database;
  database.addCall(500, 500, 100, 150, "cudaLaunchKernel_v7000", 1);
  database.addKernel(500, 170, 260, "k()", 1, 7);
  std::stop_source enough;
  enough.request_stop();
  nsys::ReadOptions options;
  options.load.memoryExhausted = enough.get_token();
  const auto trace = read(database, options);
  EXPECT_EQ(trace->spanCount(), 0U);
  const auto& left = trace->report()[IssueKind::MemoryLimit];
  EXPECT_EQ(left.count, 2U) << "the table of kernels and that of calls";
  EXPECT_EQ(left.example, "CUPTI_ACTIVITY_KIND_KERNEL");
}

TEST(Nsys, givesTheSameTraceHoweverItIsRead) {
  NsysDatabase database;
  for (std::int64_t i = 0; i < 40; ++i) {
    database.addCall(500 + i % 3, 500 + i % 3, i * 100, i * 100 + 50, "cudaLaunchKernel_v7000", i + 1);
    database.addKernel(500 + i % 3, i * 100 + 70, i * 100 + 160, i % 2 == 0 ? "even()" : "odd()", i + 1, 7 + i % 2);
    database.addNvtx(500, 500, i * 100, i * 100 + 120, "range " + std::to_string(i % 5), i % 7 == 0 ? 60 : 59);
  }
  const auto whole = read(database);
  for (const std::int64_t rows : {1, 7, 1000}) {
    for (const unsigned threads : {1U, 4U}) {
      nsys::ReadOptions options;
      options.rowsAtATime = rows;
      options.load.threads = threads;
      EXPECT_EQ(firstDifference(*whole, *read(database, options)), "") << rows << " rows, " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace kernline::test
