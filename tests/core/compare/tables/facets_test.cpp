// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/facets.h"

#include "core/compare/tables/comparison_chart.h"
#include "core/compare/tables/comparison_report.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/model_comparison.h"
#include "core/import/log/read_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// fp32 lacks the length 4, bf16 is a hundred times faster.
Measurements attention() {
  std::string csv = "dtype,d_model,seq_len,triton_ms,pytorch_ms\n";
  for (const int width : {64, 128}) {
    for (const int length : {1, 2, 4}) {
      const double time = static_cast<double>(length) * width;
      csv += "bf16," + std::to_string(width) + "," + std::to_string(length) + "," + std::to_string(time / 100) + "," +
             std::to_string(time / 50) + "\n";
      if (length < 4) {
        csv += "fp32," + std::to_string(width) + "," + std::to_string(length) + "," + std::to_string(time) + "," +
               std::to_string(time * 4) + "\n";
      }
    }
  }
  return measurementsOf(std::vector{logs::readLogText(csv)});
}

PivotRequest byType(const Measurements& made) {
  PivotRequest request;
  request.rows = made.dimension("implementation");
  request.columns = made.dimension("seq_len");
  request.facets = made.dimension("dtype");
  fixTheRest(made, request);
  return request;
}

TEST(Facets, haveTheSameRowsAndColumnsAndOneMeasurementACell) {
  const Measurements made = attention();
  const PivotRequest request = byType(made);
  EXPECT_TRUE(request.fixed[*made.dimension("d_model")]) << "else a cell would hold two widths";
  EXPECT_FALSE(request.fixed[*request.facets]);
  const Facets facets = facetsOf(made, request);
  EXPECT_THAT(facets.values, ElementsAre(0, 1));
  ASSERT_EQ(facets.pivots.size(), 2U);
  for (const Pivot& pivot : facets.pivots) {
    EXPECT_EQ(pivot.rows.size(), 2U);
    EXPECT_EQ(pivot.columns.size(), 3U);
    EXPECT_EQ(pivot.repeated(), 0U);
  }
  EXPECT_EQ(facets.pivots[0].filled(), 6U);
  EXPECT_EQ(facets.pivots[1].filled(), 4U);
  EXPECT_EQ(facets.pivots[1].cell(0, 2).status, CellStatus::Absent);
}

TEST(Facets, areOneWithoutADimension) {
  const Measurements made = attention();
  PivotRequest request = byType(made);
  request.facets.reset();
  EXPECT_THAT(facetsOf(made, request).values, ElementsAre(noCoordinate));
}

TEST(Facets, areDrawnToOneScale) {
  const Measurements made = attention();
  const Facets facets = facetsOf(made, byType(made));
  const std::vector<ComparisonChart> charts = comparisonCharts(made, facets.pivots);
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_EQ(charts[0].y.range.min, charts[1].y.range.min);
  EXPECT_EQ(charts[0].y.range.max, charts[1].y.range.max);
  EXPECT_EQ(charts[0].x.range.max, charts[1].x.range.max);
  EXPECT_EQ(charts[0].unit.symbol, charts[1].unit.symbol);
  const ComparisonChart alone = comparisonChart(made, facets.pivots[0]);
  EXPECT_LT(alone.y.range.max * alone.unit.factor, charts[0].y.range.max * charts[0].unit.factor);
  EXPECT_THAT(comparisonReport(made, facets.pivots, nullptr), HasSubstr("dtype: fp32"));
}

TEST(PivotRequest, leavesValuesOutOfCellsAndOfModels) {
  const Measurements made = attention();
  PivotRequest request = byType(made);
  request.facets.reset();
  request.fixed.assign(made.dimensions.size(), std::nullopt);
  const auto all = compareModels(made, request);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->cells, 10U);
  request.without.resize(made.dimensions.size());
  request.without[*made.dimension("dtype")] = {1};
  request.without[*request.columns] = {0};
  const auto some = compareModels(made, request);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->cells, 4U);
  EXPECT_NEAR(some->speeds[1].mean, 2, 1e-12);
  EXPECT_EQ(pivot(made, request).columns.size(), 2U);
}

TEST(FixTheRest, leavesADimensionOpenIfAsked) {
  const Measurements made = attention();
  PivotRequest request = byType(made);
  request.fixed.clear();
  const std::array open{*made.dimension("d_model")};
  fixTheRest(made, request, open);
  EXPECT_FALSE(request.fixed[open[0]]);
  EXPECT_GT(pivot(made, request).repeated(), 0U) << "a median that somebody asked for";
}

}  // namespace
}  // namespace kernline::test
