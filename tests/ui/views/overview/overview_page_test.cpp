// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/overview_page.h"

#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/overview/figure_row.h"
#include "ui/views/overview/figure_tile.h"
#include "ui/views/overview/part_bar.h"
#include "ui/views/overview/step_chart.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QChart>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

using test::cell;
using test::waitUntil;

/// A shown window on a file, with its overview.
class Overview : public Window {
 protected:
  /// `file`: in tests/fixtures.
  void open(const char* file) {
    m_window.openFiles({QString::fromStdString(test::fixture(file))});
    ASSERT_TRUE(settles());
    ASSERT_EQ(document().state(), FileTab::State::Ready);
    document().setFocus();
  }
  void openOverview() {
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    press(Qt::Key_F6);
    ASSERT_TRUE(settles());
  }

  TraceTab& document() { return *m_window.currentTrace(); }
  OverviewPage* page() { return document().findChild<OverviewPage*>(); }
  QString textOf(const char* name) { return page()->findChild<QLabel*>(QString::fromUtf8(name))->text(); }
  template <typename Button>
  Button* button(const QString& text) {
    for (Button* candidate : page()->findChildren<Button*>()) {
      if (candidate->text() == text && candidate->isVisible()) {
        return candidate;
      }
    }
    return nullptr;
  }
  std::string selected() {
    const SpanId span = document().view()->selection();
    return span == SpanId::none ? "" : std::string(document().trace()->nameText(span));
  }
};

TEST_F(Overview, takesThePlaceOfTheTimelineByKeyAndGivesItBack) {
  openSmallTrace();
  EXPECT_EQ(page(), nullptr);  // nothing is made or counted before somebody asks
  openOverview();
  ASSERT_NE(page(), nullptr);
  EXPECT_TRUE(page()->isVisible());
  EXPECT_FALSE(document().view()->isVisible());
  EXPECT_TRUE(m_window.commands()[Command::ShowOverview]->isChecked());
  EXPECT_FALSE(m_window.findChild<QWidget*>(QStringLiteral("detailsDock"))->isVisible());
  press(Qt::Key_F6);
  EXPECT_FALSE(page()->isVisible());
  EXPECT_TRUE(document().view()->isVisible());
  EXPECT_TRUE(document().view()->isAncestorOf(m_window.focusWidget()));
  EXPECT_TRUE(m_window.findChild<QWidget*>(QStringLiteral("detailsDock"))->isVisible());
}

TEST_F(Overview, saysHowBusyTheDeviceIsAndWhyItIsIdle) {
  openSmallTrace();
  openOverview();
  EXPECT_EQ(textOf("overviewTitle"), QStringLiteral("GPU 0"));
  ASSERT_NE(button<FigureTile>(QStringLiteral("GPU busy")), nullptr);
  EXPECT_EQ(button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure, QStringLiteral("61.5 %"));  // 48 of 78 µs
  EXPECT_EQ(button<FigureTile>(QStringLiteral("Occupancy (estimated)"))->figure().figure, QStringLiteral("–"))
      << "one kernel of several says it";
  const FigureRow* latency = button<FigureRow>(QStringLiteral("Launch latency"));
  ASSERT_NE(latency, nullptr);
  EXPECT_EQ(latency->line().value, QStringLiteral("10.00 µs"));
  const FigureRow* unknown = button<FigureRow>(QStringLiteral("Unknown"));
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->line().value, QStringLiteral("20.00 µs"));
  EXPECT_EQ(unknown->accessibleName(), QStringLiteral("Unknown: 20.00 µs, 66.7 %"));
  EXPECT_EQ(button<FigureRow>(QStringLiteral("Host-bound")), nullptr);
}

