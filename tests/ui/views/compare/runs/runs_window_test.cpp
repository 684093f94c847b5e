// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/counterpart.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "tests/ui/window/file_dialog.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/language/language.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

namespace kernline::ui {
namespace {

TEST_F(Runs, saysWhoIsFasterAndWhatChanged) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("1.30× faster: ")))
      << part<QLabel>("runsVerdict")->text().toStdString();
  EXPECT_TRUE(part<QLabel>("runsReasons")->text().contains(QStringLiteral("over 5 repeating rounds")));
  EXPECT_FALSE(part<QLabel>("runsDoubts")->isVisible());
  EXPECT_EQ(cell(0, 0), QStringLiteral("gemm"));
  EXPECT_EQ(cell(0, 3), QStringLiteral("-30.00 µs")) << "a step, as in the waterfall";
  EXPECT_EQ(cell(0, 4), QStringLiteral("0.700×"));
  EXPECT_EQ(cell(0, 6), QStringLiteral("1"));
  chooseFigure("total");
  EXPECT_EQ(cell(0, 3), QStringLiteral("-180.0 µs"));
  EXPECT_EQ(cell(0, 6), QStringLiteral("6"));
}

TEST_F(Runs, ofOtherNumbersOfStepsShowNoChangeOfAStep) {
  const test::TemporaryFile longer{loopText(9, 100, "relu")};
  m_window.comparison().compareFiles({QString::fromStdString(m_before.path()), QString::fromStdString(longer.path())});
  ASSERT_TRUE(test::waitUntil(
      [&] { return !m_runs->isBusy() && m_runs->comparison() != nullptr && cell(0, 4) == QStringLiteral("1.000×"); }));
  EXPECT_EQ(cell(0, 3), QStringLiteral("0 ns"));
  EXPECT_EQ(cell(0, 6), QStringLiteral("1"));
}

TEST_F(Runs, joinsWhatIsTheSameInBothTimelines) {
  const TimelineView* other = m_runs->timelines()->view(1);
  QTest::mouseClick(part<QWidget>("runsWaterfall"), Qt::LeftButton, Qt::NoModifier, waterfallLine("gemm"));
  const SpanId here = m_runs->timelines()->view(0)->selection();
  ASSERT_NE(here, SpanId::none);
  EXPECT_EQ(m_runs->timelines()->view(0)->trace()->nameText(here), "gemm");
  ASSERT_NE(other->selection(), SpanId::none);
  EXPECT_EQ(other->trace()->nameText(other->selection()), "gemm");
  Counterparts counterparts(m_runs->comparison());
  EXPECT_EQ(other->selection(), counterparts.of(0, here, 1));
  EXPECT_EQ(counterparts.of(1, other->selection(), 0), here);
}

TEST_F(Runs, movesBothTimelinesUntilUnlinked) {
  TimelineView* base = m_runs->timelines()->view(0);
  TimelineView* other = m_runs->timelines()->view(1);
  const TimeRange before = other->visibleRange();
  EXPECT_EQ(base->visibleRange().length(), before.length());
  base->setFocus();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_LT(base->visibleRange().length().ns, before.length().ns);
  EXPECT_EQ(base->visibleRange().length(), other->visibleRange().length());
  part<QCheckBox>("runsLinked")->click();
  const TimeRange alone = other->visibleRange();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_EQ(other->visibleRange(), alone);
}

TEST_F(Runs, drawsStepsAsLongAsEachOther) {
  auto* scale = part<QComboBox>("runsScale");
  scale->setFocus();
  QTest::keyClick(scale, Qt::Key_Down);
  const double base = static_cast<double>(m_runs->timelines()->view(0)->visibleRange().length().ns);
  const double other = static_cast<double>(m_runs->timelines()->view(1)->visibleRange().length().ns);
  EXPECT_NEAR(other / base, 100.0 / 130.0, 1e-3);
}

