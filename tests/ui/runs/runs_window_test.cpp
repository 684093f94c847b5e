// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_window.h"

#include "core/runs/counterpart.h"
#include "core/runs/run_name.h"
#include "core/runs/series_csv.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/compare/comparison_page.h"
#include "ui/language/language.h"
#include "ui/runs/matrix_page.h"
#include "ui/runs/ribbon_view.h"
#include "ui/runs/run_strip.h"
#include "ui/runs/series_page.h"
#include "ui/runs/waterfall_view.h"
#include "ui/style/qt_text.h"
#include "ui/tables/export_button.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/commands.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <string>

namespace kernline::ui {
namespace {

/// A GPU that does `rounds` times a matrix product of so many microseconds and something of 20.
std::string loopText(int rounds, int product, const char* second) {
  std::string text = "[";
  double now = 100;
  for (int i = 0; i < rounds; ++i) {
    for (const auto& [name, length] : {std::pair("gemm", product), std::pair(second, 20)}) {
      text += std::string(text.size() > 1 ? "," : "") + R"({"ph":"X","cat":"kernel","name":")" + name +
              R"(","pid":0,"tid":7,"ts":)" + std::to_string(now) + R"(,"dur":)" + std::to_string(length) +
              R"(,"args":{"device":0,"stream":7}})";
      now += length + 5;
    }
  }
  return text + "]";
}

class Runs : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.open({QString::fromStdString(m_before.path()), QString::fromStdString(m_after.path())});
    ASSERT_TRUE(settles());
    tabs().setCurrentIndex(0);
    m_window.commands()[Command::CompareTraces]->trigger();
    m_runs = m_window.findChild<RunsWindow*>();
    ASSERT_NE(m_runs, nullptr);
    m_runs->resize(1280, 800);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_runs));
    ASSERT_TRUE(compares());
  }

  bool compares() {
    return test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison() != nullptr; });
  }

  template <typename Widget>
  Widget* part(const char* name) {
    return m_runs->findChild<Widget*>(QString::fromUtf8(name));
  }

  /// By the menu of its chip, as people do.
  void replaceOther(int open) {
    QMenu* menu = part<QToolButton>("runsChip1")->menu();
    Q_EMIT menu->aboutToShow();
    menu->actions().at(menu->actions().size() - m_runs->openRuns() + open)->trigger();
  }

  QString cell(int row, int column) {
    const QAbstractItemModel* model = part<QTableView>("runsRows")->model();
    return model->data(model->index(row, column), Qt::DisplayRole).toString();
  }

  test::TemporaryFile m_before{loopText(6, 100, "relu")};
  test::TemporaryFile m_after{loopText(6, 70, "gelu")};
  RunsWindow* m_runs = nullptr;
};

TEST_F(Runs, saysWhoIsFasterAndWhatChanged) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("Faster: a step takes 0.769")))
      << part<QLabel>("runsVerdict")->text().toStdString();
  EXPECT_TRUE(part<QLabel>("runsReasons")->text().contains(QStringLiteral("over 5 rounds")));
  EXPECT_FALSE(part<QLabel>("runsDoubts")->isVisible());
  EXPECT_EQ(cell(0, 0), QStringLiteral("gemm"));
  EXPECT_EQ(cell(0, 3), QStringLiteral("-180.0 µs"));
  EXPECT_EQ(cell(0, 4), QStringLiteral("0.700×"));
  EXPECT_EQ(cell(0, 6), QStringLiteral("6"));
}

TEST_F(Runs, filtersAndSortsItsRows) {
  QTest::keyClicks(part<QLineEdit>("runsFilter"), QStringLiteral("ELU"));
  ASSERT_EQ(part<QTableView>("runsRows")->model()->rowCount(), 2);
  part<QTableView>("runsRows")->sortByColumn(3, Qt::AscendingOrder);
  EXPECT_EQ(cell(0, 0), QStringLiteral("relu"));
  EXPECT_EQ(cell(0, 4), QStringLiteral("gone"));
  EXPECT_EQ(cell(1, 4), QStringLiteral("new"));
  EXPECT_EQ(cell(1, 6), QStringLiteral("– → 6"));
}

