// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "tests/ui/window/file_dialog.h"
#include "ui/kit/language/language.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

namespace kernline::ui {
namespace {

using test::cell;

TEST_F(Runs, saysWhoIsFasterAndWhatChanged) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("1.30× faster: ")))
      << part<QLabel>("runsVerdict")->text().toStdString();
  EXPECT_TRUE(part<QLabel>("runsReasons")->text().contains(QStringLiteral("over 5 repeating rounds")));
  EXPECT_FALSE(part<QLabel>("runsDoubts")->isVisible());
  EXPECT_EQ(cell(rows(), 0, 0), "gemm");
  EXPECT_EQ(cell(rows(), 0, 3), "-30.00 µs") << "a step, as in the waterfall";
  EXPECT_EQ(cell(rows(), 0, 4), "0.700×");
  EXPECT_EQ(cell(rows(), 0, 6), "1");
  chooseFigure("total");
  EXPECT_EQ(cell(rows(), 0, 3), "-180.0 µs");
  EXPECT_EQ(cell(rows(), 0, 6), "6");
}

TEST_F(Runs, ofOtherNumbersOfStepsShowNoChangeOfAStep) {
  const test::TemporaryFile longer{loopText(9, 100, "relu")};
  m_window.comparison().compareFiles({QString::fromStdString(m_before.path()), QString::fromStdString(longer.path())});
  ASSERT_TRUE(test::waitUntil([&] { return hasCompared() && cell(rows(), 0, 4) == "1.000×"; }));
  EXPECT_EQ(cell(rows(), 0, 3), "0 ns");
  EXPECT_EQ(cell(rows(), 0, 6), "1");
}

TEST_F(Runs, exchangesBaseAndOther) {
  QTest::mouseClick(part<QPushButton>("runsSwap"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return part<QLabel>("runsVerdict")->text().contains(QStringLiteral("slower")); }));
  EXPECT_EQ(cell(rows(), 0, 3), "+30.00 µs");
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
  ASSERT_TRUE(test::waitUntil(
      [&] { return hasCompared() && m_runs->comparison()->differences.front().verdict.faster == Faster::Base; }));
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
  const int cells = part<QTableView>("compareMatrix")->model()->rowCount();
  ASSERT_GT(cells, 0);
  EXPECT_EQ(QApplication::clipboard()->text().count(QLatin1Char('\n')), 1 + cells) << "and a line of titles";
  QTest::mouseClick(part<QToolButton>("runsDifferences"), Qt::LeftButton);
  EXPECT_TRUE(rows().isVisible());
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

TEST_F(Runs, offerAnotherFileInThePlaceOfARun) {
  const test::TemporaryFile third{loopText(6, 50, "relu")};
  QMenu* menu = part<QToolButton>("runsChip0")->menu();
  Q_EMIT menu->aboutToShow();
  const QList<QAction*> entries = menu->actions();
  EXPECT_TRUE(entries.at(entries.size() - 2)->actionGroup() != nullptr)
      << "one of the open ones is chosen, not several";
  const test::FileDialogAnswer answer(QString::fromStdString(third.path()));
  entries.back()->trigger();
  ASSERT_TRUE(
      test::waitUntil([&] { return hasCompared() && m_runs->runs().front().run.path.toStdString() == third.path(); }));
  EXPECT_EQ(m_runs->runs().size(), 2U);
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
