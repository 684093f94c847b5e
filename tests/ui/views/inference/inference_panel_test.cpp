// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_panel.h"

#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/inference/inference_chart.h"
#include "ui/views/inference/inference_rows.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QtCharts/QChart>
#include <QtCharts/QLegendMarker>
#include <QtCharts/QLogValueAxis>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;

/// Two prefills of 1000 and 2000 tokens and five decodes of 2 to 6 requests, one after the other, 10 ms apart.
std::shared_ptr<const Trace> madeEngine() {
  constexpr std::int64_t ms = 1'000'000;
  test::MadeLoop loop;
  const auto add = [&](const std::string& name, std::int64_t i, std::int64_t duration) {
    loop.annotation(name, i * 10 * ms, i * 10 * ms + duration);
    loop.kernel(i * 10 * ms + 1000, i * 10 * ms + 2000, i * 10 * ms + duration / 2);
  };
  add("step[EXTEND bs=1 toks=1000 c_sk=1000]", 0, 4 * ms);
  add("step[EXTEND bs=2 toks=2000 c_sk=4000]", 1, 8 * ms);
  for (const std::int64_t i : {2, 3, 4, 5, 6}) {
    add("step[DECODE bs=" + std::to_string(i) + " g_sk=" + std::to_string(i * 500 * i) + "]", i, i * ms / 4);
  }
  return loop.build();
}

class InferencePanelTest : public test::PanelTest<InferencePanel> {
 protected:
  void show(std::shared_ptr<const Trace> trace) { PanelTest::show(std::move(trace), {1280, 420}); }
  InferenceChart& chart() { return child<InferenceChart>("inferenceChart"); }
  QTableView& iterations() { return child<QTableView>("inferenceIterations"); }
  QTableView& batches() { return child<QTableView>("inferenceBatches"); }
  QPoint placeOf(std::size_t step) { return chart().placeOf(step).value_or(QPointF()).toPoint(); }
};

TEST_F(InferencePanelTest, hasTheSlowestIterationFirstAndBatchesBySize) {
  show(madeEngine());
  ASSERT_EQ(iterations().model()->rowCount(), 7);
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Name), "step[EXTEND bs=2 toks=2000 c_sk=4000]");
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Duration), "8.000 ms");
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::PerToken), "4.000 µs");
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Length), "2000");
  EXPECT_EQ(cell(iterations(), 1, IterationColumns::Kind), "Prefill");
  EXPECT_EQ(cell(iterations(), 6, IterationColumns::Duration), "500.0 µs");
  // Prefills of 512 to 1023 and of 1024 to 2047 tokens; decodes of 2 to 3 and of 4 to 7 requests, by length of these
  ASSERT_EQ(batches().model()->rowCount(), 6);
  EXPECT_EQ(cell(batches(), 0, 0), "Prefill");
  EXPECT_EQ(cell(batches(), 0, 2), "1000");
  EXPECT_EQ(cell(batches(), 0, 5), "4.000 ms");
  EXPECT_EQ(cell(batches(), 5, 0), "Decode");
  EXPECT_EQ(cell(batches(), 5, 1), "5–6");
  EXPECT_EQ(cell(batches(), 5, 4), "2");
  EXPECT_EQ(cell(batches(), 5, 5), "1.375 ms");
  EXPECT_EQ(cell(batches(), 5, 6), "1.500 ms");
  EXPECT_EQ(child<QLabel>("inferenceCounts").text(), QStringLiteral("7 iterations"));
}

TEST_F(InferencePanelTest, aPointTellsItsIterationAndAClickGoesThere) {
  show(madeEngine());
  ASSERT_EQ(chart().pointCount(), 7U);
  const QPoint place = placeOf(3);
  EXPECT_TRUE(chart().chart()->plotArea().contains(place));
  QTest::mouseMove(chart().viewport(), place + QPoint(2, 1));
  EXPECT_EQ(chart().card().title, QStringLiteral("step[DECODE bs=3 g_sk=4500]"));
  EXPECT_TRUE(chart().card().text().contains(QStringLiteral("750.0 µs"))) << chart().card().text().toStdString();
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, {}, place);
  EXPECT_EQ(asked(), "step[DECODE bs=3 g_sk=4500]");
  EXPECT_EQ(cell(iterations(), iterations().currentIndex().row(), 0), "step[DECODE bs=3 g_sk=4500]");
  QTest::mouseMove(chart().viewport(), QPoint(2, 2));
  EXPECT_EQ(chart().card().title, QStringLiteral("step[DECODE bs=3 g_sk=4500]")) << "it is chosen";
}

TEST_F(InferencePanelTest, aRowGoesToItsIterationAndShowsItsPoint) {
  show(madeEngine());
  const QRect row = iterations().visualRect(iterations().model()->index(1, 0));
  QTest::mouseClick(iterations().viewport(), Qt::LeftButton, {}, row.center());
  EXPECT_EQ(asked(), "step[EXTEND bs=1 toks=1000 c_sk=1000]");
  EXPECT_EQ(chart().current(), 0U);
  EXPECT_EQ(chart().card().title, QStringLiteral("step[EXTEND bs=1 toks=1000 c_sk=1000]"));
  m_asked = SpanId::none;
  QTest::keyClick(&iterations(), Qt::Key_Up);
  EXPECT_EQ(m_asked, SpanId::none) << "keys look before they leap";
  EXPECT_EQ(chart().current(), 1U);
  QTest::keyClick(&iterations(), Qt::Key_Return);
  EXPECT_EQ(asked(), "step[EXTEND bs=2 toks=2000 c_sk=4000]");
}

