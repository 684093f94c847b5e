// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/chart_data.h"

#include "core/import/log/read_log.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/logs/grid_query.h"
#include "tests/ui/views/logs/sample_log.h"
#include "ui/views/logs/grid_rows.h"
#include "ui/views/logs/list_grids.h"
#include "ui/views/logs/table_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

namespace kernline::ui {
namespace {

using test::sampleLog;

TEST(ChartData, isOfOneUnitWhereRowsAreMetrics) {
  const auto log = logs::readLogText(test::readFile(test::fixture("logs/ncu.log")));
  const auto& tables = log->tables();
  const auto ncu = std::ranges::find(tables, TableKind::Ncu, &LogTable::kind);
  ASSERT_NE(ncu, tables.end());
  const GridPtr grid = makeTableGrid(log, static_cast<std::size_t>(ncu - tables.begin()), {});
  ASSERT_TRUE(grid->unitColumn && grid->mainColumn);
  const std::vector<UnitRows> units = rowsByUnit(*grid, allRows(*grid), *grid->mainColumn);
  ASSERT_GT(units.size(), 2U);
  std::size_t rows = 0;
  for (const UnitRows& unit : units) {
    const ChartData chart = makeChart(*grid, unit.rows, *grid->mainColumn, ChartKind::Top, {}, NameStyle::Short, 1000);
    EXPECT_EQ(chart.bars.size(), unit.rows.size());
    for (const ChartBar& bar : chart.bars) {
      EXPECT_EQ(unitOfRow(*grid, bar.rows.front()), unit.unit) << bar.name.toStdString();
    }
    EXPECT_TRUE(&unit == &units.back() || !unit.unit.empty()) << "what has none comes last";
    rows += unit.rows.size();
    if (unit.unit == "ns") {
      EXPECT_TRUE(chart.style.unit.endsWith(QLatin1Char('s'))) << chart.style.unit.toStdString();
      EXPECT_TRUE(chart.title.contains(chart.style.unit)) << chart.title.toStdString();
    }
  }
  EXPECT_EQ(rows, 6U) << "all of them";
}

TEST(ChartData, takesAllRowsWhereTheColumnHasItsUnit) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  const std::vector<UnitRows> units = rowsByUnit(*grid, allRows(*grid), *grid->mainColumn);
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(units[0].rows, allRows(*grid));
}

TEST(ChartData, neverCountsOperatorsAndTheirKernelsTogether) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  const ChartData chart = makeChart(*grid, allRows(*grid), *grid->mainColumn, ChartKind::Top, {}, NameStyle::Short, 10);
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_EQ(chart.bars[0].name.toStdString(), "ampere_sgemm_128x64_nn");
  EXPECT_DOUBLE_EQ(chart.bars[0].share, 0.6);
  EXPECT_DOUBLE_EQ(chart.bars[1].together, 1);
  EXPECT_TRUE(chart.note.contains(QStringLiteral("Kernels only")));
}

TEST(ChartData, countsOperatorsWhereAFilterLeavesNothingElse) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  std::vector<std::uint32_t> operators = allRows(*grid);
  std::erase_if(operators, [&](std::uint32_t row) { return grid->rows[row].kind != RowKind::Operator; });
  ASSERT_FALSE(operators.empty());
  const ChartData chart = makeChart(*grid, operators, *grid->mainColumn, ChartKind::Top, {}, NameStyle::Short, 10);
  EXPECT_FALSE(chart.bars.empty());
  EXPECT_TRUE(chart.note.isEmpty());
}

TEST(ChartData, givesEachFamilyItsShare) {
  const GridPtr grid = makeTableGrid(sampleLog(), 0, {});
  const ChartData chart =
      makeChart(*grid, allRows(*grid), *grid->mainColumn, ChartKind::Families, {}, NameStyle::Short, 10);
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_EQ(chart.bars[0].name.toStdString(), "GEMM");
  EXPECT_EQ(chart.bars[0].rows, std::vector<std::uint32_t>{2});
  EXPECT_DOUBLE_EQ(chart.bars[1].share, 0.4);
}