TEST_F(Overview, aClickOnACauseLeadsToItsLongestGapOnTheTimeline) {
  openSmallTrace();
  openOverview();
  QTest::mouseClick(button<FigureRow>(QStringLiteral("Unknown")), Qt::LeftButton);
  EXPECT_TRUE(document().view()->isVisible());
  EXPECT_EQ(selected(), "Memcpy HtoD (Pinned -> Device)");
  const TimeRange gap{{70'000}, {90'000}};
  const TimeRange visible = document().view()->visibleRange();
  EXPECT_LE(visible.begin, gap.begin);
  EXPECT_GE(visible.end, gap.end);
  EXPECT_LT(visible.length().ns, 4 * gap.length().ns);
  EXPECT_TRUE(document().view()->scene().shownNotes().idle);
  EXPECT_TRUE(m_window.commands()[Command::ShowIdle]->isChecked());
}

TEST_F(Overview, keysReachAKernelAndFollowIt) {
  openSmallTrace();
  openOverview();
  FigureRow* kernel = button<FigureRow>(QStringLiteral("gemm_kernel<float>"));
  ASSERT_NE(kernel, nullptr);
  kernel->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Space);
  EXPECT_TRUE(document().view()->isVisible());
  EXPECT_EQ(selected(), "void gemm_kernel<float>(float*)");
  EXPECT_EQ(document().trace()->duration(document().view()->selection()).ns, 30'000);  // the longest of two
}

TEST_F(Overview, everyRowThatCanBeReachedByKeyLeadsSomewhere) {
  openSmallTrace();
  openOverview();
  for (const FigureRow* row : page()->findChildren<FigureRow*>()) {
    EXPECT_EQ(row->focusPolicy() != Qt::NoFocus, !row->line().place.isEmpty()) << row->text().toStdString();
    EXPECT_FALSE(row->line().tip.isEmpty()) << row->text().toStdString();
  }
}

TEST_F(Overview, aPieceOfABarLeadsWhereItsRowDoes) {
  openSmallTrace();
  openOverview();
  PartBar* idle = nullptr;
  for (PartBar* bar : page()->findChildren<PartBar*>()) {
    idle = bar->accessibleName().contains(QStringLiteral("Launch latency")) ? bar : idle;
  }
  ASSERT_NE(idle, nullptr);
  QTest::mouseClick(idle, Qt::LeftButton, {}, QPoint(idle->width() / 6, idle->height() / 2));  // a third is latency
  EXPECT_EQ(selected(), "cudaLaunchKernel");
}

TEST_F(Overview, saysWhichPhaseOfAStepHoldsThePeakOfMemory) {
  open("h200-profiler-steps.json.gz");
  openOverview();
  const auto* phases = page()->findChild<QTableView*>(QStringLiteral("overviewPhases"));
  ASSERT_TRUE(phases->isVisible());
  const QAbstractItemModel& model = *phases->model();
  ASSERT_EQ(model.rowCount(), 4);
  EXPECT_EQ(cell(model, 0, 0), "Forward");
  EXPECT_EQ(cell(model, 1, 0), "Backward");
  EXPECT_EQ(test::heading(model, 5), "Peak in phase");
  EXPECT_EQ(cell(model, 0, 5), "");
  EXPECT_EQ(cell(model, 1, 5), "4 of 4 steps");
  openSmallTrace();
  openOverview();
  EXPECT_FALSE(page()->findChild<QTableView*>(QStringLiteral("overviewPhases"))->isVisible()) << "it has no steps";
}

TEST_F(Overview, saysWhatToDoWithoutSteps) {
  openSmallTrace();
  openOverview();
  EXPECT_FALSE(page()->findChild<StepChart*>()->isVisible());
  EXPECT_FALSE(page()->findChild<QTableView*>(QStringLiteral("overviewSteps"))->isVisible());
}