TEST_F(Runs, exchangesBaseAndOther) {
  QTest::mouseClick(part<QPushButton>("runsSwap"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return part<QLabel>("runsVerdict")->text().contains(QStringLiteral("slower")); }));
  EXPECT_EQ(cell(0, 3), QStringLiteral("+30.00 µs"));
  QTest::keyClick(m_runs, Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(test::waitUntil([&] { return part<QLabel>("runsVerdict")->text().contains(QStringLiteral("faster")); }))
      << "by keys too";
}

TEST_F(Runs, followsTheOpenFiles) {
  tabs().closeTab(1);
  ASSERT_TRUE(test::waitUntil([&] { return m_runs->comparison() == nullptr; }));
  EXPECT_TRUE(part<QLabel>("runsSentence")->isVisible());
  m_window.openFiles({QString::fromStdString(m_after.path())});
  ASSERT_TRUE(compares());
  EXPECT_FALSE(part<QLabel>("runsSentence")->isVisible());
}

TEST_F(Runs, comparesFilesByTheirPaths) {
  const test::TemporaryFile third{loopText(6, 50, "relu")};
  m_window.comparison().compareFiles({QString::fromStdString(third.path()), QString::fromStdString(m_before.path())});
  ASSERT_TRUE(test::waitUntil([&] {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr &&
           m_runs->comparison()->differences.front().verdict.faster == Faster::Base;
  }));
  EXPECT_DOUBLE_EQ(m_runs->comparison()->differences.front().baseStep, 80'000);
}

TEST_F(Runs, sayWhereLogsAndMemoryAreCompared) {
  EXPECT_FALSE(part<QTabWidget>("runsTabs")->isTabVisible(2)) << "neither tells of its memory";
  const QString log = QString::fromStdString(test::fixture("logs/attention-sweep.log"));
  const QString snapshot = QString::fromStdString(test::fixture("memory/training-protocol-4.pickle"));
  m_window.openFiles({log, snapshot});
  ASSERT_TRUE(test::waitUntil([&] {
    return tabs().count() == 4 && tabs().at(2)->state() == FileTab::State::Ready &&
           tabs().at(3)->state() == FileTab::State::Ready;
  }));
  QMenu* menu = part<QToolButton>("runsAdd")->menu();
  Q_EMIT menu->aboutToShow();
  QStringList entries;
  for (const QAction* action : menu->actions()) {
    entries << action->text();
  }
  const auto entry = [&](const QString& text) { return entries.indexOf(text); };
  const auto memory = entry(QStringLiteral("training-protocol-4.pickle"));
  EXPECT_EQ(entries.value(memory - 1), QStringLiteral("Memory only: compared on its own page"));
  const auto logs = entry(QStringLiteral("Logs: compared in the matrix"));
  ASSERT_GE(logs, 0);
  menu->actions()[logs + 1]->trigger();
  EXPECT_EQ(m_runs->mode(), RunsWindow::Mode::Matrix);
  tabs().setCurrentIndex(0);
  ASSERT_GE(memory, 1);
  menu->actions()[memory]->trigger();
  EXPECT_EQ(m_window.currentFile()->path(), snapshot) << "the page of the snapshot, which has a comparison of its own";
}

TEST_F(Runs, doesNotWaitForWhatIsNoTrace) {
  const QString log = QString::fromStdString(test::fixture("logs/attention-sweep.log"));
  m_window.comparison().compareFiles({QString::fromStdString(m_before.path()), log});
  ASSERT_TRUE(settles());
  ASSERT_TRUE(compares());
  EXPECT_EQ(m_runs->runs().size(), 2U) << "those that were there";
}

TEST_F(Window, theComparisonSaysWhereASnapshotIsCompared) {
  const QString snapshot = QString::fromStdString(test::fixture("memory/training-protocol-4.pickle"));
  m_window.comparison().compareFiles({snapshot, QStringLiteral("/no/such/file.json")});
  ASSERT_TRUE(settles());
  const auto* sentence = m_window.findChild<QLabel*>(QStringLiteral("runsSentence"));
  ASSERT_NE(sentence, nullptr);
  EXPECT_TRUE(test::waitUntil([&] { return sentence->text().contains(QStringLiteral("Snapshots and memory")); }))
      << sentence->text().toStdString();
}

TEST_F(Window, ofTwoRunsThatTellOfMemoryThePeaksAreExplained) {
  m_window.comparison().compareFiles({QString::fromStdString(test::fixture("h200-attention-original.json.gz")),
                                      QString::fromStdString(test::fixture("h200-attention-optimised.json.gz"))});
  auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_TRUE(test::waitUntil([&] { return !runs->isBusy() && runs->comparison() != nullptr; }));
  auto* pages = runs->findChild<QTabWidget*>(QStringLiteral("runsTabs"));
  ASSERT_TRUE(pages->isTabVisible(2));
  pages->setCurrentIndex(2);
  auto* memory = runs->findChild<WaterfallView*>(QStringLiteral("runsMemory"));
  ASSERT_TRUE(memory->isVisible());
  const QStringList lines = memory->lines();
  ASSERT_GE(lines.size(), 5);
  EXPECT_TRUE(lines.front().startsWith(QStringLiteral("Max allocated, baseline: "))) << lines.front().toStdString();
  EXPECT_TRUE(lines.back().startsWith(QStringLiteral("Max reserved, other run: "))) << lines.back().toStdString();
}

TEST_F(Runs, layOpenTracesOutInAMatrix) {
  QTest::mouseClick(part<QToolButton>("runsMatrix"), Qt::LeftButton);
  auto* page = m_runs->findChild<MatrixPage*>();
  EXPECT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && !page->page()->isEmpty(); }));
  auto* out = page->findChild<ExportButton*>();
  ASSERT_TRUE(out->isVisible() && out->isEnabled());
  out->menu()->actions().front()->trigger();
  const int rows = part<QTableView>("compareMatrix")->model()->rowCount();
  ASSERT_GT(rows, 0);
  EXPECT_EQ(QApplication::clipboard()->text().count(QLatin1Char('\n')), 1 + rows) << "and a line of titles";
  QTest::mouseClick(part<QToolButton>("runsDifferences"), Qt::LeftButton);
  EXPECT_TRUE(part<QTableView>("runsRows")->isVisible());
}

