// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/pivot.h"

#include "core/compare/tables/comparison_chart.h"
#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;

/// Two models at three lengths: A is slower at first and faster in the end; B fails at the last.
std::shared_ptr<const Log> twoModels() {
  HandMadeLog log;
  const SectionId section = log.section("Benchmark");
  for (const auto& [length, a, b] : {std::tuple{256, 30.0, 20.0}, {512, 50.0, 60.0}, {1024, 90.0, 0.0}}) {
    const ContextId ofA = log.context("A", {{"seq_len", length}}, section);
    const ContextId ofB = log.context("B", {{"seq_len", length}}, section);
    log.metric(ofA, "time", Quantity::Time, a * 1e6, 1e6);
    log.metric(ofA, "memory", Quantity::Bytes, a * 1024 * 1024);
    if (b > 0) {
      log.metric(ofB, "time", Quantity::Time, b * 1e6);
    } else {
      log.failure(ofB, "CUDA out of memory");
    }
  }
  return log.build();
}

Measurements measured(const std::shared_ptr<const Log>& log) {
  return measurementsOf(std::vector{log});
}

TEST(Measurements, haveADimensionForWhateverTellsThemApart) {
  const Measurements made = measured(twoModels());
  ASSERT_TRUE(made.dimension("subject") && made.dimension("seq_len") && made.dimension("section"));
  const Dimension& lengths = made.dimensions[*made.dimension("seq_len")];
  EXPECT_TRUE(lengths.isNumeric);
  ASSERT_EQ(lengths.values.size(), 3U);
  EXPECT_EQ(lengths.values[2].number, 1024);
  EXPECT_FALSE(made.dimensions[*made.dimension("subject")].isNumeric);
  EXPECT_EQ(made.values.size(), 8U);
  ASSERT_EQ(made.failures.size(), 1U);
  EXPECT_EQ(made.failures[0].text, "CUDA out of memory");
}

TEST(Measurements, orderSizesByNumberWhateverOrderTheyCameIn) {
  HandMadeLog log;
  for (const double size : {1024.0, 64.0, 256.0}) {
    log.metric(log.context("A", {{"n", size}}), "time", Quantity::Time, size);
  }
  const Measurements made = measured(log.build());
  const auto& values = made.dimensions[*made.dimension("n")].values;
  EXPECT_THAT(std::vector({values[0].number, values[1].number, values[2].number}), ElementsAre(64, 256, 1024));
  for (const Measurement& measurement : made.values) {
    const auto at = static_cast<std::size_t>(measurement.at[*made.dimension("n")]);
    EXPECT_EQ(values[at].number, measurement.value) << "values went along with their sizes";
  }
}

TEST(Measurements, keepOneWordForTwoQuantitiesApart) {
  HandMadeLog log;
  const ContextId context = log.context("A", {});
  log.metric(context, "Fwd", Quantity::Time, 1);
  log.metric(context, "Fwd", Quantity::Bytes, 2);
  const Measurements made = measured(log.build());
  ASSERT_EQ(made.metrics.size(), 2U);
  EXPECT_NE(made.metrics[0].key, made.metrics[1].key);
}

TEST(Measurements, takeSectionsWithoutWhatSubjectAndParametersSayAlready) {
  HandMadeLog log;
  const SectionId part = log.section("Efficiency");
  const SectionId heading =
      log.builder.addSection({.title = log.builder.intern("seq_len: 256"), .parent = part, .level = 2, .line = 9});
  log.metric(log.context("A", {{"seq_len", 256}}, heading), "time", Quantity::Time, 1);
  const Measurements made = measured(log.build());
  EXPECT_EQ(made.dimensions[*made.dimension("section")].values[0].text, "Efficiency");
}

TEST(Measurements, takeTotalsOfTablesAndNeverOperatorsAndKernelsTogether) {
  HandMadeLog log;
  const std::vector<HandMadeLog::Row> rows{{"aten::mm", RowKind::Operator, 100, 7}, {"gemm", RowKind::Kernel, 100}};
  log.torchTable(log.context("A", {}), "", rows, 150, 20);
  log.torchTable(log.context("B", {}), "", rows);
  const Measurements made = measured(log.build());
  const auto value = [&](const char* metric, std::size_t i) {
    return made.values[made.valuesOfMetric[*made.metric(metric)][i]].value;
  };
  EXPECT_EQ(value("table_device_time", 0), 150) << "as printed";
  EXPECT_EQ(value("table_host_time", 0), 20);
  EXPECT_EQ(value("table_listed_time", 0), 100) << "kernels alone, where no total was printed";
  EXPECT_EQ(made.valuesOfMetric[*made.metric("table_listed_time")].size(), 1U);
  EXPECT_EQ(made.valuesOfMetric[*made.metric("table_host_time")].size(), 1U);
}