TEST_F(Overview, breaksStepsDownAndGoesToThem) {
  open("h200-profiler-steps.json.gz");
  openOverview();
  auto* table = page()->findChild<QTableView*>(QStringLiteral("overviewSteps"));
  ASSERT_TRUE(table->isVisible());
  ASSERT_EQ(table->model()->rowCount(), static_cast<int>(document().trace()->steps().size()));
  EXPECT_EQ(page()->findChild<StepChart*>()->stepsPerBar(), 1U);
  const QHeaderView* header = table->horizontalHeader();
  for (int column = 0; column < header->count(); ++column) {
    const QString title = QString::fromStdString(test::heading(*table->model(), column));
    EXPECT_TRUE(header->isSectionHidden(column) ||
                header->sectionSize(column) >= header->fontMetrics().horizontalAdvance(title))
        << title.toStdString();
  }
  table->sortByColumn(2, Qt::DescendingOrder);
  page()->ensureWidgetVisible(table);
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 0)).center());
  EXPECT_TRUE(document().view()->isVisible());
  Duration longest;
  for (const Step& step : document().trace()->steps()) {
    longest = std::max(longest, step.range.length());
  }
  ASSERT_NE(document().view()->selection(), SpanId::none);
  EXPECT_EQ(document().trace()->duration(document().view()->selection()), longest);
}

TEST_F(Overview, breaksDownStepsThatAreFoundAndSaysHow) {
  open("h200-cuda-graph.json.gz");
  ASSERT_TRUE(document().trace()->steps().empty());
  openOverview();
  const auto* table = page()->findChild<QTableView*>(QStringLiteral("overviewSteps"));
  ASSERT_TRUE(table->isVisible());
  EXPECT_EQ(table->model()->rowCount(), 20);
  const auto labels = page()->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(
      labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("found by cudaGraphLaunch")); }));
  const auto* chart = page()->findChild<StepChart*>();
  auto* names = qobject_cast<QBarCategoryAxis*>(chart->chart()->axes(Qt::Horizontal).constFirst());
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(names->categories().size(), 20) << "of one name, but a bar each";
}

TEST_F(Overview, aBarOfTheChartLeadsToItsStep) {
  open("h200-profiler-steps.json.gz");
  openOverview();
  auto* chart = page()->findChild<StepChart*>();
  page()->ensureWidgetVisible(chart);
  const auto steps = static_cast<double>(document().trace()->steps().size());
  const QRectF plot = chart->chart()->plotArea();
  const QPoint onSecond(static_cast<int>(plot.left() + plot.width() * 1.5 / steps),
                        static_cast<int>(plot.bottom()) - 4);
  ASSERT_TRUE(waitUntil([&] { return chart->chart()->plotArea().width() > 100; }));
  QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, QPoint(onSecond.x(), static_cast<int>(plot.top()) + 2));
  EXPECT_TRUE(page()->isVisible());  // the click was above the bar
  QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, onSecond);
  EXPECT_TRUE(document().view()->isVisible());
  EXPECT_EQ(document().view()->selection(), document().trace()->steps()[1].span);
}

TEST_F(Overview, theChartLeavesTheWheelToThePage) {
  open("h200-profiler-steps.json.gz");
  openOverview();
  auto* chart = page()->findChild<StepChart*>();
  const QPoint middle = chart->viewport()->rect().center();
  QWheelEvent turn(middle, chart->viewport()->mapToGlobal(middle), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier,
                   Qt::NoScrollPhase, false);
  QApplication::sendEvent(chart->viewport(), &turn);
  EXPECT_FALSE(turn.isAccepted());  // Qt offers it to the parents then
}

TEST_F(Overview, saysThatATraceWithoutGpuWorkHasNone) {
  open("chrome-trivial.json");
  openOverview();
  EXPECT_EQ(textOf("overviewTitle"), QStringLiteral("No GPU work"));
  EXPECT_TRUE(textOf("overviewSubtitle").contains(QStringLiteral("no kernel, memcpy or memset")));
  EXPECT_EQ(button<FigureTile>(QStringLiteral("GPU busy")), nullptr);
  EXPECT_EQ(button<QPushButton>(QStringLiteral("Mark the causes on the timeline")), nullptr);
}

TEST_F(Overview, showsOneDeviceOfManyAtATime) {
  open("torch-merged-8-ranks.json.gz");
  openOverview();
  auto* devices = page()->findChild<QComboBox*>(QStringLiteral("overviewDevice"));
  ASSERT_TRUE(devices->isVisible());
  ASSERT_GT(devices->count(), 1);
  const QString first = button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure;
  devices->setFocus();
  press(Qt::Key_Down);
  EXPECT_EQ(devices->currentIndex(), 1);
  EXPECT_FALSE(button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure.isEmpty());
}

