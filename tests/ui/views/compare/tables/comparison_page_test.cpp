// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/comparison_page.h"

#include "core/compare/tables/trace_profile.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/compare/tables/hand_made_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/tables/export_button.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/compare/tables/comparison_plot.h"
#include "ui/views/compare/tables/matrix_model.h"
#include "ui/views/compare/tables/series_legend.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

namespace kernline::ui {
namespace {

using test::HandMadeLog;
using test::waitUntil;

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

std::shared_ptr<const Log> twoTables() {
  HandMadeLog log;
  log.metric(ContextId::none, "speedup", Quantity::Number, 2.5);
  log.torchTable(ContextId::none, "before",
                 {{"mm", RowKind::Operator, 200e6}, {"gemm", RowKind::Kernel, 200e6}, {"relu", RowKind::Kernel, 100e6}},
                 300e6);
  log.torchTable(ContextId::none, "after", {{"gemm", RowKind::Kernel, 75e6}, {"flash", RowKind::Kernel, 25e6}}, 100e6);
  return log.build();
}

class Comparison : public ::testing::Test {
 protected:
  void open(std::vector<std::shared_ptr<const Log>> logs) {
    m_page.resize(1280, 680);
    m_page.setLogs(std::move(logs));
    m_page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_page));
    m_page.activateWindow();
    ASSERT_TRUE(settles());
  }

  [[nodiscard]] bool settles() {
    return waitUntil([&] { return !m_page.isBusy(); });
  }

  template <typename Widget>
  Widget* child(const char* name) {
    return m_page.findChild<Widget*>(QString::fromUtf8(name));
  }