TEST_F(Runs, movesOneTimelineByHand) {
  StackedTimelines* timelines = m_runs->timelines();
  TimelineView* other = timelines->view(1);
  const TimeRange before = other->visibleRange();
  const TimeRange base = timelines->view(0)->visibleRange();
  QWidget* canvas = other->focusProxy();
  const QPoint from(canvas->width() / 2, canvas->height() - 20);
  QTest::mousePress(canvas, Qt::LeftButton, Qt::ControlModifier, from);
  QTest::mouseMove(canvas, from + QPoint(40, 0));
  QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ControlModifier, from + QPoint(40, 0));
  EXPECT_LT(other->visibleRange().begin.ns, before.begin.ns);
  EXPECT_EQ(timelines->view(0)->visibleRange(), base);
  auto* spin = part<QDoubleSpinBox>("runsShift1");
  EXPECT_NEAR(spin->value() * 1e3, static_cast<double>((before.begin - other->visibleRange().begin).ns), 1);
  spin->setValue(0);
  EXPECT_EQ(other->visibleRange(), before);
}

TEST_F(Runs, aRangeChosenInOneTimelineLimitsTheRows) {
  const StackedTimelines& timelines = *m_runs->timelines();
  TimelineView* base = timelines.view(0);
  auto* canvas = base->focusProxy();
  // From the first product to the second, as seen in the base: 130 µs, which is more than a round of the other.
  const Time first = base->trace()->start(m_runs->comparison()->runs[0].work[0]);
  const Time second = base->trace()->start(m_runs->comparison()->runs[0].work[2]);
  const TimeAxis axis(base->visibleRange(), base->tracksRect().width());
  const auto at = [&](Time time) {
    return QPoint(base->tracksRect().left() + static_cast<int>(axis.xOf(time)) - canvas->x(), 10);
  };
  QTest::mousePress(canvas, Qt::LeftButton, {}, at(first));
  QTest::mouseMove(canvas, (at(first) + at(second)) / 2);
  QTest::mouseMove(canvas, at(second));
  QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(second));
  ASSERT_EQ(base->chosenRange(), (TimeRange{first, second}));
  EXPECT_EQ(timelines.view(1)->chosenRange()->length(), second - first);
  ASSERT_TRUE(test::waitUntil([&] { return cell(2, 6) == QStringLiteral("1 → 2"); })) << cell(2, 6).toStdString();
  EXPECT_EQ(cell(2, 0), QStringLiteral("gemm")) << "the least changed";
  EXPECT_EQ(cell(2, 1), QStringLiteral("100.0 µs"));
  EXPECT_EQ(cell(2, 2), QStringLiteral("100.0 µs")) << "70 and, of the next round, 30";
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: selected range"));
  // A mean per step is of whole steps: the range goes.
  auto* figure = part<QComboBox>("runsFigure");
  figure->setFocus();
  QTest::keyClick(figure, Qt::Key_Up);
  EXPECT_FALSE(base->chosenRange() || timelines.view(1)->chosenRange());
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: mean per step"));
  EXPECT_EQ(cell(0, 6), QStringLiteral("1"));
}

