// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/sized_names.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/measurements.h"
#include "core/compare/tables/pivot.h"
#include "core/import/log/read_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "rest of=text …" of each name.
std::vector<std::string> sized(const std::vector<std::string>& names, Quantity quantity = Quantity::Number) {
  std::vector<MeasuredColumn> columns;
  for (const std::string& name : names) {
    columns.push_back({name, quantity, ""});
  }
  std::vector<std::string> texts;
  for (const SizedName& name : sizesInNames(columns)) {
    std::string text = name.rest;
    for (const ColumnSize& size : name.sizes) {
      text += " " + size.of + "=" + size.text;
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(SizedNames, tellTheSizeThatTheyDifferIn) {
  EXPECT_THAT(sized({"bs1_lat_ms", "bs8_lat_ms"}), ElementsAre("lat_ms bs=1", "lat_ms bs=8"));
  EXPECT_THAT(sized({"latency_bs1_ms", "latency_bs8_ms"}), ElementsAre("latency_ms bs=1", "latency_ms bs=8"));
  EXPECT_THAT(sized({"fwd_1024", "fwd_4096"}), ElementsAre("fwd =1024", "fwd =4096"));
  EXPECT_THAT(sized({"64", "128"}), ElementsAre("value =64", "value =128"));
  EXPECT_THAT(sized({"N=64 (ms)", "N=128 (ms)"}, Quantity::Time), ElementsAre("time N=64", "time N=128"));
  EXPECT_THAT(sized({"4gpus_tps", "8gpus_tps"}), ElementsAre("value gpus=4", "value gpus=8"));
  EXPECT_THAT(sized({"triton 1024x1024 ms", "triton 512x512 ms"}),
              ElementsAre("triton ms =1024x1024", "triton ms =512x512"));
  EXPECT_THAT(sized({"bs8_seq128_ms", "bs8_seq256_ms", "bs16_seq128_ms"}, Quantity::Time),
              ElementsAre("time bs=8 seq=128", "time bs=8 seq=256", "time bs=16 seq=128"));
}

TEST(SizedNames, tellTheTypeThatTheyDifferIn) {
  EXPECT_THAT(sized({"fp16_tflops", "fp8_tflops"}, Quantity::FlopRate),
              ElementsAre("flop_rate dtype=fp16", "flop_rate dtype=fp8"));
}

TEST(SizedNames, stayAsTheyAreWhereNumbersAreNoSizes) {
  const std::vector<std::string> names{"p50_ms", "p99_ms", "top_1", "top_5",  "loss_1",
                                       "loss_2", "a100",   "h100",  "bs1_ms", "q1"};
  EXPECT_EQ(sized(names), names);
}

std::shared_ptr<const Log> resultsOf(const std::string& text) {
  return logs::readLogText(text);
}

TEST(SizedNames, becomeAnAxisBesideImplementations) {
  const auto made = measurementsOf(std::vector{
      resultsOf("dtype,triton_bs1_ms,triton_bs8_ms,torch_bs1_ms,torch_bs8_ms\nfp16,1,4,2,8\nbf16,1.5,4.5,2.5,8.5\n")});
  ASSERT_TRUE(made.dimension("batch_size") && made.dimension("implementation"));
  EXPECT_EQ(made.metrics.size(), 1U);
  EXPECT_EQ(made.values.size(), 8U);
}

TEST(MeasurementTables, takeWhatIsMeasuredFromEachRow) {
  const auto made =
      measurementsOf(std::vector{resultsOf("engine,metric,value,unit\na,ttft,12.5,ms\na,throughput,100.5,tok/"
                                           "s\nb,ttft,11.5,ms\nb,throughput,90.5,tok/s\n")});
  std::vector<std::string> metrics;
  for (const Metric& metric : made.metrics) {
    if (!made.valuesOfMetric[*made.metric(metric.key)].empty()) {
      metrics.push_back(metric.title + " " + metric.unit);
    }
  }
  EXPECT_THAT(metrics, ElementsAre("ttft ms", "throughput tok/s"));
  EXPECT_FALSE(made.dimension("metric"));
}

TEST(Gaps, keepTheirRowsAndColumnsInSight) {
  const auto made = measurementsOf(std::vector{resultsOf("batch,seq,ms\n1,128,1.5\n2,128,nan\n4,128,>100\n8,128,\n")});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_EQ(views.size(), 1U);
  const Pivot view = pivot(made, views.front());
  std::vector<std::string> cells;
  for (const PivotCell& cell : view.cells) {
    cells.push_back(cellText(made, cell, unitOf(made, view)).english());
  }
  EXPECT_THAT(cells, ElementsAre("1.500", "nan", ">100", ""));
}

TEST(Gaps, areNotMadeWhereRowsHaveOtherValues) {
  const auto made = measurementsOf(std::vector{resultsOf("step,train_loss,val_loss\n1,2.5,\n2,2.25,\n3,,2.75\n")});
  EXPECT_THAT(made.gaps, IsEmpty());
}

}  // namespace
}  // namespace kernline::test