  /// As a person does, with the keys of the list.
  void choose(const char* name, const QString& text) {
    auto* combo = child<QComboBox>(name);
    const int wanted = combo->findText(text);
    ASSERT_GE(wanted, 0) << text.toStdString();
    combo->setFocus();
    while (combo->currentIndex() != wanted) {
      QTest::keyClick(combo, combo->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    }
    ASSERT_TRUE(settles());
  }

  QTableView* matrix() { return child<QTableView>("compareMatrix"); }
  ComparisonPlot* plot() { return child<ComparisonPlot>("compareChart"); }
  QString cell(int row, int column, int role = Qt::DisplayRole) {
    return matrix()->model()->index(row, column).data(role).toString();
  }

  ExportButton* exportButton() { return child<ExportButton>("compareExport"); }

  /// By the entry of the menu.
  void copy(const char* entry) {
    for (QAction* action : exportButton()->menu()->actions()) {
      if (action->text() == QString::fromUtf8(entry)) {
        action->trigger();
      }
    }
  }

  /// What the file then holds.
  std::string save(const char* name) {
    const QString path = m_folder.filePath(QString::fromUtf8(name));
    exportButton()->saveTable(path);
    EXPECT_TRUE(settles());
    return test::readFile(path.toStdString());
  }

  QTemporaryDir m_folder;
  ComparisonPage m_page;
};

TEST_F(Comparison, showsTimeAndMemoryByLengthAtOnce) {
  open({models()});
  EXPECT_EQ(m_page.mode(), ComparisonPage::Mode::Measurements);
  EXPECT_TRUE(plot()->isVisible());
  ASSERT_NE(plot()->shown(), nullptr);
  EXPECT_EQ(plot()->shown()->y.title.english(), "time [ms]");
  auto* beside = child<ComparisonPlot>("compareChartBeside");
  EXPECT_TRUE(beside->isVisible());
  EXPECT_EQ(beside->shown()->y.title.english(), "memory [MiB]");
  EXPECT_EQ(cell(0, 0), QStringLiteral("A"));
  EXPECT_EQ(cell(0, 1), QStringLiteral("30.00 ±1"));
  EXPECT_EQ(cell(1, 3), QStringLiteral("failed"));
  EXPECT_TRUE(matrix()->model()->index(1, 1).data(MatrixModel::BestRole).toBool());
  EXPECT_FALSE(matrix()->model()->index(0, 1).data(MatrixModel::BestRole).toBool());
  EXPECT_TRUE(cell(0, 4).startsWith(QStringLiteral("∝ n^0.79")));
}

TEST_F(Comparison, isDrawnWithoutItsLegendsOnRequest) {
  open({models()});
  EXPECT_TRUE(hasLegend(m_page));
  const auto drawn = [&](bool showsLegend) {
    const QString path = m_folder.filePath(QStringLiteral("chart.png"));
    EXPECT_TRUE(savePicture(m_page, path, {}, {.showsLegend = showsLegend}));
    return QImage(path);
  };
  EXPECT_NE(drawn(true), drawn(false));
  for (const SeriesLegend* legend : m_page.findChildren<SeriesLegend*>()) {
    EXPECT_EQ(legend->property(legendProperty), QVariant(true));
  }
  EXPECT_EQ(drawn(true), drawn(true)) << "the legend is back";
}

TEST_F(Comparison, saysWhichRunFailedAndWhy) {
  open({models()});
  auto* failures = child<QLabel>("compareFailures");
  EXPECT_TRUE(failures->isVisible());
  EXPECT_EQ(failures->text(), QStringLiteral("✕ B, seq_len 1024 failed: CUDA out of memory"));
  EXPECT_TRUE(cell(1, 3, Qt::ToolTipRole).contains(QStringLiteral("CUDA out of memory")));
}

TEST_F(Comparison, leavesOutTheLastSentenceOfAnErrorThatTheProgramCut) {
  HandMadeLog log;
  for (const auto& [length, time] : {std::pair(256, 20.0), {512, 60.0}}) {
    log.metric(log.context("A", {{"seq_len", length}}), "time", Quantity::Time, time);
    log.metric(log.context("B", {{"seq_len", length}}), "time", Quantity::Time, time);
  }
  log.failure(log.context("B", {{"seq_len", 1024}}),
              "CUDA out of memory. Tried to allocate 512.00 MiB. GPU 0 has a total capacity of ");
  open({log.build()});
  EXPECT_TRUE(child<QLabel>("compareFailures")->text().endsWith(QStringLiteral("Tried to allocate 512.00 MiB.")))
      << child<QLabel>("compareFailures")->text().toStdString();
}

TEST_F(Comparison, leadsFromAMarkAndFromACellToTheLine) {
  open({models()});
  QSignalSpy requested(&m_page, &ComparisonPage::lineRequested);
  plot()->grab();  // marks are placed when they are painted
  const auto& marks = plot()->marks();
  ASSERT_EQ(marks.size(), 6U);
  const auto failure = std::ranges::find(marks, true, &ComparisonPlot::Mark::isFailure);
  ASSERT_NE(failure, marks.end());
  QTest::mouseClick(plot()->viewport(), Qt::LeftButton, {}, failure->at.toPoint());
  ASSERT_EQ(requested.size(), 1);
  const QRect where = matrix()->visualRect(matrix()->model()->index(1, 3));
  QTest::mouseClick(matrix()->viewport(), Qt::LeftButton, {}, where.center());
  ASSERT_EQ(requested.size(), 2);
  EXPECT_EQ(requested[0][1], requested[1][1]) << "the same failure";
  matrix()->setCurrentIndex(matrix()->model()->index(0, 1));
  QTest::keyClick(matrix(), Qt::Key_Return);
  EXPECT_EQ(requested.size(), 3);
  EXPECT_NE(requested[2][1], requested[1][1]);
}

TEST_F(Comparison, marksDoNotLeaveThePlot) {
  open({models()});
  plot()->grab();
  const QRectF area = plot()->chart()->plotArea().adjusted(-1, -1, 1, 1);
  for (const auto& mark : plot()->marks()) {
    EXPECT_TRUE(area.contains(mark.at)) << mark.text.toStdString();
  }
}

TEST_F(Comparison, followsTheChosenMetricDimensionAndBaseline) {
  open({models()});
  choose("compareMetric", QStringLiteral("memory"));
  EXPECT_EQ(plot()->shown()->y.title.english(), "memory [MiB]");
  choose("compareBaseline", QStringLiteral("A"));
  EXPECT_EQ(cell(1, 1, MatrixModel::RatioRole), QStringLiteral("0.67×"));
  auto* relative = child<QToolButton>("compareRelative");
  ASSERT_TRUE(relative->isEnabled());
  QTest::mouseClick(relative, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(plot()->shown()->unit.symbol, "×");
  choose("compareColumns", QStringLiteral("model"));
  EXPECT_FALSE(plot()->shown()->x.isNumeric);
}

TEST_F(Comparison, asksWhichValuesAreBetterWhereNamesDoNotTell) {
  HandMadeLog log;
  for (const auto& [model, length, value] :
       {std::tuple{"A", 256, 3.0}, {"A", 512, 5.0}, {"B", 256, 4.0}, {"B", 512, 6.0}}) {
    const ContextId of = log.context(model, {{"seq_len", length}});
    log.metric(of, "zap", Quantity::Number, value);
    log.metric(of, "time", Quantity::Time, value * 1e6);
  }
  open({log.build()});
  choose("compareMetric", QStringLiteral("time"));
  EXPECT_FALSE(child<QComboBox>("compareBetter")->isVisible());
  choose("compareMetric", QStringLiteral("zap"));
  EXPECT_TRUE(child<QComboBox>("compareBetter")->isVisible());
  EXPECT_EQ(cell(1, 1, MatrixModel::BestRole), QStringLiteral("false"));
  choose("compareBetter", QStringLiteral("more is better"));
  EXPECT_EQ(cell(1, 1, MatrixModel::BestRole), QStringLiteral("true"));
  choose("compareMetric", QStringLiteral("time"));
  EXPECT_EQ(cell(0, 1, MatrixModel::BestRole), QStringLiteral("true")) << "less time stays better";
}

TEST_F(Comparison, togglesLogarithmicAxesAndFits) {
  open({models()});
  EXPECT_TRUE(plot()->shown()->x.isLog) << "1024 is four times 256";
  EXPECT_FALSE(plot()->shown()->series[0].fitLine.empty());
  QTest::mouseClick(child<QToolButton>("compareLogX"), Qt::LeftButton);
  QTest::mouseClick(child<QToolButton>("compareLogY"), Qt::LeftButton);
  QTest::mouseClick(child<QToolButton>("compareFits"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(plot()->shown()->x.isLog);
  EXPECT_TRUE(plot()->shown()->y.isLog);
  EXPECT_TRUE(plot()->shown()->series[0].fitLine.empty());
}

TEST_F(Comparison, putsTwoTablesSideBySideWithThePrintedSpeedUp) {
  open({twoTables()});
  EXPECT_EQ(m_page.mode(), ComparisonPage::Mode::Tables);
  EXPECT_EQ(child<QLabel>("compareSpeedUps")->text(), QStringLiteral("3.00× by device time   ·   2.50× printed"));
  EXPECT_TRUE(child<QLabel>("compareReasons")->text().contains(QStringLiteral("wall time")));
  auto* view = child<QTableView>("compareRowsTable");
  ASSERT_EQ(view->model()->rowCount(), 3) << "kernels alone";
  EXPECT_EQ(view->model()->index(0, 0).data().toString(), QStringLiteral("gemm"));
  EXPECT_EQ(view->model()->index(0, 2).data().toString(), QStringLiteral("200.0 ms  66.7 %"));
  EXPECT_EQ(view->model()->index(0, 4).data().toString(), QStringLiteral("-125.0 ms"));
  EXPECT_DOUBLE_EQ(view->model()->index(0, 4).data(RowsModel::DeltaRole).toDouble(), -1);
  EXPECT_EQ(view->model()->index(1, 5).data().toString(), QStringLiteral("gone"));
  EXPECT_EQ(view->model()->headerData(0, Qt::Horizontal, Qt::InitialSortOrderRole), int{Qt::AscendingOrder});
  EXPECT_EQ(view->model()->headerData(4, Qt::Horizontal, Qt::InitialSortOrderRole), int{Qt::DescendingOrder});
  choose("compareKind", QStringLiteral("All kinds"));
  EXPECT_EQ(view->model()->rowCount(), 4);
}

TEST_F(Comparison, beginsWithTablesThatCanBeComparedWhereThereAreMany) {
  HandMadeLog log;
  for (const double length : {256.0, 512.0}) {
    for (const char* model : {"Softmax", "Linear"}) {
      log.torchTable(log.context(model, {{"seq_len", length}}), "", {{"gemm", RowKind::Kernel, 1e6}}, 1e6);
    }
  }
  open({log.build()});
  const auto* list = child<QListWidget>("compareTables");
  ASSERT_EQ(list->count(), 4);
  for (int i = 0; i < list->count(); ++i) {
    EXPECT_EQ(list->item(i)->checkState(), i < 2 ? Qt::Checked : Qt::Unchecked) << i;
  }
  EXPECT_EQ(child<QLabel>("compareSpeedUps")->text(), QStringLiteral("1.00× by device time"));
}

TEST_F(Comparison, ticksTheTableThatWasPrintedOfTheTraceBesideTheLog) {
  HandMadeLog log;
  for (const double length : {256, 1024}) {
    log.torchTable(log.context("Softmax", {{"seq_len", length}}), "", {{"gemm", RowKind::Kernel, 5}}, 5);
  }
  test::HandMadeTrace trace;
  trace.builder.addSource({.path = "/runs/Softmax_seq1024_trace.json.gz",
                           .format = Message::name("made by hand"),
                           .text = nullptr,
                           .origin = nullptr});
  const TrackId stream = trace.track(trace.process("0", 0), "7", TrackKind::Stream);
  trace.span(stream, SpanKind::Kernel, "gemm", 0, 5);
  open({log.build(), profileOf(*trace.build())});
  auto* list = child<QListWidget>("compareTables");
  ASSERT_EQ(list->count(), 3);
  EXPECT_EQ(list->item(0)->checkState(), Qt::Unchecked);
  EXPECT_EQ(list->item(1)->checkState(), Qt::Checked);
  EXPECT_EQ(list->item(2)->checkState(), Qt::Checked);
}

TEST_F(Comparison, showsNoDeltaOfWhatATableMayOnlyLeaveOut) {
  HandMadeLog log;
  log.torchTable(ContextId::none, "all", {{"long", RowKind::Kernel, 900}, {"short", RowKind::Kernel, 100}}, 1000);
  log.torchTable(ContextId::none, "first", {{"long", RowKind::Kernel, 901}}, 1001);
  open({log.build()});
  auto* view = child<QTableView>("compareRowsTable");
  ASSERT_EQ(view->model()->rowCount(), 2);
  for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    view->sortByColumn(4, order);
    EXPECT_EQ(view->model()->index(1, 0).data().toString(), QStringLiteral("short")) << "last, whichever way";
  }
  EXPECT_EQ(view->model()->index(1, 4).data().toString(), QString());
  EXPECT_EQ(view->model()->index(1, 4).data(RowsModel::DeltaRole).toDouble(), 0) << "no bar";
  EXPECT_EQ(view->model()->index(1, 5).data().toString(), QStringLiteral("not listed"));
}

TEST_F(Comparison, wrapsLongNamesOfTablesAndNeverGrowsBeyondItsRoom) {
  HandMadeLog log;
  constexpr int count = 9;
  for (int i = 0; i < count; ++i) {
    log.torchTable(ContextId::none,
                   "experiment_2025-06-01_llama8b_ring_attention_bf16_optimised_overlap_" + std::to_string(i),
                   {{"gemm", RowKind::Kernel, 75e6 + i * 1e6}}, 100e6 + i * 1e6);
  }
  open({log.build()});
  child<QToolButton>("compareTablesMode")->click();
  auto* list = child<QListWidget>("compareTables");
  auto* view = child<QTableView>("compareRowsTable");
  ASSERT_TRUE(settles());
  const int width = m_page.width();
  for (int i = 0; i < count; ++i) {
    list->item(i)->setCheckState(Qt::Checked);
  }
  ASSERT_TRUE(settles());
  const int height = view->horizontalHeader()->height();
  EXPECT_LE(m_page.minimumSizeHint().width(), width) << "the headline of many tables wraps";
  EXPECT_TRUE(
      view->model()->headerData(3, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("overlap_1")));
  for (int column = 2; column < view->model()->columnCount(); ++column) {
    view->setColumnWidth(column, 2000);
  }
  EXPECT_GE(height, view->horizontalHeader()->height() + 2 * view->fontMetrics().lineSpacing())
      << "as high as the heads need at the widths of now";
}

TEST_F(Comparison, comparesTheTablesThatAreTicked) {
  open({twoTables()});
  auto* list = child<QListWidget>("compareTables");
  list->setFocus();
  list->setCurrentRow(1);
  QTest::keyClick(list, Qt::Key_Space);
  ASSERT_TRUE(settles());
  EXPECT_EQ(list->item(1)->checkState(), Qt::Unchecked);
  auto* view = child<QTableView>("compareRowsTable");
  EXPECT_EQ(view->model()->columnCount(), 3) << "one table has no deltas";
  QSignalSpy requested(&m_page, &ComparisonPage::lineRequested);
  view->setFocus();
  view->setCurrentIndex(view->model()->index(0, 0));
  QTest::keyClick(view, Qt::Key_Return);
  EXPECT_EQ(requested.size(), 1);
}

TEST_F(Comparison, takesTheMatrixAwayAsTablesAndTheChartAsAPicture) {
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
  exportButton()->savePictureTo(m_folder.filePath(QStringLiteral("chart.png")));
  EXPECT_EQ(QImage(m_folder.filePath(QStringLiteral("chart.png"))).size(),
            plot()->parentWidget()->parentWidget()->size());
}

TEST_F(Comparison, takesTheRowsInSightOfComparedTablesAway) {
  open({twoTables()});
  copy("&Copy table");
  const QString text = QApplication::clipboard()->text();
  EXPECT_TRUE(text.startsWith(QStringLiteral("Name\tbefore")))
      << "no column of the kind that all rows are: " << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("\nmm\t"))) << "an operator";
  EXPECT_TRUE(text.contains(QStringLiteral("\ngemm\t")));
  const std::string csv = save("rows.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 4) << csv;
  EXPECT_NE(csv.find("\ngemm,kernel,both,"), std::string::npos) << csv;
  EXPECT_EQ(csv.find("\nmm,"), std::string::npos);
  EXPECT_EQ(child<QLabel>("compareTold")->text(),
            QStringLiteral("Saved %1").arg(m_folder.filePath(QStringLiteral("rows.csv"))));
  child<QListWidget>("compareTables")->item(0)->setCheckState(Qt::Unchecked);
  child<QListWidget>("compareTables")->item(1)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(settles());
  QApplication::clipboard()->setText(QStringLiteral("as it was"));
  copy("&Copy table");
  exportButton()->saveTable(m_folder.filePath(QStringLiteral("none.csv")));
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("as it was"));
  EXPECT_FALSE(QFile::exists(m_folder.filePath(QStringLiteral("none.csv"))));
  EXPECT_EQ(child<QLabel>("compareTold")->text(), QStringLiteral("Nothing to export yet"));
}

TEST_F(Comparison, saysSoWhenThereIsNothing) {
  HandMadeLog log;
  log.metric(log.context("A", {}), "time", Quantity::Time, 1);
  open({log.build()});
  EXPECT_TRUE(child<QLabel>("compareEmpty")->isVisible());
  EXPECT_FALSE(matrix()->isVisible());
  EXPECT_TRUE(m_page.isEmpty());
}

TEST_F(Comparison, saysInWhatIsSavedWhatWasNotRead) {
  open({models()});
  EXPECT_THAT(save("whole.csv"), testing::Not(testing::HasSubstr("#")));
  m_page.setLogs({models()}, QStringLiteral("one.json: cut off"));
  ASSERT_TRUE(settles());
  EXPECT_THAT(save("table.csv"), testing::EndsWith("\n# one.json: cut off\n"));
  EXPECT_THAT(save("table.md"), testing::EndsWith("\n\none.json: cut off\n"));
  const QString page = m_folder.filePath(QStringLiteral("report.html"));
  exportButton()->saveReport(page);
  ASSERT_TRUE(settles());
  EXPECT_THAT(test::readFile(page.toStdString()), testing::HasSubstr("<p class=\"failed\">one.json: cut off</p>"));
}

}  // namespace
}  // namespace kernline::ui