TEST_F(Runs, whileNotLinkedEachTimelineCanHaveARangeOfItsOwn) {
  const StackedTimelines& timelines = *m_runs->timelines();
  const auto& runs = m_runs->comparison()->runs;
  part<QCheckBox>("runsLinked")->click();
  const auto firstRelu = runs[0].trace->range(runs[0].work[1]);
  timelines.view(0)->chooseRange(firstRelu);
  ASSERT_TRUE(timelines.view(1)->chosenRange()) << "where it is aligned, at first";
  const auto thirdProduct = runs[1].trace->range(runs[1].work[4]);
  timelines.view(1)->chooseRange(thirdProduct);
  EXPECT_EQ(timelines.view(0)->chosenRange(), firstRelu);
  ASSERT_TRUE(test::waitUntil([&] { return part<QTableView>("runsRows")->model()->rowCount() == 2; }));
  EXPECT_EQ(cell(0, 2), QStringLiteral("70.00 µs"));
  EXPECT_EQ(cell(1, 1), QStringLiteral("20.00 µs"));
  timelines.view(1)->chooseRange({});
  EXPECT_FALSE(timelines.view(0)->chosenRange());
  EXPECT_EQ(part<QComboBox>("runsFigure")->currentText(), QStringLiteral("per step")) << "as before the range";
  EXPECT_EQ(cell(0, 6), QStringLiteral("1"));
}

