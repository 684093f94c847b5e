// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/statistics.h"

#include "core/model/names/kernel_name.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <random>

namespace kernline::test {
namespace {

const StatisticsRow& rowNamed(const Statistics& statistics, std::string_view name) {
  static const StatisticsRow missing;
  const auto found = std::ranges::find(statistics.rows, name, &StatisticsRow::name);
  EXPECT_NE(found, statistics.rows.end()) << name;
  return found == statistics.rows.end() ? missing : *found;
}

TEST(Statistics, givesCountsSumsAndMiddlesByName) {
  const auto trace = sketch(R"(ns
    gpu 0/7: gemm 1000+10
    gpu 0/7: gemm 4000+40
    gpu 0/7: gemm 2000+20
    gpu 0/7: add 9000+5)");
  const Statistics result = statistics(*trace, {});
  ASSERT_EQ(result.rows.size(), 2U);
  const StatisticsRow& gemm = result.rows[0];
  EXPECT_EQ(gemm.name, "gemm");
  EXPECT_EQ(gemm.category, "kernel");
  EXPECT_EQ(gemm.count, 3U);
  EXPECT_EQ(gemm.total.ns, 70);
  EXPECT_EQ(gemm.mean.ns, 23);
  EXPECT_EQ(gemm.median.ns, 20);
  EXPECT_EQ(gemm.min.ns, 10);
  EXPECT_EQ(gemm.max.ns, 40);
  EXPECT_EQ(gemm.stddev.ns, 15);  // sqrt((13.3² + 16.7² + 3.3²) / 2) = 15.28
  EXPECT_EQ(trace->duration(gemm.longest).ns, 40);
  EXPECT_DOUBLE_EQ(gemm.share, 70.0 / 75);
  EXPECT_EQ(result.count, 4U);
  EXPECT_EQ(result.total.ns, 75);
  EXPECT_EQ(result.rows[1].stddev.ns, 0);
}

TEST(Statistics, sumUpFamiliesOfDeviceWork) {
  const auto trace = sketch(R"(ns
    gpu 0/7: cutlass_80_gemm_f16 0+30
    gpu 0/7: ampere_sgemm_128x64_nn 100+20
    gpu 0/7: softmax_warp_forward 200+5
    cpu 1: aten::mm 0+50)");
  const Statistics result = statistics(*trace, {.by = byFamily(*trace)});
  ASSERT_EQ(result.rows.size(), 3U);
  const StatisticsRow& gemm = rowNamed(result, toText(KernelFamily::Gemm));
  EXPECT_EQ(gemm.count, 2U);
  EXPECT_EQ(gemm.total.ns, 50);
  EXPECT_EQ(gemm.key, static_cast<std::uint32_t>(KernelFamily::Gemm));
  EXPECT_EQ(result.by->of(gemm.longest), gemm.key);
  EXPECT_EQ(rowNamed(result, "").total.ns, 50);
}

TEST(Statistics, countsOnlyTheSpansThatItIsGiven) {
  const auto trace = sketch(R"(ns
    gpu 0/7: gemm 1000+10
    gpu 0/7: gemm 4000+40
    gpu 0/7: gemm 2000+20
    gpu 0/7: add 9000+5)");
  std::vector<SpanId> some;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    if (trace->duration(SpanId{i}).ns < 30) {
      some.push_back(SpanId{i});
    }
  }
  StatisticsOptions options;
  options.among = std::make_shared<const std::vector<SpanId>>(some);
  const Statistics result = statistics(*trace, options);
  ASSERT_EQ(result.rows.size(), 2U);
  EXPECT_EQ(result.rows[0].count, 2U);
  EXPECT_EQ(result.rows[0].max.ns, 20);
  EXPECT_EQ(result.busy.ns, 35);
  options.among = std::make_shared<const std::vector<SpanId>>();
  EXPECT_TRUE(statistics(*trace, options).rows.empty());
}

TEST(Statistics, takesTheMeanOfTheTwoMiddlesOfAnEvenCount) {
  const auto trace = sketch(R"(ns
    gpu 0/7: k 1000+1
    gpu 0/7: k 100000+100
    gpu 0/7: k 3000+3
    gpu 0/7: k 8000+8)");
  EXPECT_EQ(statistics(*trace, {}).rows[0].median.ns, 6);  // 5.5, rounded up
}

TEST(Statistics, countsBusyTimeOnceWhereStreamsOverlap) {
  const auto trace = sketch(R"(ns
    gpu 0/7: a 0+100
    gpu 0/8: b 50+100)");
  const Statistics result = statistics(*trace, {});
  EXPECT_EQ(result.busy.ns, 150);
  EXPECT_EQ(result.busyDevices, 1U);
  EXPECT_DOUBLE_EQ(rowNamed(result, "a").shareOfBusy, 100.0 / 150);
  EXPECT_DOUBLE_EQ(rowNamed(result, "a").share, 0.5);
}

TEST(Statistics, countsBusyTimeOfEachDeviceByItself) {
  const auto trace = sketch(R"(ns
    gpu 0/7: a 0+100
    gpu 1/7: b 50+100)");
  const Statistics result = statistics(*trace, {});
  EXPECT_EQ(result.busy.ns, 200);
  EXPECT_EQ(result.busyDevices, 2U);
  EXPECT_DOUBLE_EQ(rowNamed(result, "a").shareOfBusy, 0.5);
}

TEST(Statistics, looksAtTheKindsAskedForOnly) {
  const auto trace = sketch(R"(ns
    gpu 0/7: k 0+10
    gpu 0/7: c 20+10 [memcpy]
    cpu 1: o 0+1000)");
  const Statistics work = statistics(*trace, {.kinds = SpanKinds::deviceActivities()});
  EXPECT_EQ(work.count, 2U);
  EXPECT_EQ(work.busy.ns, 20);
  EXPECT_TRUE(statistics(*trace, {.kinds = {SpanKind::Memset}}).rows.empty());
}

TEST(Statistics, cutsSpansAtTheEdgesOfARange) {
  const auto trace = sketch(R"(ns
    gpu 0/7: k 0+100
    gpu 0/7: k 200+100
    gpu 0/7: k 400+100
    gpu 0/7: mark 150+0
    gpu 0/7: mark 450+0)");
  const Statistics result = statistics(*trace, {.range = TimeRange{{50}, {410}}});
  EXPECT_EQ(rowNamed(result, "k").count, 3U);
  EXPECT_EQ(rowNamed(result, "k").total.ns, 50 + 100 + 10);
  EXPECT_EQ(rowNamed(result, "mark").count, 1U);
  EXPECT_EQ(result.busy.ns, 160);
}

TEST(Statistics, groupsByCategoryStreamAndOp) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId thread = made.track(made.process("100"), "100", TrackKind::Thread);
  made.span(thread, SpanKind::Op, "aten::mm", 0, 100).external = 5;
  made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", 10, 10).correlation = 9;
  SpanRecord& kernel = made.span(stream, SpanKind::Kernel, "gemm", 50, 30);
  kernel.correlation = 9;
  kernel.external = 5;
  made.span(stream, SpanKind::Kernel, "stray", 500, 7);
  const auto trace = made.build();
  const Statistics ofOps = statistics(*trace, {.by = byOp(*trace, nullptr), .kinds = {SpanKind::Kernel}});
  ASSERT_EQ(ofOps.rows.size(), 2U);
  EXPECT_EQ(rowNamed(ofOps, "aten::mm").total.ns, 30);
  EXPECT_EQ(rowNamed(ofOps, "").total.ns, 7);
  const Statistics ofCategories = statistics(*trace, {.by = byCategory(*trace)});
  EXPECT_EQ(ofCategories.rows.size(), 3U);
  EXPECT_EQ(rowNamed(ofCategories, "kernel").total.ns, 37);
  const Statistics ofStreams = statistics(*trace, {.by = byStream(*trace), .kinds = SpanKinds::deviceActivities()});
  ASSERT_EQ(ofStreams.rows.size(), 1U);
  EXPECT_EQ(trace->track(TrackId{ofStreams.rows[0].key}).kind, TrackKind::Stream);
}

