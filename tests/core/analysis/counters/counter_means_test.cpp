// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_means.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

namespace kernline::test {
namespace {

/// One counter of one process with these samples, times in us.
std::shared_ptr<const Trace> sampled(const std::vector<std::pair<int, double>>& samples) {
  std::string text = R"([{"ph":"X","name":"work","pid":7,"tid":1,"ts":0,"dur":1000})";
  for (const auto& [time, value] : samples) {
    text += fmt::format(R"(,{{"ph":"C","name":"SM active","pid":7,"ts":{},"args":{{"%":{}}}}})", time, value);
  }
  const TemporaryFile file(text + "]");
  return load(file.path()).value();
}

/// Over a stretch in us; -1: no whole sample lies in it.
double meanOver(const std::shared_ptr<const Trace>& trace, int begin, int end) {
  const TimeRange range{Time{begin * std::int64_t{1000}}, Time{end * std::int64_t{1000}}};
  const auto means = CounterMeans(*trace).of(trace->counters()[0].process, range);
  return means.at(0).mean.value_or(-1);
}

TEST(CounterMeans, weighWholeSamplesByTime) {
  const auto trace = sampled({{0, 10}, {100, 20}, {200, 60}, {300, 0}, {400, 0}});
  EXPECT_DOUBLE_EQ(meanOver(trace, 0, 300), 30);
  EXPECT_DOUBLE_EQ(meanOver(trace, 50, 350), 40) << "the first and the last sample hold other work too";
  EXPECT_DOUBLE_EQ(meanOver(trace, 100, 200), 20);
}

TEST(CounterMeans, sayNothingOfWhatIsShorterThanASample) {
  const auto trace = sampled({{0, 10}, {100, 20}, {200, 60}, {300, 0}});
  EXPECT_EQ(meanOver(trace, 110, 190), -1);
  EXPECT_EQ(meanOver(trace, 150, 290), -1) << "longer than a sample, but none is whole";
  EXPECT_EQ(meanOver(trace, 500, 900), -1) << "after the last";
}

TEST(CounterMeans, knowThatAValueWhichHoldsForLongIsManySamples) {
  const auto trace = sampled({{0, 10}, {100, 50}, {1000, 0}, {1100, 0}});
  EXPECT_DOUBLE_EQ(meanOver(trace, 350, 720), 50);
  EXPECT_EQ(meanOver(trace, 350, 540), -1) << "it may hold no whole sample";
}

TEST(CounterMeans, areOfOneProcess) {
  const auto trace = sampled({{0, 10}, {100, 50}});
  const CounterMeans means(*trace);
  EXPECT_TRUE(means.of(ProcessId::none, {Time{0}, Time{1000}}).empty());
  EXPECT_FALSE(means.has(ProcessId::none));
  EXPECT_TRUE(means.has(trace->counters()[0].process));
}

/// By what a copy must move, and what tensor cores of a product of 8192 cubed are known to do.
TEST(CounterMeans, areWhatKernelsOfAnH100Did) {
  const auto trace = load(fixture("recordings/counters.json.gz")).value();
  const CounterMeans means(*trace);
  const auto meanDuring = [&](SpanId span, std::string_view series) {
    const TimeRange range{trace->start(span), trace->end(span)};
    for (const CounterMean& each : means.of(trace->track(trace->trackOf(span)).process, range)) {
      if (trace->text(trace->counters()[index(each.counter)].series) == series) {
        return each.mean.value_or(-1);
      }
    }
    return -2.0;
  };
  const auto products = spansNamed(*trace, "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT");
  const auto copies = spansNamed(*trace, "Memcpy DtoD (Device -> Device)");
  ASSERT_GT(products.size(), 10U);
  ASSERT_GT(copies.size(), 10U);
  EXPECT_NEAR(meanDuring(products[5], "tensor pipe"), 94, 3);
  const double seconds = static_cast<double>(trace->duration(copies[5]).ns) * 1e-9;
  EXPECT_NEAR(meanDuring(copies[5], "DRAM read") * seconds, 1 << 30, 0.03 * (1 << 30));
  EXPECT_NEAR(meanDuring(copies[5], "DRAM write") * seconds, 1 << 30, 0.03 * (1 << 30));
  EXPECT_EQ(meanDuring(copies[5], "tensor pipe"), 0);
}

}  // namespace
}  // namespace kernline::test