TEST_F(Runs, joinsWhatIsTheSameInBothTimelines) {
  const TimelineView* other = m_runs->timelines()->view(1);
  // The first line of the picture is the base's step, the second what changed most.
  auto* waterfall = part<QWidget>("runsWaterfall");
  const int line = waterfall->fontMetrics().height() + 5;
  QTest::mouseClick(waterfall, Qt::LeftButton, Qt::NoModifier, QPoint(100, 6 + line + line / 2));
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
  ASSERT_TRUE(
      test::waitUntil([&] { return part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("Slower")); }));
  EXPECT_EQ(cell(0, 3), QStringLiteral("+180.0 µs"));
}

TEST_F(Runs, followsTheOpenFiles) {
  tabs().closeTab(1);
  ASSERT_TRUE(test::waitUntil([&] { return m_runs->comparison() == nullptr; }));
  EXPECT_TRUE(part<QLabel>("runsSentence")->isVisible());
  m_window.open({QString::fromStdString(m_after.path())});
  ASSERT_TRUE(compares());
  EXPECT_FALSE(part<QLabel>("runsSentence")->isVisible());
}

TEST_F(Runs, comparesFilesByTheirPaths) {
  const test::TemporaryFile third{loopText(6, 50, "relu")};
  m_window.compareFiles({QString::fromStdString(third.path()), QString::fromStdString(m_before.path())});
  ASSERT_TRUE(test::waitUntil([&] {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr &&
           m_runs->comparison()->differences.front().verdict.faster == Faster::Base;
  }));
  EXPECT_DOUBLE_EQ(m_runs->comparison()->differences.front().baseStep, 80'000);
}

class ThreeRuns : public Runs {
 protected:
  void SetUp() override {
    Runs::SetUp();
    m_window.open({QString::fromStdString(m_third.path())});
    ASSERT_TRUE(settles());
    QMenu* menu = part<QToolButton>("runsAdd")->menu();
    Q_EMIT menu->aboutToShow();
    menu->actions().front()->trigger();
    ASSERT_TRUE(test::waitUntil([&] { return hasRuns(3); }));
  }

  bool hasRuns(std::size_t count) {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr && m_runs->comparison()->runs.size() == count;
  }

  test::TemporaryFile m_third{loopText(6, 140, "relu")};
};

TEST_F(ThreeRuns, showsEachAgainstTheBase) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().contains(QStringLiteral("Slower"))) << "the one that was added";
  EXPECT_EQ(cell(0, 0), QStringLiteral("gemm"));
  EXPECT_EQ(cell(0, 3), QStringLiteral("840.0 µs"));
  EXPECT_EQ(cell(0, 4), QStringLiteral("+240.0 µs"));
  QTest::mouseClick(part<QToolButton>("runsChip1"), Qt::LeftButton, Qt::NoModifier, QPoint(10, 10));
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().contains(QStringLiteral("Faster")));
  EXPECT_EQ(cell(0, 4), QStringLiteral("-180.0 µs"));
}

TEST_F(ThreeRuns, movesAndSelectsInAllTimelines) {
  StackedTimelines* timelines = m_runs->timelines();
  ASSERT_EQ(timelines->count(), 3U);
  timelines->showRow(0);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_NE(timelines->view(i)->selection(), SpanId::none) << i;
    EXPECT_EQ(timelines->view(i)->trace()->nameText(timelines->view(i)->selection()), "gemm");
    EXPECT_EQ(timelines->view(i)->visibleRange().length(), timelines->view(0)->visibleRange().length());
  }
  EXPECT_TRUE(timelines->ribbonBelow(0)->band());
  EXPECT_TRUE(timelines->ribbonBelow(1)->band());
}