TEST(Statistics, tellsAGraphReplayFromWorkOfNoOperator) {
  const auto trace = sketch(R"(ns
    cpu 1: aten::mm 0+100
    gpu 0/7: gemm 200+30 x2 every 100 <- cudaGraphLaunch 10+10
    gpu 0/7: stray 500+7)");
  const Statistics ofOps = statistics(*trace, {.by = byOp(*trace, nullptr), .kinds = {SpanKind::Kernel}});
  ASSERT_EQ(ofOps.rows.size(), 2U);
  EXPECT_EQ(ofOps.rows[0].name, graphReplayLabel);
  EXPECT_EQ(ofOps.rows[0].total.ns, 60);
  EXPECT_EQ(ofOps.rows[1].name, "");
  EXPECT_EQ(opKey(*trace, ofOps.rows[0].longest), graphReplayKey);
}

TEST(Statistics, gathersSpansWithoutACategory) {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("100"), "100", TrackKind::Thread);
  made.span(thread, SpanKind::Other, "a", 0, 3).category = CategoryId::none;
  const auto trace = made.build();
  const Statistics result = statistics(*trace, {.by = byCategory(*trace)});
  ASSERT_EQ(result.rows.size(), 1U);
  EXPECT_EQ(result.rows[0].name, "");
}