TEST_F(Runs, theStepInSightLiesAboveTheSameStepOfTheOther) {
  const StackedTimelines& timelines = *m_runs->timelines();
  const auto stepOf = [&](std::size_t run, std::size_t number) {
    return m_runs->comparison()->runs[run].steps.steps[number];
  };
  const std::size_t last = m_runs->comparison()->runs[0].steps.steps.size() - 1;
  ASSERT_EQ(m_runs->comparison()->runs[1].steps.steps.size(), last + 1);
  timelines.view(0)->setVisibleRange({stepOf(0, last).begin, stepOf(0, last).begin + Duration{20'000}});
  EXPECT_EQ(timelines.view(1)->visibleRange().begin, stepOf(1, last).begin);
  timelines.view(1)->setVisibleRange({stepOf(1, 1).begin, stepOf(1, 1).begin + Duration{20'000}});
  EXPECT_EQ(timelines.view(0)->visibleRange().begin, stepOf(0, 1).begin) << "likewise from the other";
  m_runs->timelines()->showSteps();
  EXPECT_EQ(timelines.view(0)->visibleRange().begin - stepOf(0, 0).begin,
            timelines.view(1)->visibleRange().begin - stepOf(1, 0).begin);
}

TEST_F(Runs, aRowShowsItsWorkInBoth) {
  const StackedTimelines& timelines = *m_runs->timelines();
  for (std::size_t row = 0; row < 2; ++row) {
    timelines.view(0)->setVisibleRange({{500'000}, {500'400}});  // so near that little else is in sight
    m_runs->timelines()->showRow(row);
    for (std::size_t run = 0; run < 2; ++run) {
      const SpanId shown = timelines.view(run)->selection();
      const TimeRange seen = timelines.view(run)->visibleRange();
      if (shown != SpanId::none) {
        const TimeRange work = timelines.view(run)->trace()->range(shown);
        EXPECT_TRUE(work.begin < seen.end && seen.begin < work.end) << "row " << row << " of run " << run;
      } else {
        EXPECT_TRUE(seen.begin < timelines.view(run)->trace()->bounds().end) << "row " << row << " of run " << run;
      }
    }
  }
}

TEST_F(Runs, escapeClearsOneThingAtATimeAndThenCloses) {
  const QPointer<RunsWindow> runs = m_runs;
  const StackedTimelines& timelines = *m_runs->timelines();
  auto* filter = part<QLineEdit>("runsFilter");
  timelines.view(0)->chooseRange(timelines.view(0)->trace()->bounds());
  m_runs->timelines()->showRow(0);
  filter->setFocus();
  QTest::keyClicks(filter, QStringLiteral("gemm"));
  QTest::keyClick(filter, Qt::Key_Escape);
  EXPECT_TRUE(filter->text().isEmpty());
  EXPECT_NE(timelines.view(1)->selection(), SpanId::none);
  QTest::keyClick(filter, Qt::Key_Escape);
  EXPECT_EQ(timelines.view(0)->selection(), SpanId::none);
  EXPECT_EQ(timelines.view(1)->selection(), SpanId::none);
  EXPECT_TRUE(timelines.view(1)->chosenRange());
  QTest::keyClick(filter, Qt::Key_Escape);
  EXPECT_FALSE(timelines.view(0)->chosenRange());
  QTest::keyClick(filter, Qt::Key_Escape);
  EXPECT_TRUE(test::waitUntil([&] { return runs == nullptr; }));
}

TEST_F(Runs, anIdleBarLeadsToTheLongestGapsOfBothRuns) {
  // 40 us before the third product of one, 60 before the fifth of the other, instead of 5.
  const test::TemporaryFile one{loopText(6, 100, "relu", 2, 35)};
  const test::TemporaryFile two{loopText(6, 100, "relu", 4, 55)};
  m_window.comparison().compareFiles({QString::fromStdString(one.path()), QString::fromStdString(two.path())});
  ASSERT_TRUE(test::waitUntil([&] {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr && !m_runs->runs().empty() &&
           m_runs->comparison()->runs.front().trace->spanCount() == 12 &&
           m_runs->runs().front().run.path.toStdString() == one.path();
  }));
  for (const QString& line : part<WaterfallView>("runsWaterfall")->lines()) {
    EXPECT_FALSE(line.contains(QRegularExpression(QStringLiteral("idle: [A-Z]")))) << line.toStdString();
  }
  QTest::mouseClick(part<QWidget>("runsWaterfall"), Qt::LeftButton, Qt::NoModifier, waterfallLine("idle"));
  const StackedTimelines& timelines = *m_runs->timelines();
  ASSERT_TRUE(test::waitUntil([&] { return timelines.ribbonBelow(0)->band().has_value(); }));
  const auto [base, other] = *timelines.ribbonBelow(0)->band();
  EXPECT_EQ(base.length().ns, 40'000);
  EXPECT_EQ(other.length().ns, 60'000);
  for (const auto& [run, gap] : {std::pair(0, base), {1, other}}) {
    const TimelineView& view = *timelines.view(static_cast<std::size_t>(run));
    EXPECT_EQ(view.visibleRange().unitedWith(gap), view.visibleRange()) << run;
    EXPECT_LT(view.visibleRange().length().ns, 4 * other.length().ns) << "close to it";
    ASSERT_NE(view.selection(), SpanId::none) << run;
    EXPECT_EQ(view.trace()->start(view.selection()), gap.end) << "the work that ends it";
  }
  EXPECT_EQ(base.begin - timelines.view(0)->visibleRange().begin, other.begin - timelines.view(1)->visibleRange().begin)
      << "above each other";
  QTest::mouseClick(part<QPushButton>("runsSteps"), Qt::LeftButton);
  const TimeRange step = m_runs->comparison()->runs[1].steps.steps.front();
  EXPECT_EQ(timelines.view(1)->visibleRange().unitedWith(step), timelines.view(1)->visibleRange())
      << "aligned by steps again";
}

TEST_F(Runs, offerAnotherFileInThePlaceOfARun) {
  const test::TemporaryFile third{loopText(6, 50, "relu")};
  QMenu* menu = part<QToolButton>("runsChip0")->menu();
  Q_EMIT menu->aboutToShow();
  const QList<QAction*> entries = menu->actions();
  EXPECT_TRUE(entries.at(entries.size() - 2)->actionGroup() != nullptr)
      << "one of the open ones is chosen, not several";
  const test::FileDialogAnswer answer(QString::fromStdString(third.path()));
  entries.back()->trigger();
  ASSERT_TRUE(test::waitUntil([&] {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr &&
           m_runs->runs().front().run.path.toStdString() == third.path();
  }));
  EXPECT_EQ(m_runs->runs().size(), 2U);
}

TEST_F(Runs, alignsByTheFirstKernel) {
  auto* align = part<QComboBox>("runsAlign");
  align->setFocus();
  QTest::keyClick(align, Qt::Key_Down);
  EXPECT_EQ(align->currentIndex(), 1);
  const RunComparison& made = *m_runs->comparison();
  const StackedTimelines& timelines = *m_runs->timelines();
  EXPECT_EQ(timelines.view(1)->visibleRange().begin - made.runs[1].trace->start(made.runs[1].work.front()),
            timelines.view(0)->visibleRange().begin - made.runs[0].trace->start(made.runs[0].work.front()));
}

TEST_F(Runs, saysWhatCannotBeCompared) {
  openSmallTrace();
  const test::TemporaryFile host(R"([{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":2}])");
  m_window.openFiles({QString::fromStdString(host.path())});
  ASSERT_TRUE(settles());
  replaceOther(3);
  ASSERT_TRUE(
      test::waitUntil([&] { return part<QLabel>("runsSentence")->text().contains(QStringLiteral("no GPU work")); }));
}

TEST_F(Runs, speaksChinese) {
  applyLanguage(LanguageChoice::SimplifiedChinese);
  RunsWindow window;
  std::vector<OpenRun> runs;
  for (int i = 0; i < 2; ++i) {
    const auto* document = qobject_cast<const TraceTab*>(tabs().at(i));
    runs.push_back({.title = QStringLiteral("a"), .path = {}, .trace = document->trace(), .index = nullptr});
  }
  window.setRuns(std::move(runs));
  ASSERT_TRUE(test::waitUntil([&] { return window.comparison() != nullptr; }));
  EXPECT_TRUE(window.findChild<QLabel*>(QStringLiteral("runsVerdict"))->text().startsWith(QStringLiteral("速度为")));
  EXPECT_FALSE(window.findChild<QLabel*>(QStringLiteral("runsReasons"))->text().contains(QStringLiteral("rounds")));
  applyLanguage(LanguageChoice::English);
}

}  // namespace
}  // namespace kernline::ui