TEST_F(ThreeRuns, areRenamedRemovedAndMadeTheBase) {
  const std::size_t look = m_runs->runs()[2].look;
  Q_EMIT m_runs->findChild<RunStrip*>()->renamed(2, QStringLiteral("tuned"));
  ASSERT_TRUE(test::waitUntil([&] { return hasRuns(3) && m_runs->comparison()->runs[2].title == "tuned"; }));
  EXPECT_EQ(m_runs->runs()[2].look, look) << "a name is no other run";
  Q_EMIT m_runs->findChild<RunStrip*>()->baseChosen(2);
  ASSERT_TRUE(test::waitUntil([&] { return hasRuns(3) && m_runs->comparison()->runs[0].title == "tuned"; }));
  EXPECT_EQ(m_runs->runs()[0].look, look) << "and keeps its colour";
  Q_EMIT m_runs->findChild<RunStrip*>()->removed(1);
  ASSERT_TRUE(test::waitUntil([&] { return hasRuns(2); }));
  EXPECT_FALSE(m_runs->timelines()->view(2)->isVisible());
}

TEST_F(ThreeRuns, makeASeriesWhoseRunsCanBeLookedInto) {
  QTest::mouseClick(part<QToolButton>("runsSeries"), Qt::LeftButton);
  auto* page = m_runs->findChild<SeriesPage*>();
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && page->series() != nullptr; }));
  ASSERT_EQ(page->series()->series.points.size(), 3U);
  EXPECT_EQ(page->series()->series.changes.size(), 2U) << "each of the runs is as long as itself in every step";
  EXPECT_TRUE(part<QLabel>("seriesSentence")->text().contains(QStringLiteral("run 3")));
  EXPECT_TRUE(part<QLabel>("seriesSentence")->text().endsWith(QStringLiteral("the last of 2 changes")));
  EXPECT_FALSE(part<QLabel>("runsVerdict")->isVisible());
  auto* chart = part<SeriesChart>("seriesChart");
  QTest::mouseClick(chart, Qt::LeftButton, Qt::NoModifier, chart->placeOf(2).toPoint());
  EXPECT_EQ(m_runs->mode(), RunsWindow::Mode::Differences);
  ASSERT_TRUE(test::waitUntil([&] { return hasRuns(2); }));
  EXPECT_EQ(m_runs->runs()[1].run.title, QString::fromStdString(m_third.path()).section(QLatin1Char('/'), -1));
}

TEST_F(ThreeRuns, areNamedBelowASeriesAsFarAsThereIsRoom) {
  QTest::mouseClick(part<QToolButton>("runsSeries"), Qt::LeftButton);
  auto* page = m_runs->findChild<SeriesPage*>();
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && page->series() != nullptr; }));
  SeriesChart chart;
  const auto resize = [&](int width) {
    chart.resize(width, 400);
    chart.showSeries(page->series());
  };
  resize(3000);
  ASSERT_EQ(chart.shownNames().size(), 3);
  EXPECT_EQ(chart.shownNames()[2].toStdString(), briefName(page->series()->comparison.runs[2].title)) << "level";
  const double level = chart.placeOf(0).y();
  resize(300);
  ASSERT_EQ(chart.shownNames().size(), 3) << "on a slant";
  EXPECT_LT(chart.placeOf(0).y(), level) << "which takes more room below";
  auto many = std::make_shared<ShownSeries>(*page->series());
  for (int i = 0; i < 60; ++i) {
    many->comparison.runs.push_back(many->comparison.runs.front());
    many->series.points.push_back(many->series.points.front());
  }
  chart.showSeries(many);
  EXPECT_TRUE(chart.shownNames().isEmpty()) << "numbers";
}

