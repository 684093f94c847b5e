// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/model_comparison.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/model_tables.h"
#include "core/import/log/read_log.h"
#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

std::optional<ModelComparison> compared(const Measurements& made, std::string_view by = "seq_len") {
  PivotRequest request;
  request.metric = 0;
  request.rows = made.dimension("implementation");
  request.columns = made.dimension(by);
  return compareModels(made, request);
}

/// Counted again from the text.
struct Plain {
  std::size_t shared = 0;
  double logSum = 0;
  double most = 0;
  std::size_t won = 0;
};

Plain plainly(const std::string& csv) {
  Plain plain;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, ',');) {
      cells.push_back(cell);
    }
    if (cells.size() == 5 && !cells[3].empty() && !cells[4].empty()) {
      const double ratio = std::stod(cells[4]) / std::stod(cells[3]);
      ++plain.shared;
      plain.logSum += std::log(ratio);
      plain.most = std::max(plain.most, ratio);
      plain.won += ratio > 1 ? 1 : 0;
    }
  }
  return plain;
}

TEST(ModelComparison, isTheGeometricMeanOverAllComparableCases) {
  const std::string csv = readDecoded(shared("formats/records/flash_attention_benchmark.csv"));
  const Plain plain = plainly(csv);
  ASSERT_EQ(plain.shared, 63U);
  const Measurements made = measurementsOf(std::vector{logs::readLogText(csv)});
  const auto models = compared(made);
  ASSERT_TRUE(models);
  EXPECT_EQ(models->cells, plain.shared);
  EXPECT_EQ(models->ambiguous, 0U);
  ASSERT_EQ(models->speeds.size(), 2U);
  EXPECT_EQ(models->speeds[0].value, models->baseline);
  EXPECT_EQ(models->speeds[0].mean, 1);
  const ModelSpeed& triton = models->speeds[1];
  EXPECT_NEAR(triton.mean, std::exp(plain.logSum / static_cast<double>(plain.shared)), 1e-9);
  EXPECT_NEAR(triton.most, 70.69727205623609, 1e-6);
  EXPECT_EQ(triton.best, plain.won);
  EXPECT_GT(triton.spread, 1);
  std::size_t cells = 0;
  for (const WinnerRegion& region : models->regions) {
    cells += region.cells;
  }
  EXPECT_EQ(cells, plain.shared);
}

TEST(ModelComparison, findsWhoWinsInWhichRegion) {
  const auto log = logs::readLogText("seq_len,triton_ms,torch_ms\n1,4,2\n2,4,3\n4,4,8\n8,4,16\n");
  const Measurements made = measurementsOf(std::vector{log});
  const auto models = compared(made);
  ASSERT_TRUE(models);
  ASSERT_EQ(models->regions.size(), 2U);
  EXPECT_EQ(models->regions[0].won, 2U);
  EXPECT_EQ(models->regions[1].won, 2U);
  EXPECT_NEAR(models->regions[1].mean, std::sqrt(2.0 * 4.0), 1e-12);
  EXPECT_THAT(modelsMarkdown(made, std::vector{*models}), HasSubstr("| 4 | 8 | triton | 2 | 2 | 2.83× |"));
  EXPECT_THAT(modelsCsv(made, std::vector{*models}), HasSubstr("1,2,torch,2,2,"));
}

TEST(ModelComparison, keepsWhatHasNoValueOfTheDimensionApartFromThoseThatHave) {
  HandMadeLog log;
  for (const auto& [subject, time] : {std::pair("fast", 2.0), {"slow", 4.0}}) {
    log.metric(log.context(subject, {}), "time", Quantity::Time, time);
    log.metric(log.context(subject, {{"seq_len", 256}}), "time", Quantity::Time, time);
    log.metric(log.context(subject, {{"seq_len", 512}}), "time", Quantity::Time, time);
  }
  const Measurements made = measurementsOf(std::vector{log.build()});
  PivotRequest request;
  request.metric = 0;
  request.rows = made.dimension("subject");
  request.columns = made.dimension("seq_len");
  const auto models = compareModels(made, request);
  ASSERT_TRUE(models);
  ASSERT_EQ(models->regions.size(), 2U) << "though the same one wins in both";
  EXPECT_EQ(models->regions[0].to, noCoordinate);
  EXPECT_EQ(models->regions[1].cells, 2U);
}

TEST(ModelComparison, takesABaselineThatIsInMostCells) {
  const auto log = logs::readLogText("seq_len,triton_ms,torch_ms,naive_ms\n1,4,2,9\n2,4,3,\n4,4,8,\n8,4,16,\n");
  const Measurements made = measurementsOf(std::vector{log});
  const auto models = compared(made);
  ASSERT_TRUE(models);
  EXPECT_NE(valueText(made, models->of, models->baseline, ""), "naive") << "best nowhere, but known in one cell alone";
  EXPECT_EQ(models->speeds[0].cells, models->cells);
}

TEST(ModelComparison, saysNothingWhereNobodyKnowsWhatIsBetter) {
  const auto log = logs::readLogText("seq_len,triton_value,torch_value\n1,4.5,2\n2,4.5,3\n");
  const Measurements made = measurementsOf(std::vector{log});
  ASSERT_FALSE(made.metrics.empty());
  EXPECT_FALSE(compared(made));
}

}  // namespace
}  // namespace kernline::test