TEST(Measurements, readTablesOfSubjectsParametersAndQuantities) {
  HandMadeLog log;
  LogTable table;
  const auto text = [&](const char* value) {
    return LogCell{std::numeric_limits<double>::quiet_NaN(), log.builder.intern(value)};
  };
  table.columns = {
      {.name = log.builder.intern("model")},
      {.name = log.builder.intern("seq_len"), .quantity = Quantity::Count},
      {.name = log.builder.intern("step_ms"), .unit = log.builder.intern("ns"), .quantity = Quantity::Time}};
  table.rows.resize(2);
  table.cells = {text("Flash"), {256, log.builder.intern("256")}, {5.8e6, log.builder.intern("5.8")},
                 text("Flash"), {512, log.builder.intern("512")}, {5.9e6, log.builder.intern("5.9")}};
  log.builder.addTable(table);
  const Measurements made = measured(log.build());
  ASSERT_TRUE(made.metric("step_ms") && made.dimension("seq_len") && made.dimension("subject"));
  EXPECT_FALSE(made.metric("seq_len"));
  ASSERT_EQ(made.values.size(), 2U);
  EXPECT_EQ(made.values[1].value, 5.9e6);
  EXPECT_EQ(valueText(made, made.dimension("seq_len"), made.values[1].at[*made.dimension("seq_len")], ""), "512");
}

Pivot timeByLength(const Measurements& made) {
  PivotRequest request;
  request.metric = *made.metric("time");
  request.rows = made.dimension("subject");
  request.columns = made.dimension("seq_len");
  request.baselineRow = 0;
  return pivot(made, request);
}

TEST(Pivot, hasValuesFailuresAndTheBestOfEachColumn) {
  const Measurements made = measured(twoModels());
  const Pivot view = timeByLength(made);
  ASSERT_EQ(view.rows.size(), 2U);
  ASSERT_EQ(view.columns.size(), 3U);
  EXPECT_EQ(view.cell(0, 0).value, 30e6);
  EXPECT_EQ(view.cell(0, 0).min, 29e6);
  EXPECT_EQ(view.cell(0, 0).max, 31e6);
  EXPECT_TRUE(view.cell(1, 0).isBest);
  EXPECT_FALSE(view.cell(0, 0).isBest);
  EXPECT_TRUE(view.cell(0, 1).isBest);
  EXPECT_EQ(view.cell(1, 2).status, CellStatus::Failed);
  EXPECT_FALSE(view.cell(0, 2).isBest) << "there is nothing to be better than";
  EXPECT_NEAR(view.cell(1, 0).ratio, 20.0 / 30, 1e-12);
  EXPECT_EQ(view.filled(), 5U);
  EXPECT_EQ(std::ranges::count_if(view.cells, [](const PivotCell& cell) { return !cell.failures.empty(); }), 1);
}

TEST(Pivot, marksTheOtherEndWhereMoreIsAskedFor) {
  const Measurements made = measured(twoModels());
  PivotRequest request = timeByLength(made).request;
  request.better = Better::More;
  EXPECT_TRUE(pivot(made, request).cell(0, 0).isBest);
}

TEST(Pivot, keepsSeveralValuesOfOnePlace) {
  HandMadeLog log;
  for (const double value : {5.0, 1.0, 3.0, 100.0}) {
    log.metric(log.context("A", {{"n", 1}}), "time", Quantity::Time, value);
  }
  const Measurements made = measured(log.build());
  PivotRequest request;
  request.rows = made.dimension("subject");
  request.columns = made.dimension("n");
  const Pivot view = pivot(made, request);
  const PivotCell& cell = view.cell(0, 0);
  EXPECT_EQ(cell.value, 4) << "the median";
  EXPECT_EQ(cell.min, 1);
  EXPECT_EQ(cell.max, 100);
  EXPECT_EQ(cell.values.size(), 4U);
  EXPECT_EQ(view.repeated(), 1U);
}

TEST(Pivot, findsWhereOneOvertakesTheOther) {
  const Measurements made = measured(twoModels());
  const Pivot view = timeByLength(made);
  const ScalingReport report = scalingOf(made, view);
  ASSERT_EQ(report.fits.size(), 2U);
  ASSERT_EQ(report.crossings.size(), 1U);
  const RowCrossing& crossing = report.crossings[0];
  EXPECT_TRUE(crossing.isMeasured);
  EXPECT_EQ(view.rows[crossing.one], view.rows[1]) << "B is the faster one below";
  // log(30/20) falls to log(50/60) over one doubling.
  const double part = std::log(1.5) / (std::log(1.5) + std::log(1.2));
  EXPECT_NEAR(crossing.x, 256 * std::pow(2, part), 1e-9);
  EXPECT_THAT(crossingText(made, view, crossing), says("overtakes-at", "A", "B", "seq_len", anyValue));
}