TEST_F(Overview, isLimitedToAChosenRangeAndSaysSo) {
  openSmallTrace();
  openOverview();
  document().view()->chooseRange(TimeRange{{30'000}, {50'000}});
  ASSERT_TRUE(settles());
  EXPECT_TRUE(textOf("overviewSubtitle").startsWith(QStringLiteral("Limited to the selected range of 20.00 µs")));
  EXPECT_EQ(button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure, QStringLiteral("50.0 %"));
  document().view()->chooseRange(std::nullopt);
  ASSERT_TRUE(settles());
  EXPECT_EQ(button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure, QStringLiteral("61.5 %"));
}

TEST_F(Overview, isRefilledWhenTheFileIsReadAgain) {
  openSmallTrace();
  openOverview();
  press(Qt::Key_F5);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(page()->isVisible());
  ASSERT_TRUE(waitUntil([&] { return button<FigureTile>(QStringLiteral("GPU busy")) != nullptr; }));
  EXPECT_EQ(button<FigureTile>(QStringLiteral("GPU busy"))->figure().figure, QStringLiteral("61.5 %"));
}

TEST_F(Overview, rowsOfNotesComeAndGoByKey) {
  openSmallTrace();
  EXPECT_FALSE(document().view()->scene().shownNotes().idle);
  press(Qt::Key_I);
  press(Qt::Key_Q);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(document().view()->scene().shownNotes().idle);
  EXPECT_TRUE(document().view()->scene().shownNotes().queues);
  press(Qt::Key_I);
  press(Qt::Key_Q);
  EXPECT_FALSE(document().view()->scene().shownNotes().idle);
  EXPECT_FALSE(document().view()->scene().shownNotes().queues);
}

TEST_F(Overview, namesTheLimitsOfCountedKernelsAndLeadsToThem) {
  open("recordings/profile-sweep.json.gz");
  openOverview();
  const auto* card = page()->findChild<QWidget*>(QStringLiteral("overviewCounted"));
  ASSERT_TRUE(card->isVisible());
  const auto rows = card->findChildren<FigureRow*>();
  ASSERT_EQ(rows.size(), 5);
  EXPECT_TRUE(rows[0]->line().name.startsWith(QStringLiteral("m=16 · ")));
  EXPECT_TRUE(rows[0]->line().detail.contains(QStringLiteral("Limited by DRAM")));
  EXPECT_TRUE(rows[4]->line().detail.contains(QStringLiteral("Limited by Tensor pipe")));
  EXPECT_THAT(rows[3]->line().detail, test::says("limited-by-unit", "Tensor pipe", "86.3 %"));
  EXPECT_EQ(rows[3]->line().shareText, QStringLiteral("86.3 %")) << "of the unit that is named";
  const SpanId kernel = rows[4]->line().place.span;
  QTest::mouseClick(rows[4], Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(document().view()->scene().selection().span(), kernel);
}

TEST_F(Overview, hasNoLimitsWhereNothingWasCounted) {
  openSmallTrace();
  openOverview();
  EXPECT_FALSE(page()->findChild<QWidget*>(QStringLiteral("overviewCounted"))->isVisible());
}

TEST(TraceFigures, areWorkedOutWhenSomebodyAsks) {
  TraceFigures figures;
  figures.setTrace(test::smallTrace());
  figures.setSteps(std::make_shared<const FoundSteps>(foundSteps(*figures.trace()).value()));
  EXPECT_FALSE(figures.isBusy());
  EXPECT_EQ(figures.figures(), nullptr);
  figures.requestFigures();
  ASSERT_TRUE(test::settles(figures));
  ASSERT_NE(figures.figures(), nullptr);
  EXPECT_EQ(figures.notes(), nullptr);
  EXPECT_EQ(figures.smUse().size(), 1U);
  figures.setTrace(nullptr);
  EXPECT_EQ(figures.figures(), nullptr);
}

}  // namespace
}  // namespace kernline::ui