TEST(Statistics, giveEachMomentToTheInnermostSpanThatCounts) {
  const auto trace = sketch(R"(ns
    cpu 1: outer 0+100
    cpu 1: inner 10+30
    cpu 1: call 20+5 [runtime]
    cpu 1: inner 50+20
    gpu 0/7: k 0+40)");
  const Statistics ops = statistics(*trace, {.kinds = {SpanKind::Op}});
  EXPECT_EQ(rowNamed(ops, "outer").self.ns, 50);
  EXPECT_EQ(rowNamed(ops, "inner").self.ns, 50);
  EXPECT_EQ(ops.total.ns, 150);
  EXPECT_EQ(ops.self, ops.busy);
  const Statistics all = statistics(*trace, {});
  EXPECT_EQ(rowNamed(all, "inner").self.ns, 45);
  EXPECT_EQ(rowNamed(all, "k").self.ns, 40);
  const Statistics part = statistics(*trace, {.kinds = {SpanKind::Op}, .range = TimeRange{{30}, {60}}});
  EXPECT_EQ(rowNamed(part, "outer").self.ns, 10);
  EXPECT_EQ(rowNamed(part, "inner").self.ns, 20);
  const auto outer = std::make_shared<const std::vector<SpanId>>(std::vector{rowNamed(ops, "outer").longest});
  EXPECT_EQ(statistics(*trace, {.kinds = {SpanKind::Op}, .among = outer}).self.ns, 100) << "the rest does not count";
}

TEST(Statistics, ofNothingAreEmpty) {
  EXPECT_TRUE(statistics(*sketch(""), {}).rows.empty());
}

TEST(Statistics, endEmptyWhenStopped) {
  const auto trace = sketch("gpu 0/7: k 0+10");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(statistics(*trace, {}, stop.get_token()).rows.empty());
}

TEST(Statistics, saturateInsteadOfOverflowing) {
  const auto trace = sketch(R"(ns
    gpu 0/7: k 0+4611686018427387904
    gpu 1/7: k 0+4611686018427387904  # 2⁶² ns, half of what a sum can hold
    cpu 1: k 0+4611686018427387904 [kernel]
  )");
  const Statistics result = statistics(*trace, {});
  EXPECT_EQ(result.rows[0].total.ns, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(result.busy.ns, std::numeric_limits<std::int64_t>::max());
}

/// Against sorted lists of durations, with enough spans for several threads.
TEST(Statistics, agreeWithAPlainCountOfManySpans) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  std::mt19937 random{11};
  std::map<std::string, std::vector<std::int64_t>> expected;
  std::int64_t at = 0;
  for (int i = 0; i < 250'000; ++i) {
    const std::string name = "k" + std::to_string(random() % 40);
    const auto duration = static_cast<std::int64_t>(random() % 5000);
    made.span(stream, SpanKind::Kernel, name, at, duration);
    expected[name].push_back(duration);
    at += duration + static_cast<std::int64_t>(random() % 100);
  }
  const auto trace = made.build();
  const Statistics result = statistics(*trace, {});
  ASSERT_EQ(result.rows.size(), expected.size());
  for (auto& [name, durations] : expected) {
    std::ranges::sort(durations);
    const StatisticsRow& row = rowNamed(result, name);
    const std::size_t n = durations.size();
    std::int64_t total = 0;
    for (const std::int64_t d : durations) {
      total += d;
    }
    double squares = 0;
    for (const std::int64_t d : durations) {
      squares += std::pow(static_cast<double>(d) - static_cast<double>(total) / static_cast<double>(n), 2);
    }
    const std::int64_t median = n % 2 == 1 ? durations[n / 2] : (durations[n / 2 - 1] + durations[n / 2] + 1) / 2;
    ASSERT_EQ(row.count, n);
    ASSERT_EQ(row.total.ns, total);
    ASSERT_EQ(row.median.ns, median);
    ASSERT_EQ(row.min.ns, durations.front());
    ASSERT_EQ(row.max.ns, durations.back());
    ASSERT_NEAR(static_cast<double>(row.stddev.ns), std::sqrt(squares / static_cast<double>(n - 1)), 0.51);
  }
}

}  // namespace
}  // namespace kernline::test