TEST(Better, isDecidedByWordsFirstAndThenByQuantity) {
  EXPECT_EQ(betterOf(Quantity::Time, "time"), Better::Less);
  EXPECT_EQ(betterOf(Quantity::Bytes, "memory"), Better::Less);
  EXPECT_EQ(betterOf(Quantity::Rate, "throughput"), Better::More);
  EXPECT_EQ(betterOf(Quantity::Share, "accuracy"), Better::More);
  EXPECT_EQ(betterOf(Quantity::Share, "Test Acc"), Better::More);
  EXPECT_EQ(betterOf(Quantity::Number, "val_perplexity"), Better::Less);
  EXPECT_EQ(betterOf(Quantity::Number, "train_loss"), Better::Less);
  EXPECT_EQ(betterOf(Quantity::Number, "speedup"), Better::More);
  EXPECT_EQ(betterOf(Quantity::Number, "flop_rate"), Better::More) << "the key of tflops";
  EXPECT_EQ(betterOf(Quantity::Share, "memory access"), Better::Unknown) << "\"acc\" is no word there";
  EXPECT_EQ(betterOf(Quantity::Count, "parameters"), Better::Unknown);
}

TEST(Views, startWithTimeAlongTheSizesOfTheModels) {
  const Measurements made = measured(twoModels());
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_GE(views.size(), 2U);
  EXPECT_EQ(made.metrics[views[0].metric].key, "time");
  EXPECT_EQ(views[0].columns, made.dimension("seq_len"));
  EXPECT_EQ(views[0].rows, made.dimension("subject"));
  EXPECT_EQ(made.metrics[views[1].metric].key, "memory");
}

TEST(Views, fixWhatWouldPutSeveralValuesIntoOneCell) {
  HandMadeLog log;
  for (const double epoch : {1.0, 2.0}) {
    for (const double length : {256.0, 512.0}) {
      for (const char* model : {"A", "B"}) {
        log.metric(log.context(model, {{"epoch", epoch}, {"seq_len", length}}), "loss", Quantity::Number,
                   epoch * 1000 + length);
      }
    }
  }
  const Measurements made = measured(log.build());
  const PivotRequest view = viewOf(made, *made.metric("loss"), *made.dimension("seq_len"));
  ASSERT_TRUE(view.fixed[*made.dimension("epoch")]);
  EXPECT_EQ(pivot(made, view).cell(0, 0).value, 2256) << "the last epoch is the result";
  EXPECT_EQ(pivot(made, view).repeated(), 0U);
}

TEST(Chart, putsFailedRunsAndErrorsIntoTheirSeries) {
  const Measurements made = measured(twoModels());
  const ComparisonChart chart = comparisonChart(made, timeByLength(made));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.unit.symbol, "ms");
  EXPECT_EQ(chart.y.title.english(), "time [ms]");
  EXPECT_EQ(chart.series[0].points.size(), 3U);
  EXPECT_DOUBLE_EQ(chart.series[0].points[0].y, 30);
  EXPECT_DOUBLE_EQ(chart.series[0].points[0].max, 31);
  ASSERT_EQ(chart.series[1].failures.size(), 1U);
  EXPECT_EQ(chart.series[1].failures[0].x, 1024);
  EXPECT_EQ(chart.crossings.size(), 1U);
  EXPECT_EQ(chart.x.range.ticks.size(), 3U) << "the measured sizes";
}

TEST(Chart, showsRatiosToTheBaseline) {
  const Measurements made = measured(twoModels());
  ChartStyle style;
  style.isRelative = true;
  const ComparisonChart chart = comparisonChart(made, timeByLength(made), style);
  EXPECT_DOUBLE_EQ(chart.series[0].points[1].y, 1);
  EXPECT_DOUBLE_EQ(chart.series[1].points[1].y, 1.2);
  EXPECT_EQ(chart.unit.symbol, "×");
}

TEST(Axis, hasRoundMarksBetweenItsEnds) {
  const AxisRange linear = linearRange(3, 97);
  EXPECT_EQ(linear.min, 0);
  EXPECT_EQ(linear.max, 100);
  EXPECT_EQ(linear.ticks.front().label, "0");
  EXPECT_EQ(linear.ticks.back().label, "100");
  const AxisRange logarithmic = logRange(24.5, 455);
  for (const AxisTick& tick : logarithmic.ticks) {
    EXPECT_GE(tick.value, logarithmic.min);
    EXPECT_LE(tick.value, logarithmic.max);
  }
  EXPECT_NEAR(placeOn(logarithmic, true, logarithmic.min), 0, 1e-12);
  EXPECT_NEAR(placeOn(logarithmic, true, logarithmic.max), 1, 1e-12);
  EXPECT_GT(linearRange(5, 5).max, 5) << "one value has room around it";
}

}  // namespace
}  // namespace kernline::test
