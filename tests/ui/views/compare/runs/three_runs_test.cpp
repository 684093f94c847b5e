// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_name.h"
#include "core/compare/runs/series_csv.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/runs/stacked_timelines.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>

namespace kernline::ui {
namespace {

using test::cell;

class ThreeRuns : public Runs {
 protected:
  void SetUp() override {
    Runs::SetUp();
    m_window.openFiles({QString::fromStdString(m_third.path())});
    ASSERT_TRUE(settles());
    QMenu* menu = part<QToolButton>("runsAdd")->menu();
    Q_EMIT menu->aboutToShow();
    menu->actions().front()->trigger();
    ASSERT_TRUE(compares(3));
  }

  /// The page of the series, once it has one.
  SeriesPage* openSeries() {
    QTest::mouseClick(part<QToolButton>("runsSeries"), Qt::LeftButton);
    auto* page = m_runs->findChild<SeriesPage*>();
    EXPECT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && page->series() != nullptr; }));
    return page;
  }

  test::TemporaryFile m_third{loopText(6, 140, "relu")};
};

TEST_F(ThreeRuns, showsEachAgainstTheBase) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().contains(QStringLiteral("slower"))) << "the one that was added";
  EXPECT_EQ(cell(rows(), 0, 0), "gemm");
  EXPECT_EQ(cell(rows(), 0, 3), "140.0 µs");
  EXPECT_EQ(cell(rows(), 0, 4), "+40.00 µs");
  QTest::mouseClick(part<QToolButton>("runsChip1"), Qt::LeftButton, Qt::NoModifier, QPoint(10, 10));
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().contains(QStringLiteral("faster")));
  EXPECT_EQ(cell(rows(), 0, 4), "-30.00 µs");
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
  ASSERT_TRUE(test::waitUntil([&] { return hasCompared(3) && m_runs->comparison()->runs[2].title == "tuned"; }));
  EXPECT_EQ(m_runs->runs()[2].look, look) << "a name is no other run";
  Q_EMIT m_runs->findChild<RunStrip*>()->baseChosen(2);
  ASSERT_TRUE(test::waitUntil([&] { return hasCompared(3) && m_runs->comparison()->runs[0].title == "tuned"; }));
  EXPECT_EQ(m_runs->runs()[0].look, look) << "and keeps its color";
  Q_EMIT m_runs->findChild<RunStrip*>()->removed(1);
  ASSERT_TRUE(compares(2));
  EXPECT_FALSE(m_runs->timelines()->view(2)->isVisible());
}

TEST_F(ThreeRuns, makeASeriesWhoseRunsCanBeLookedInto) {
  SeriesPage* page = openSeries();
  ASSERT_NE(page->series(), nullptr);
  ASSERT_EQ(page->series()->series.points.size(), 3U);
  EXPECT_EQ(page->series()->series.changes.size(), 2U) << "each of the runs is as long as itself in every step";
  EXPECT_TRUE(part<QLabel>("seriesSentence")->text().contains(QStringLiteral("run 3")));
  EXPECT_TRUE(part<QLabel>("seriesSentence")->text().endsWith(QStringLiteral("the last of 2 changes")));
  EXPECT_FALSE(part<QLabel>("runsVerdict")->isVisible());
  auto* chart = part<SeriesChart>("seriesChart");
  QTest::mouseClick(chart, Qt::LeftButton, Qt::NoModifier, chart->placeOf(2).toPoint());
  EXPECT_EQ(m_runs->mode(), RunsWindow::Mode::Differences);
  ASSERT_TRUE(compares(2));
  EXPECT_EQ(m_runs->runs()[1].run.title, QString::fromStdString(m_third.path()).section(QLatin1Char('/'), -1));
}

TEST_F(ThreeRuns, areNamedBelowASeriesAsFarAsThereIsRoom) {
  SeriesPage* page = openSeries();
  ASSERT_NE(page->series(), nullptr);
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
  SeriesPage* page = openSeries();
  ASSERT_NE(page->series(), nullptr);
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
  SeriesPage* page = openSeries();
  ASSERT_NE(page->series(), nullptr);
  auto* out = page->findChild<ExportButton*>(QStringLiteral("pageExport"));
  ASSERT_TRUE(out->isEnabled());
  out->menu()->actions().front()->trigger();
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
  ASSERT_EQ(lines.size(), 4);
  EXPECT_TRUE(lines[3].startsWith(qt(page->series()->comparison.runs[2].title) + QLatin1Char('\t')));
  QTemporaryDir folder;
  const QString csv = folder.filePath(QStringLiteral("series.csv"));
  out->saveTable(csv);
  ASSERT_TRUE(test::settles(*out));
  EXPECT_EQ(part<QLabel>("seriesTold")->text(), QStringLiteral("Saved %1").arg(csv));
  EXPECT_EQ(test::readFile(csv.toStdString()), seriesCsv(page->series()->comparison, page->series()->series));
  const QString png = folder.filePath(QStringLiteral("series.png"));
  out->savePictureTo(png);
  EXPECT_EQ(QImage(png).size(), page->size());
  out->saveTable(folder.filePath(QStringLiteral("no/such/folder.csv")));
  ASSERT_TRUE(test::settles(*out));
  EXPECT_TRUE(part<QLabel>("seriesTold")->text().contains(QStringLiteral("cannot write")));
}

}  // namespace
}  // namespace kernline::ui
