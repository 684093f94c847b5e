// SPDX-License-Identifier: GPL-3.0-or-later
// What the databases of ROCm's profilers become.
#include "core/analysis/statistics/statistics.h"
#include "core/import/rocpd/read_rocpd.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::Pair;

std::shared_ptr<const Trace> read(const std::string& bytes) {
  auto trace = rocpd::readRocpdBytes(bytes);
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

std::shared_ptr<const Trace> readFixture(const std::string& name) {
  return read(databaseOf(readFile(fixture("rocpd/" + name))));
}

/// "[8, 2, 1]".
std::string textOf(const ArgNode& node) {
  std::string text;
  for (const ArgNode& child : node.children) {
    text += (text.empty() ? "" : ", ") + textOf(child);
  }
  return node.kind == ArgNode::Kind::Array ? "[" + text + "]" : node.text;
}

std::string argOf(const Trace& trace, SpanId span, std::string_view key) {
  const EventDetails details = trace.details(span);
  const ArgNode* node = details.args.find(key);
  return node == nullptr ? "absent" : textOf(*node);
}

std::string_view rowOf(const Trace& trace, SpanId span) {
  return trace.text(trace.track(trace.trackOf(span)).title);
}

std::string_view processOf(const Trace& trace, SpanId span) {
  return trace.text(trace.process(trace.track(trace.trackOf(span)).process).title);
}

/// Returns the facts of a trace except for its places in the file.
std::vector<std::string> sayings(const Trace& trace) {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const SpanId launch = trace.launchOf(span);
    lines.push_back(
        fmt::format("{} {} {} {}+{} {} {} <- {} {}", processOf(trace, span), rowOf(trace, span), trace.nameText(span),
                    trace.start(span).ns, trace.duration(span).ns, toText(trace.kind(span)), trace.categoryText(span),
                    launch == SpanId::none ? "" : trace.nameText(launch), static_cast<int>(trace.flags(span))));
    for (const ArgNode& arg : trace.details(span).args.children) {
      lines.push_back("  " + arg.key + ": " + textOf(arg));
    }
  }
  for (const Counter& counter : trace.counters()) {
    for (std::size_t i = 0; i < counter.sampleCount; ++i) {
      lines.push_back(fmt::format("{} {} {} {} {}", trace.text(counter.name), trace.text(counter.series),
                                  trace.text(counter.unit), trace.sampleTimes(counter)[i].ns,
                                  trace.sampleValues(counter)[i]));
    }
  }
  for (const Instant& instant : trace.instants()) {
    lines.push_back(fmt::format("{} {}", trace.text(instant.name), instant.time.ns));
  }
  return lines;
}

TEST(Rocpd, putsWorkOnStreamsAndLinksItToItsCalls) {
  const auto trace = readFixture("rocprofv3-schema-3.sql");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(brokenPromise(*trace), "");
  const std::vector<SpanId> kernels = spansNamed(*trace, "void scale<float>(float*, int)");
  ASSERT_EQ(kernels.size(), 2U);
  for (const SpanId kernel : kernels) {
    EXPECT_EQ(trace->kind(kernel), SpanKind::Kernel);
    EXPECT_EQ(trace->nameText(trace->launchOf(kernel)), "hipLaunchKernel");
  }
  EXPECT_EQ(rowOf(*trace, kernels[0]), "stream 1");
  EXPECT_EQ(processOf(*trace, kernels[0]), "GPU 0 · AMD Instinct MI300X");
  EXPECT_EQ(processOf(*trace, kernels[1]), "GPU 1 · AMD Instinct MI300X");
  const SpanId copy = spanNamed(*trace, "Memcpy HtoD (Host -> Device)");
  EXPECT_EQ(trace->kind(copy), SpanKind::Memcpy);
  EXPECT_EQ(trace->nameText(trace->launchOf(copy)), "hipMemcpyAsync");
  EXPECT_EQ(processOf(*trace, spanNamed(*trace, "Memcpy DtoH (Device -> Host)")), "GPU 0 · AMD Instinct MI300X")
      << "the device that it comes from";
  EXPECT_EQ(processOf(*trace, spanNamed(*trace, "hipMalloc")), "python3 (700)");
  EXPECT_EQ(rowOf(*trace, spanNamed(*trace, "ncclAllReduce")), "worker (701)");
  EXPECT_THAT(trace->sources()[0].format, says("rocprofv3-database", "3"));
}

TEST(Rocpd, marksWhatAGraphReplayed) {
  const auto trace = readFixture("rocprofv3-schema-3.sql");
  const std::vector<SpanId> replayed = spansNamed(*trace, "__amd_rocclr_fillBufferAligned");
  ASSERT_EQ(replayed.size(), 2U);
  for (const SpanId kernel : replayed) {
    EXPECT_EQ(trace->nameText(trace->launchOf(kernel)), "hipGraphLaunch");
    EXPECT_TRUE(has(trace->flags(kernel), SpanFlags::GraphReplay));
  }
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 2U);
}