TEST_F(ThreeRuns, haveIntervalsThatStayInThePlot) {
  QTest::mouseClick(part<QToolButton>("runsSeries"), Qt::LeftButton);
  auto* page = m_runs->findChild<SeriesPage*>();
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && page->series() != nullptr; }));
  auto noisy = std::make_shared<ShownSeries>(*page->series());
  noisy->series.points[0].noise = noisy->series.points[0].step * 2;
  noisy->series.points[1].noise = noisy->series.points[1].step / 2;
  noisy->series.points[2].noise.reset();
  SeriesChart chart;
  chart.resize(900, 400);
  chart.showSeries(noisy);
  EXPECT_EQ(chart.intervalOf(0).y1(), chart.room().bottom()) << "nothing takes less than no time";
  EXPECT_LT(chart.intervalOf(1).y1(), chart.room().bottom());
  EXPECT_NEAR(chart.intervalOf(1).center().y(), chart.placeOf(1).y(), 1e-6);
  EXPECT_GE(chart.intervalOf(0).y2(), chart.room().top());
  EXPECT_TRUE(chart.intervalOf(2).isNull());
}

TEST_F(ThreeRuns, ofASeriesAreTakenAwayAsATableOrAPicture) {
  QTest::mouseClick(part<QToolButton>("runsSeries"), Qt::LeftButton);
  auto* page = m_runs->findChild<SeriesPage*>();
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && page->series() != nullptr; }));
  auto* out = page->findChild<ExportButton*>(QStringLiteral("pageExport"));
  ASSERT_TRUE(out->isEnabled());
  out->menu()->actions().front()->trigger();
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
  ASSERT_EQ(lines.size(), 4);
  EXPECT_TRUE(lines[3].startsWith(qt(page->series()->comparison.runs[2].title) + QLatin1Char('\t')));
  QTemporaryDir folder;
  const QString csv = folder.filePath(QStringLiteral("series.csv"));
  out->saveTable(csv);
  ASSERT_TRUE(test::waitUntil([&] { return !out->isBusy(); }));
  EXPECT_EQ(part<QLabel>("seriesTold")->text(), QStringLiteral("Saved %1").arg(csv));
  EXPECT_EQ(test::readFile(csv.toStdString()), seriesCsv(page->series()->comparison, page->series()->series));
  const QString png = folder.filePath(QStringLiteral("series.png"));
  out->savePictureTo(png);
  EXPECT_EQ(QImage(png).size(), page->size());
  out->saveTable(folder.filePath(QStringLiteral("no/such/folder.csv")));
  ASSERT_TRUE(test::waitUntil([&] { return !out->isBusy(); }));
  EXPECT_TRUE(part<QLabel>("seriesTold")->text().contains(QStringLiteral("cannot be written")));
}

TEST_F(Runs, sayWhereLogsAndMemoryAreCompared) {
  EXPECT_FALSE(part<QTabWidget>("runsTabs")->isTabVisible(2)) << "neither tells of its memory";
  const QString log = QString::fromStdString(test::fixture("logs/attention-sweep.log"));
  const QString snapshot = QString::fromStdString(test::fixture("memory/training-protocol-4.pickle"));
  m_window.open({log, snapshot});
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
  EXPECT_EQ(entries.value(memory - 1), QStringLiteral("Memory alone: compared on its own page"));
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
  m_window.compareFiles({QString::fromStdString(m_before.path()), log});
  ASSERT_TRUE(settles());
  ASSERT_TRUE(compares());
  EXPECT_EQ(m_runs->runs().size(), 2U) << "those that were there";
}

TEST_F(Window, theComparisonSaysWhereASnapshotIsCompared) {
  const QString snapshot = QString::fromStdString(test::fixture("memory/training-protocol-4.pickle"));
  m_window.compareFiles({snapshot, QStringLiteral("/no/such/file.json")});
  ASSERT_TRUE(settles());
  const auto* sentence = m_window.findChild<QLabel*>(QStringLiteral("runsSentence"));
  ASSERT_NE(sentence, nullptr);
  EXPECT_TRUE(test::waitUntil([&] { return sentence->text().contains(QStringLiteral("Snapshots and memory")); }))
      << sentence->text().toStdString();
}