TEST(ChartData, tellsTheRunsOfASweepApartAndDoesNotAddThemUp) {
  const auto log = logs::readLogText(
      "suite,backend,seq_len,causal,read_bytes,forward_ms\n"
      "attention,triton,512,true,4096,1.5\n"
      "attention,triton,1024,true,8192,6\n"
      "attention,torch,512,true,4096,3\n"
      "attention,torch,1024,true,8192,12\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const GridPtr grid = makeTableGrid(log, 0, {});
  EXPECT_EQ(*grid->mainColumn, columnNamed(*grid, "forward_ms (ms)"));
  EXPECT_EQ(chartKinds(*grid), std::vector<ChartKind>{ChartKind::Top});
  for (const std::size_t column : chartColumns(*grid, ChartKind::Top)) {
    EXPECT_NE(grid->columns[column].name, QStringLiteral("seq_len")) << "was set, not measured";
  }
  const ChartData chart = makeChart(*grid, allRows(*grid), *grid->mainColumn, ChartKind::Top, {}, NameStyle::Short, 10);
  ASSERT_EQ(chart.bars.size(), 4U);
  EXPECT_EQ(chart.bars[0].name.toStdString(), "torch · seq_len = 1024");
  EXPECT_EQ(chart.bars[3].name.toStdString(), "triton · seq_len = 512");
  EXPECT_EQ(chart.bars[0].share, 0);
}

TEST(ChartData, ofCollectivesChartsTimesThatAreThereAndNeitherMomentsNorSizes) {
  const auto document = openDocument(test::shared("formats/flight_recorder/flight_recorder_rank0.json"));
  ASSERT_TRUE(document);
  const GridPtr grid = makeTableGrid(std::get<std::shared_ptr<const Log>>(*document), 0, {});
  ASSERT_EQ(grid->title, QStringLiteral("Collectives"));
  QStringList charted;
  for (const std::size_t column : chartColumns(*grid, ChartKind::Top)) {
    charted << grid->columns[column].name;
  }
  EXPECT_EQ(charted.join(u'|').toStdString(), "Seen completed after") << "the others are empty";
  const std::size_t completed = chartColumns(*grid, ChartKind::Top).front();
  const ChartData chart = makeChart(*grid, allRows(*grid), completed, ChartKind::Top, {}, NameStyle::Short, 10);
  ASSERT_EQ(chart.bars.size(), 10U);
  EXPECT_TRUE(chart.bars[0].name.contains(QStringLiteral(" · Sequence = "))) << chart.bars[0].name.toStdString();
  EXPECT_EQ(chart.bars[0].share, 0);
}

TEST(ChartData, leavesAFailedRunVisibleAndAveragesUnsummed) {
  const auto log = sampleLog();
  const auto outline = makeOutline(*log);
  const GridPtr grid = makeNodeGrid(log, *outline, outline->find(QStringLiteral("Speed › Measurements")), {});
  EXPECT_EQ(chartKinds(*grid), std::vector<ChartKind>{ChartKind::Top});
  const ChartData chart = makeChart(*grid, allRows(*grid), *grid->mainColumn, ChartKind::Top, {}, NameStyle::Short, 10);
  ASSERT_EQ(chart.bars.size(), 4U);
  EXPECT_EQ(chart.bars[0].name.toStdString(), "Softmax · seq_len = 512");
  EXPECT_TRUE(std::isnan(chart.bars[3].value));
  EXPECT_EQ(chart.bars[3].name.toStdString(), "Flash · seq_len = 512");
  EXPECT_EQ(chart.bars[0].share, 0);
  GridColumn average;
  average.kind = GridColumn::Kind::Number;
  average.quantity = Quantity::Time;
  EXPECT_TRUE(isAdditive(average));
  average.role = ColumnRole::Average;
  EXPECT_FALSE(isAdditive(average));
}

}  // namespace
}  // namespace kernline::ui