TEST(Rocpd, takesTheTextOfRangesFromTheirMessages) {
  const auto trace = readFixture("rocprofv3-schema-3.sql");
  const SpanId range = spanNamed(*trace, "forward 1");
  EXPECT_EQ(trace->kind(range), SpanKind::Annotation);
  EXPECT_EQ(trace->categoryText(range), "roctx");
  EXPECT_EQ(argOf(*trace, range, "api"), "roctxThreadRangeA");
  ASSERT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(trace->text(trace->instants()[0].name), "batch \"7\"");
  EXPECT_EQ(trace->categoryText(spanNamed(*trace, "hsa_signal_store_screlease")), "hsa");
  EXPECT_EQ(trace->categoryText(spanNamed(*trace, "hipGraphLaunch")), "hip_runtime");
  EXPECT_EQ(trace->categoryText(spanNamed(*trace, "ncclAllReduce")), "rccl");
}

TEST(Rocpd, readsArgsWhenSomebodyLooks) {
  const auto trace = readFixture("rocprofv3-schema-3.sql");
  const SpanId kernel = spansNamed(*trace, "void scale<float>(float*, int)")[0];
  EXPECT_EQ(argOf(*trace, kernel, "grid"), "[8, 2, 1]") << "blocks, not work-items";
  EXPECT_EQ(argOf(*trace, kernel, "block"), "[256, 1, 1]");
  EXPECT_EQ(argOf(*trace, kernel, "shared memory"), "1024");
  EXPECT_EQ(argOf(*trace, kernel, "registers per thread"), "64");
  EXPECT_EQ(argOf(*trace, kernel, "symbol"), "_Z5scalePfi.kd");
  EXPECT_EQ(argOf(*trace, kernel, "SQ_WAVES"), "111") << "the sum of its instances";
  EXPECT_EQ(argOf(*trace, spanNamed(*trace, "hipMalloc"), "size"), "4096");
  EXPECT_EQ(argOf(*trace, spanNamed(*trace, "Memcpy HtoD (Host -> Device)"), "memory bandwidth (GB/s)"), "16.384");
  EXPECT_EQ(trace->placeText(trace->offset(kernel)).english(),
            "rocpd_kernel_dispatch_0000aaaa_1111_7222_8333_444455556666, row 1");
}

TEST(Rocpd, countsMemoryAndCounters) {
  const auto trace = readFixture("rocprofv3-schema-3.sql");
  EXPECT_THAT(samplesOf(*trace, "SQ_WAVES", ""), ElementsAre(Pair(5000, 111.0)));
  EXPECT_THAT(samplesOf(*trace, "power", ""), ElementsAre(Pair(7500, 250.5)));
  EXPECT_THAT(samplesOf(*trace, "Allocated memory", "real"), ElementsAre(Pair(1100, 4096.0), Pair(9650, 0.0)))
      << "a free says the address alone";
  EXPECT_THAT(samplesOf(*trace, "Allocated memory", "scratch"), ElementsAre(Pair(1950, 1000.0)));
  EXPECT_EQ(trace->devices().size(), 2U);
  EXPECT_EQ(trace->devices()[0].multiprocessors, 304U);
  EXPECT_EQ(trace->devices()[0].computeMajor, 9U);
  EXPECT_EQ(trace->devices()[0].computeMinor, 4U);
}

TEST(Rocpd, makesTheSameOfBothSchemas) {
  const auto third = readFixture("rocprofv3-schema-3.sql");
  const auto fourth = readFixture("rocprofv3-schema-4.sql");
  ASSERT_TRUE(third != nullptr && fourth != nullptr);
  std::vector<std::string> expected = sayings(*third);
  // Copies of schema 3 name a queue, and nothing else is missing.
  std::erase_if(expected, [](const std::string& line) { return line == "  queue: 0"; });
  EXPECT_EQ(sayings(*fourth), expected);
  EXPECT_THAT(fourth->sources()[0].format, says("rocprofv3-database", "4.0.0"));
}