TEST_F(InferencePanelTest, keysWalkThroughPointsFromLeftToRight) {
  show(madeEngine());
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_End);
  EXPECT_EQ(chart().card().title, QStringLiteral("step[DECODE bs=6 g_sk=18000]"));
  QTest::keyClick(&chart(), Qt::Key_Left);
  EXPECT_EQ(chart().card().title, QStringLiteral("step[DECODE bs=5 g_sk=12500]"));
  QTest::keyClick(&chart(), Qt::Key_Return);
  EXPECT_EQ(asked(), "step[DECODE bs=5 g_sk=12500]");
  QTest::keyClick(&chart(), Qt::Key_Home);
  EXPECT_EQ(chart().current(), 0U);
}

TEST_F(InferencePanelTest, axesAreChosenAndLogarithmicWhereTheyMustBe) {
  show(madeEngine());
  EXPECT_LT(placeOf(2).x(), placeOf(6).x());
  EXPECT_GT(placeOf(2).y(), placeOf(6).y()) << "longer is higher";
  choose("inferenceX", 1);  // 2 to 2000 tokens
  EXPECT_NE(qobject_cast<QLogValueAxis*>(chart().chart()->axes(Qt::Horizontal).constFirst()), nullptr);
  EXPECT_GT(placeOf(0).x(), placeOf(6).x());
  choose("inferenceY", 1);  // 4 µs to 250 µs a token
  EXPECT_LT(placeOf(6).y(), placeOf(0).y());
  EXPECT_EQ(placeOf(1).y(), placeOf(0).y()) << "both take 4 µs a token";
  choose("inferenceX", 3);
  for (std::size_t step = 1; step < 7; ++step) {
    EXPECT_LT(placeOf(step - 1).x(), placeOf(step).x());
  }
}

TEST_F(InferencePanelTest, oneKindAloneHasItsOwnScale) {
  show(madeEngine());
  EXPECT_EQ(chart().chart()->series().size(), 2);
  choose("inferenceKind", 2);
  EXPECT_EQ(child<QComboBox>("inferenceKind").currentText(), QStringLiteral("Decode"));
  EXPECT_EQ(chart().pointCount(), 5U);
  EXPECT_EQ(iterations().model()->rowCount(), 5);
  EXPECT_EQ(chart().chart()->series().size(), 1);
  EXPECT_EQ(batches().model()->rowCount(), 4);
}

TEST_F(InferencePanelTest, aRangeHasTheIterationsThatBeginInIt) {
  show(madeEngine());
  m_panel.setChosenRange(TimeRange{{0}, {25'000'000}});
  ASSERT_TRUE(settles());
  EXPECT_EQ(iterations().model()->rowCount(), 3);
  EXPECT_TRUE(child<QLabel>("inferenceCounts").text().startsWith(QStringLiteral("limited to 25.00 ms")));
  m_panel.setChosenRange(TimeRange{{1'000'000}, {2'000'000}});
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("inferenceEmpty").isVisible());
  EXPECT_EQ(child<QLabel>("inferenceEmpty").text(), QStringLiteral("No iteration begins in this range."));
}

TEST_F(InferencePanelTest, iterationsThatDoNotSayAreNotInTheChart) {
  test::MadeLoop loop;
  for (const std::int64_t i : {0, 1, 2}) {
    loop.annotation(i == 2 ? "execute_context_1(9)_generation_0(0)" : "execute_new_0_cached_7", i * 100, i * 100 + 50);
    loop.kernel(i * 100 + 1, i * 100 + 2, i * 100 + 40);
  }
  show(loop.build());
  EXPECT_EQ(chart().pointCount(), 3U);
  choose("inferenceX", 1);
  EXPECT_EQ(chart().pointCount(), 1U);
  choose("inferenceX", 2);
  EXPECT_EQ(chart().pointCount(), 0U);
  EXPECT_EQ(chart().emptySentence(), QStringLiteral("These iterations do not record the length of their requests."));
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Length), "");
}

TEST_F(InferencePanelTest, saysSoWhereThereAreNone) {
  show(load(test::fixture("h200-profiler-steps.json.gz")).value());
  EXPECT_FALSE(chart().isVisible());
  EXPECT_TRUE(child<QLabel>("inferenceEmpty").text().contains(QStringLiteral("no iterations")));
  m_panel.setTrace(nullptr);
  EXPECT_TRUE(child<QLabel>("inferenceEmpty").text().contains(QStringLiteral("once the whole file is loaded")));
}

TEST_F(InferencePanelTest, showsTheIterationsOfRealEngines) {
  show(load(test::fixture("torch-rocm-vllm-graph.json.gz")).value());
  ASSERT_EQ(iterations().model()->rowCount(), 1);
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Requests), "32");
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Length), "1721");  // 55086 of 32
  m_panel.setTrace(load(test::fixture("torch-rocm-sglang-decode.json.gz")).value());
  ASSERT_TRUE(settles());
  ASSERT_EQ(iterations().model()->rowCount(), 1);
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Length), "1024");  // 32785 of 32
  EXPECT_EQ(chart().pointCount(), 1U);
  m_panel.setTrace(load(test::shared("traces/torch/tracelens_b200_eager_rank0of8.json.gz")).value());
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Kind), "Prefill");
  EXPECT_EQ(cell(iterations(), 0, IterationColumns::Tokens), "888");
}

TEST_F(InferencePanelTest, rowsAreCopiedWithTheirTitles) {
  show(madeEngine());
  iterations().setFocus();
  QTest::keyClick(&iterations(), Qt::Key_C, Qt::ControlModifier);
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 8);
  EXPECT_TRUE(lines[1].startsWith(QStringLiteral("step[EXTEND bs=2 toks=2000 c_sk=4000]\tPrefill\t10000000\t8000000")))
      << lines[1].toStdString();
}

}  // namespace
}  // namespace kernline::ui