TEST_F(Window, ofTwoRunsThatTellOfMemoryThePeaksAreExplained) {
  m_window.compareFiles({QString::fromStdString(test::fixture("h200-attention-original.json.gz")),
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
  EXPECT_TRUE(lines.front().startsWith(QStringLiteral("Most allocated in the base: "))) << lines.front().toStdString();
  EXPECT_TRUE(lines.back().startsWith(QStringLiteral("Most reserved in the other: "))) << lines.back().toStdString();
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

TEST_F(Runs, pairsTwoSelectedRowsAndPartsThemAgain) {
  part<QLineEdit>("runsFilter")->setText(QStringLiteral("elu"));
  auto* table = part<QTableView>("runsRows");
  auto* pair = part<QPushButton>("runsPairSelected");
  EXPECT_FALSE(pair->isEnabled());
  table->selectAll();
  ASSERT_TRUE(pair->isEnabled());
  QTest::mouseClick(pair, Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && table->model()->rowCount() == 1; }));
  EXPECT_EQ(cell(0, 0), QStringLiteral("relu ⇄ gelu"));
  table->selectRow(0);
  ASSERT_TRUE(pair->isEnabled());
  QTest::mouseClick(pair, Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && table->model()->rowCount() == 2; }));
}

TEST_F(Runs, acceptsAndUndoesAProposal) {
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(1), QStringLiteral("Matching (1 proposed)"));
  part<QTabWidget>("runsTabs")->setCurrentIndex(1);
  QTest::mouseClick(part<QPushButton>("runsAccept"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison()->rows.size() == 2; }));
  QTest::mouseClick(part<QPushButton>("runsUnpair"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison()->rows.size() == 3; }));
  QTest::mouseClick(part<QPushButton>("runsReject"), Qt::LeftButton);
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(1), QStringLiteral("Matching"));
}

TEST_F(Runs, listsWhatOnlyOneHasAndOtherFigures) {
  auto* which = part<QComboBox>("runsWhich");
  which->setFocus();
  QTest::keyClick(which, Qt::Key_Down);
  ASSERT_EQ(part<QTableView>("runsRows")->model()->rowCount(), 1);
  EXPECT_EQ(cell(0, 0), QStringLiteral("relu"));
  QTest::keyClick(which, Qt::Key_Up);
  auto* figure = part<QComboBox>("runsFigure");
  figure->setFocus();
  QTest::keyClick(figure, Qt::Key_Down);
  EXPECT_EQ(cell(0, 1), QStringLiteral("100.0 µs")) << "a step";
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
  m_window.open({QString::fromStdString(host.path())});
  ASSERT_TRUE(settles());
  replaceOther(3);
  ASSERT_TRUE(test::waitUntil(
      [&] { return part<QLabel>("runsSentence")->text().contains(QStringLiteral("no work of a GPU")); }));
}

TEST_F(Runs, speaksChinese) {
  applyLanguage(LanguageChoice::SimplifiedChinese);
  RunsWindow window;
  std::vector<OpenRun> runs;
  for (int i = 0; i < 2; ++i) {
    const auto* document = qobject_cast<const DocumentTab*>(tabs().at(i));
    runs.push_back({.title = QStringLiteral("a"), .path = {}, .trace = document->trace(), .index = nullptr});
  }
  window.setRuns(std::move(runs));
  ASSERT_TRUE(test::waitUntil([&] { return window.comparison() != nullptr; }));
  EXPECT_TRUE(window.findChild<QLabel*>(QStringLiteral("runsVerdict"))->text().startsWith(QStringLiteral("更快")));
  EXPECT_FALSE(window.findChild<QLabel*>(QStringLiteral("runsReasons"))->text().contains(QStringLiteral("rounds")));
  applyLanguage(LanguageChoice::English);
}

}  // namespace
}  // namespace kernline::ui