TEST(Rocpd, tellsTheRunsOfOneFileApart) {
  std::string both = readFile(fixture("rocpd/rocprofv3-schema-3.sql"));
  std::string second = both;
  for (std::size_t at = 0; (at = second.find("444455556666", at)) != std::string::npos;) {
    second.replace(at, 12, "777788889999");
  }
  for (const std::string_view view : {"CREATE VIEW rocpd_region AS"}) {
    second.replace(second.find(view), view.size(), "CREATE VIEW other AS");
  }
  const auto trace = read(databaseOf(both + second));
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(spansNamed(*trace, "hipMalloc").size(), 2U);
  EXPECT_EQ(trace->launches().size(), 12U);
  for (const Launch& launch : trace->launches()) {
    const auto suffix = [&](SpanId span) { return trace->placeText(trace->offset(span)).english().contains("7777"); };
    EXPECT_EQ(suffix(launch.call), suffix(launch.activity));
  }
  EXPECT_EQ(trace->devices().size(), 2U) << "both saw the same machine";
}

TEST(Rocpd, namesRowsByQueuesWhereStreamsWereNotRecorded) {
  const auto trace =
      read(databaseOf(readFile(fixture("rocpd/rocprofv3-schema-3.sql")) +
                      "UPDATE rocpd_kernel_dispatch_0000aaaa_1111_7222_8333_444455556666 SET stream_id = 0"));
  EXPECT_EQ(rowOf(*trace, spansNamed(*trace, "void scale<float>(float*, int)")[0]), "queue 5");
  EXPECT_EQ(rowOf(*trace, spansNamed(*trace, "void scale<float>(float*, int)")[1]), "queue 6");
}

TEST(RocmProfileData, readsCallsWorkMarkersAndOperators) {
  const auto trace = readFixture("rocm-profile-data.sql");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(brokenPromise(*trace), "");
  EXPECT_THAT(trace->sources()[0].format, says("rocmprofiledata-recording", "2"));
  const SpanId gemm = spanNamed(*trace, "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x2x1_SN");
  EXPECT_EQ(trace->kind(gemm), SpanKind::Kernel);
  EXPECT_EQ(trace->nameText(trace->launchOf(gemm)), "hipExtModuleLaunchKernel");
  EXPECT_EQ(argOf(*trace, gemm, "grid"), "[7, 4, 1]") << "launches of modules count work-items";
  const SpanId first = spansNamed(*trace, "_Z5scalePfi")[0];
  EXPECT_EQ(argOf(*trace, first, "grid"), "[3, 1, 1]") << "others count blocks";
  EXPECT_EQ(argOf(*trace, first, "shared memory"), "512");
  EXPECT_EQ(trace->nameText(trace->launchOf(spansNamed(*trace, "_Z5scalePfi")[1])), "hipGraphLaunch");
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 2U);
  const SpanId copy = spanNamed(*trace, "Memcpy HtoD (Host -> Device)");
  EXPECT_EQ(argOf(*trace, copy, "bytes"), "4096");
  EXPECT_EQ(trace->kind(spanNamed(*trace, "Memset (Device)")), SpanKind::Memset);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "aten::mm")), SpanKind::Op);
  EXPECT_EQ(trace->opOf(first), spanNamed(*trace, "aten::mm")) << "the call lies within it";
  EXPECT_EQ(trace->kind(spanNamed(*trace, "epoch 1")), SpanKind::Annotation);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "OpTable::writeRows")), SpanKind::Overhead);
  EXPECT_EQ(trace->instants().size(), 1U);
  EXPECT_THAT(samplesOf(*trace, "sclk", ""), ElementsAre(Pair(1000, 1700.0), Pair(5000, 800.0)));
  EXPECT_EQ(trace->report()[IssueKind::BadCounterValue].count, 1U);
}

TEST(Rocprof, readsTheDatabaseOfVersionOne) {
  const auto trace = readFixture("rocprof-version-1.sql");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(brokenPromise(*trace), "");
  EXPECT_EQ(trace->sources()[0].format.english(), "rocprof database");
  const SpanId kernel = spanNamed(*trace, "void scale<float>(float*, int)");
  EXPECT_EQ(trace->nameText(trace->launchOf(kernel)), "hipLaunchKernel");
  EXPECT_EQ(argOf(*trace, kernel, "roctx-range"), "train step");
  EXPECT_EQ(trace->nameText(trace->launchOf(spanNamed(*trace, "Memcpy HtoD (Host -> Device)"))), "hipMemcpy");
  EXPECT_FALSE(isDeviceActivity(trace->kind(spanNamed(*trace, "Barrier"))));
  EXPECT_EQ(trace->kind(spanNamed(*trace, "train step")), SpanKind::Annotation);
  EXPECT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(argOf(*trace, spanNamed(*trace, "hipMemcpy"), "args"), "( dst(0x7f00) sizeBytes(4096))");
}

