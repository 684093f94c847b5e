// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/comparison_page.h"

#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/compare/tables/comparison_page_fixture.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/tables/comparison_plot.h"
#include "ui/views/compare/tables/matrix_model.h"
#include "ui/views/compare/tables/series_legend.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

namespace kernline::ui {
namespace {

using test::cell;
using test::HandMadeLog;

/// A is slower at first and faster in the end; B fails at the last length.
std::shared_ptr<const Log> models() {
  HandMadeLog log;
  const SectionId section = log.section("Benchmark");
  for (const auto& [length, a, b] : {std::tuple{256, 30.0, 20.0}, {512, 50.0, 60.0}, {1024, 90.0, 0.0}}) {
    const ContextId ofA = log.context("A", {{"seq_len", length}}, section);
    const ContextId ofB = log.context("B", {{"seq_len", length}}, section);
    log.metric(ofA, "time", Quantity::Time, a * 1e6, 1e6);
    log.metric(ofA, "memory", Quantity::Bytes, a * 1024 * 1024);
    if (b > 0) {
      log.metric(ofB, "time", Quantity::Time, b * 1e6);
      log.metric(ofB, "memory", Quantity::Bytes, b * 1024 * 1024);
    } else {
      log.failure(ofB, "CUDA out of memory");
    }
  }
  return log.build();
}

TEST_F(ComparisonPageTest, showsTimeAndMemoryByLengthAtOnce) {
  open({models()});
  EXPECT_EQ(m_panel.mode(), ComparisonPage::Mode::Measurements);
  EXPECT_TRUE(plot().isVisible());
  ASSERT_NE(plot().shown(), nullptr);
  EXPECT_EQ(plot().shown()->y.title.english(), "time [ms]");
  auto& beside = child<ComparisonPlot>("compareChartBeside");
  EXPECT_TRUE(beside.isVisible());
  EXPECT_EQ(beside.shown()->y.title.english(), "memory [MiB]");
  EXPECT_EQ(cell(matrix(), 0, 0), "A");
  EXPECT_EQ(cell(matrix(), 0, 1), "30.00 ±1");
  EXPECT_EQ(cell(matrix(), 1, 3), "failed");
  EXPECT_TRUE(matrix().model()->index(1, 1).data(MatrixModel::BestRole).toBool());
  EXPECT_FALSE(matrix().model()->index(0, 1).data(MatrixModel::BestRole).toBool());
  EXPECT_THAT(cell(matrix(), 0, 4), testing::StartsWith("∝ n^0.79"));
}

TEST_F(ComparisonPageTest, isDrawnWithoutItsLegendsOnRequest) {
  open({models()});
  EXPECT_TRUE(hasLegend(m_panel));
  const auto drawn = [&](bool showsLegend) {
    const QString path = m_folder.filePath(QStringLiteral("chart.png"));
    EXPECT_TRUE(savePicture(m_panel, path, {}, {.showsLegend = showsLegend}));
    return QImage(path);
  };
  EXPECT_NE(drawn(true), drawn(false));
  for (const SeriesLegend* legend : m_panel.findChildren<SeriesLegend*>()) {
    EXPECT_EQ(legend->property(legendProperty), QVariant(true));
  }
  EXPECT_EQ(drawn(true), drawn(true)) << "the legend is back";
}

TEST_F(ComparisonPageTest, saysWhichRunFailedAndWhy) {
  open({models()});
  auto& failures = child<QLabel>("compareFailures");
  EXPECT_TRUE(failures.isVisible());
  EXPECT_EQ(failures.text(), QStringLiteral("✕ B, seq_len 1024 failed: CUDA out of memory"));
  EXPECT_THAT(cell(matrix(), 1, 3, Qt::ToolTipRole), testing::HasSubstr("CUDA out of memory"));
}

TEST_F(ComparisonPageTest, leavesOutTheLastSentenceOfAnErrorThatTheProgramCut) {
  HandMadeLog log;
  for (const auto& [length, time] : {std::pair(256, 20.0), {512, 60.0}}) {
    log.metric(log.context("A", {{"seq_len", length}}), "time", Quantity::Time, time);
    log.metric(log.context("B", {{"seq_len", length}}), "time", Quantity::Time, time);
  }
  log.failure(log.context("B", {{"seq_len", 1024}}),
              "CUDA out of memory. Tried to allocate 512.00 MiB. GPU 0 has a total capacity of ");
  open({log.build()});
  EXPECT_TRUE(child<QLabel>("compareFailures").text().endsWith(QStringLiteral("Tried to allocate 512.00 MiB.")))
      << child<QLabel>("compareFailures").text().toStdString();
}

TEST_F(ComparisonPageTest, leadsFromAMarkAndFromACellToTheLine) {
  open({models()});
  QSignalSpy requested(&m_panel, &ComparisonPage::lineRequested);
  plot().grab();  // marks are placed when they are painted
  const auto& marks = plot().marks();
  ASSERT_EQ(marks.size(), 6U);
  const auto failure = std::ranges::find(marks, true, &ComparisonPlot::Mark::isFailure);
  ASSERT_NE(failure, marks.end());
  QTest::mouseClick(plot().viewport(), Qt::LeftButton, {}, failure->at.toPoint());
  ASSERT_EQ(requested.size(), 1);
  const QRect where = matrix().visualRect(matrix().model()->index(1, 3));
  QTest::mouseClick(matrix().viewport(), Qt::LeftButton, {}, where.center());
  ASSERT_EQ(requested.size(), 2);
  EXPECT_EQ(requested[0][1], requested[1][1]) << "the same failure";
  matrix().setCurrentIndex(matrix().model()->index(0, 1));
  QTest::keyClick(&matrix(), Qt::Key_Return);
  EXPECT_EQ(requested.size(), 3);
  EXPECT_NE(requested[2][1], requested[1][1]);
}

TEST_F(ComparisonPageTest, marksDoNotLeaveThePlot) {
  open({models()});
  plot().grab();
  const QRectF area = plot().chart()->plotArea().adjusted(-1, -1, 1, 1);
  for (const auto& mark : plot().marks()) {
    EXPECT_TRUE(area.contains(mark.at)) << mark.text.toStdString();
  }
}

TEST_F(ComparisonPageTest, followsTheChosenMetricDimensionAndBaseline) {
  open({models()});
  choose("compareMetric", QStringLiteral("memory"));
  EXPECT_EQ(plot().shown()->y.title.english(), "memory [MiB]");
  choose("compareBaseline", QStringLiteral("A"));
  EXPECT_EQ(cell(matrix(), 1, 1, MatrixModel::RatioRole), "0.67×");
  auto& relative = child<QToolButton>("compareRelative");
  ASSERT_TRUE(relative.isEnabled());
  QTest::mouseClick(&relative, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(plot().shown()->unit.symbol, "×");
  choose("compareColumns", QStringLiteral("model"));
  EXPECT_FALSE(plot().shown()->x.isNumeric);
}

TEST_F(ComparisonPageTest, asksWhichValuesAreBetterWhereNamesDoNotTell) {
  HandMadeLog log;
  for (const auto& [model, length, value] :
       {std::tuple{"A", 256, 3.0}, {"A", 512, 5.0}, {"B", 256, 4.0}, {"B", 512, 6.0}}) {
    const ContextId of = log.context(model, {{"seq_len", length}});
    log.metric(of, "zap", Quantity::Number, value);
    log.metric(of, "time", Quantity::Time, value * 1e6);
  }
  open({log.build()});
  choose("compareMetric", QStringLiteral("time"));
  EXPECT_FALSE(child<QComboBox>("compareBetter").isVisible());
  choose("compareMetric", QStringLiteral("zap"));
  EXPECT_TRUE(child<QComboBox>("compareBetter").isVisible());
  EXPECT_EQ(cell(matrix(), 1, 1, MatrixModel::BestRole), "false");
  choose("compareBetter", QStringLiteral("more is better"));
  EXPECT_EQ(cell(matrix(), 1, 1, MatrixModel::BestRole), "true");
  choose("compareMetric", QStringLiteral("time"));
  EXPECT_EQ(cell(matrix(), 0, 1, MatrixModel::BestRole), "true") << "less time stays better";
}

TEST_F(ComparisonPageTest, togglesLogarithmicAxesAndFits) {
  open({models()});
  EXPECT_TRUE(plot().shown()->x.isLog) << "1024 is four times 256";
  EXPECT_FALSE(plot().shown()->series[0].fitLine.empty());
  QTest::mouseClick(&child<QToolButton>("compareLogX"), Qt::LeftButton);
  QTest::mouseClick(&child<QToolButton>("compareLogY"), Qt::LeftButton);
  QTest::mouseClick(&child<QToolButton>("compareFits"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(plot().shown()->x.isLog);
  EXPECT_TRUE(plot().shown()->y.isLog);
  EXPECT_TRUE(plot().shown()->series[0].fitLine.empty());
}

TEST_F(ComparisonPageTest, takesTheMatrixAwayAsTablesAndTheChartAsAPicture) {
  open({models()});
  choose("compareBaseline", QStringLiteral("A"));
  copy("&Copy table");
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 3);
  EXPECT_TRUE(lines[0].startsWith(QStringLiteral("model\t256 [ms]\t512 [ms]\t1024 [ms]\tScaling")))
      << lines[0].toStdString();
  EXPECT_TRUE(lines[2].startsWith(QStringLiteral("B\t20.00 (0.67×)\t60.00 (1.20×)\tfailed\t")))
      << lines[2].toStdString();
  copy("Copy as &Markdown");
  const QString markdown = QApplication::clipboard()->text();
  EXPECT_TRUE(markdown.contains(QStringLiteral("| B | **20.00 (0.67×)** |"))) << markdown.toStdString();
  EXPECT_TRUE(markdown.contains(QStringLiteral("**memory** [MiB]"))) << "the metric beside it, too";
  const std::string csv = save("matrix.csv");
  EXPECT_EQ(std::ranges::count(csv.substr(0, csv.find("\n\n")), '\n'), 12) << "a title and six cells of two metrics";
  EXPECT_NE(csv.find("\n\nmodel,cells,geometric mean,"), std::string::npos) << "and how the models compare";
  EXPECT_NE(csv.find("\ntime,ns,,subject,B,seq_len,256,value,20000000,"), std::string::npos) << csv;
  EXPECT_EQ(save("matrix.md"), markdown.toStdString());
  exportButton().savePictureTo(m_folder.filePath(QStringLiteral("chart.png")));
  EXPECT_EQ(QImage(m_folder.filePath(QStringLiteral("chart.png"))).size(),
            plot().parentWidget()->parentWidget()->size());
}

TEST_F(ComparisonPageTest, saysSoWhenThereIsNothing) {
  HandMadeLog log;
  log.metric(log.context("A", {}), "time", Quantity::Time, 1);
  open({log.build()});
  EXPECT_TRUE(child<QLabel>("compareEmpty").isVisible());
  EXPECT_FALSE(matrix().isVisible());
  EXPECT_TRUE(m_panel.isEmpty());
}

TEST_F(ComparisonPageTest, saysInWhatIsSavedWhatWasNotRead) {
  open({models()});
  EXPECT_THAT(save("whole.csv"), testing::Not(testing::HasSubstr("#")));
  m_panel.setLogs({models()}, QStringLiteral("one.json: cut off"));
  ASSERT_TRUE(settles());
  EXPECT_THAT(save("table.csv"), testing::EndsWith("\n# one.json: cut off\n"));
  EXPECT_THAT(save("table.md"), testing::EndsWith("\n\none.json: cut off\n"));
  const QString page = m_folder.filePath(QStringLiteral("report.html"));
  exportButton().saveReport(page);
  ASSERT_TRUE(settles());
  EXPECT_THAT(test::readFile(page.toStdString()), testing::HasSubstr("<p class=\"failed\">one.json: cut off</p>"));
}

}  // namespace
}  // namespace kernline::ui