TEST(RocprofCompute, hasItsDispatchesWithTheMetricsOfTheirKernels) {
  const auto trace = readFixture("rocprof-compute.sql");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(brokenPromise(*trace), "");
  EXPECT_THAT(trace->sources()[0].format, says("rocprof-compute-analysis-database"));
  const std::vector<SpanId> copies = spansNamed(*trace, "copy(double*, double*)");
  ASSERT_EQ(copies.size(), 3U);
  EXPECT_EQ(trace->range(copies[1]), (TimeRange{{2000}, {2600}}));
  EXPECT_EQ(trace->kind(copies[0]), SpanKind::Kernel);
  EXPECT_EQ(argOf(*trace, copies[0], "Compute: VALU Utilization [pct] (avg)"), "12.5");
  EXPECT_EQ(argOf(*trace, copies[1], "dispatch"), "1");
  EXPECT_EQ(spansNamed(*trace, "scale(float*)").size(), 1U) << "the other one has no start";
  EXPECT_EQ(trace->report()[IssueKind::MissingTimestamp].count, 1U);
}

/// Figures that SQL counted of the file; see its expected.json.
TEST(RocpdFiles, agreeWithTheFiguresOfABatchedGemm) {
  constexpr std::string_view file = "formats/rocpd/rocprofv3_rocpd_bmm.db";
  if (!hasShared(file)) {
    GTEST_SKIP() << lacks(file);
  }
  const json expected = json::parse(readFile(shared("formats/rocpd/expected.json")));
  const auto loaded = load(shared(file));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  EXPECT_EQ(brokenPromise(trace), "");
  const auto check = [&](const json& row, SpanKind kind) {
    const std::vector<SpanId> spans = spansNamed(trace, row.at("name").get<std::string>());
    std::int64_t total = 0;
    for (const SpanId span : spans) {
      EXPECT_EQ(trace.kind(span), kind);
      total += trace.duration(span).ns;
    }
    EXPECT_EQ(spans.size(), row.at("calls").get<std::size_t>()) << row.at("name");
    EXPECT_EQ(total, row.at("total_ns").get<std::int64_t>()) << row.at("name");
  };
  for (const json& kernel : expected.at("kernels")) {
    check(kernel, SpanKind::Kernel);
  }
  for (const json& region : expected.at("regions_by_category_and_name")) {
    check(region, SpanKind::Runtime);
  }
  std::map<std::string, std::size_t> launches;
  for (const Launch& launch : trace.launches()) {
    ++launches[std::string(trace.nameText(launch.call))];
  }
  for (const json& pair : expected.at("launching_api_by_stack_id")) {
    EXPECT_EQ(launches[pair.at(0)], pair.at(1).get<std::size_t>());
  }
  EXPECT_EQ(statistics(trace, {.kinds = {SpanKind::Kernel}}).busy.ns, expected.at("busy_union_ns").get<std::int64_t>());
  for (const json& shape : expected.at("launch_shapes")) {
    const SpanId span = spansNamed(trace, shape.at("name").get<std::string>())[0];
    const auto at = [&](const char* key, std::size_t i) { return shape.at(key).at(i).get<int>(); };
    EXPECT_EQ(argOf(trace, span, "grid"), fmt::format("[{}, {}, {}]", at("grid_in_work_items", 0) / at("workgroup", 0),
                                                      at("grid_in_work_items", 1), at("grid_in_work_items", 2)));
  }
  EXPECT_EQ(trace.devices().size(), 8U);
  EXPECT_TRUE(trace.report().isClean());
}

/// Counted with the sqlite3 program: SELECT string, count(*), sum("end" - start) FROM rocpd_op JOIN rocpd_string …
TEST(RocpdFiles, agreeWithTheFiguresOfAMatrixProduct) {
  const auto loaded = load(shared("formats/rocpd/matmul_result.rpd"));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  EXPECT_EQ(brokenPromise(trace), "");
  struct Sum {
    std::size_t count = 0;
    std::int64_t ns = 0;
    bool operator==(const Sum&) const = default;
  };
  std::map<std::string, Sum> sums;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const bool isWork = isDeviceActivity(trace.kind(span));
    Sum& sum = sums[isWork && trace.kind(span) != SpanKind::Kernel ? std::string(trace.nameText(span))
                    : isWork                                       ? "kernels"
                                                                   : "calls"];
    ++sum.count;
    sum.ns += trace.duration(span).ns;
    if (isWork) {
      EXPECT_NE(trace.launchOf(span), SpanId::none);
    }
  }
  EXPECT_EQ(sums["Memcpy DtoH (Device -> Host)"], (Sum{53, 334758}));
  EXPECT_EQ(sums["Memcpy HtoD (Host -> Device)"], (Sum{2, 157178063}));
  EXPECT_EQ(sums["Memset (Device)"], (Sum{1, 5440}));
  EXPECT_EQ(sums["kernels"], (Sum{29, 26399795}));
  EXPECT_EQ(sums["calls"].count, 125U);
}

}  // namespace
}  // namespace kernline::test
