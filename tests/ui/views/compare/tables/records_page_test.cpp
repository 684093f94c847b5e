// SPDX-License-Identifier: GPL-3.0-or-later
// Records of results on the page of comparisons: roles of columns, facets, filters, speed-ups.
#include "core/import/log/read_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/columns/kept_columns.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/compare/tables/comparison_plot.h"
#include "ui/views/compare/tables/facet_grid.h"
#include "ui/views/compare/tables/matrix_model.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace kernline::ui {
namespace {

using test::waitUntil;

/// Two types, two widths, three lengths; triton is twice as fast with bf16, four times with fp32.
std::shared_ptr<const Log> attentionRecords() {
  std::string csv = "dtype,d_model,seq_len,triton_fwd_ms,pytorch_fwd_ms\n";
  for (const char* type : {"bf16", "fp32"}) {
    for (const int width : {64, 128}) {
      for (const int length : {256, 512, 1024}) {
        const double time = static_cast<double>(length) * width / 1024;
        const bool isShort = *type == 'b';
        csv += std::string(type) + "," + std::to_string(width) + "," + std::to_string(length) + "," +
               std::to_string(time) + "," + std::to_string(time * (isShort ? 2 : 4)) + "\n";
      }
    }
  }
  return logs::readLogText(csv);
}

class RecordsPage : public ::testing::Test {
 protected:
  void TearDown() override { QFile::remove(KeptColumns::fileFor({attentionRecords()})); }

  void open(const std::shared_ptr<const Log>& log = attentionRecords()) {
    m_page.resize(1280, 640);
    m_page.setLogs({log});
    m_page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_page));
    m_page.activateWindow();
    ASSERT_TRUE(settles());
  }

  [[nodiscard]] bool settles() {
    return waitUntil([&] { return !m_page.isBusy(); });
  }

  template <typename Widget = QWidget>
  Widget* child(const QString& name) {
    return m_page.findChild<Widget*>(name);
  }

  void choose(const char* name, const QString& text) {
    auto* combo = child<QComboBox>(QString::fromUtf8(name));
    ASSERT_NE(combo, nullptr) << name;
    const int wanted = combo->findText(text);
    ASSERT_GE(wanted, 0) << text.toStdString();
    combo->setFocus();
    while (combo->currentIndex() != combo->findText(text) && combo->findText(text) >= 0) {
      QTest::keyClick(combo, combo->currentIndex() < combo->findText(text) ? Qt::Key_Down : Qt::Key_Up);
    }
    ASSERT_TRUE(settles());
  }

  QToolButton* chip(const char* column) {
    return child<QToolButton>(QStringLiteral("column_") + QString::fromUtf8(column));
  }

  /// Clicks the button, and then that entry of the menu that opens.
  void pick(QToolButton* button, const QString& entry) {
    ASSERT_NE(button, nullptr);
    bool isPicked = false;
    QTimer::singleShot(std::chrono::milliseconds(30), &m_page, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      ASSERT_NE(menu, nullptr);
      for (QAction* action : menu->actions()) {
        if (action->text() == entry && action->isEnabled()) {
          QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
          isPicked = true;
          break;
        }
      }
      if (QApplication::activePopupWidget() != nullptr) {
        QTest::keyClick(menu, Qt::Key_Escape);  // it stays open while values are ticked
      }
    });
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(isPicked) << entry.toStdString();
    ASSERT_TRUE(settles());
  }

  QTableView* matrix() { return child<QTableView>(QStringLiteral("compareMatrix")); }
  QString cell(int row, int column) { return matrix()->model()->index(row, column).data().toString(); }
  QString cellOf(const char* table, int row, int column) {
    return child<QTableView>(QString::fromUtf8(table))->model()->index(row, column).data().toString();
  }
  QStringList entries(const char* combo) {
    QStringList texts;
    const auto* of = child<QComboBox>(QString::fromUtf8(combo));
    for (int i = 0; of != nullptr && i < of->count(); ++i) {
      texts << of->itemText(i);
    }
    return texts;
  }

  QTemporaryDir m_folder;
  ComparisonPage m_page;
};

TEST_F(RecordsPage, showsWhatEachColumnWasTakenFor) {
  open();
  EXPECT_TRUE(child(QStringLiteral("columnStrip"))->isVisible());
  EXPECT_EQ(chip("dtype")->accessibleName(), QStringLiteral("Column dtype, parameter"));
  EXPECT_EQ(chip("triton_fwd_ms")->accessibleName(), QStringLiteral("Column triton_fwd_ms, measurement"));
  EXPECT_TRUE(chip("triton_fwd_ms")->toolTip().contains(QStringLiteral("implementation triton")))
      << chip("triton_fwd_ms")->toolTip().toStdString();
  EXPECT_TRUE(chip("seq_len")->toolTip().contains(QStringLiteral("3 values: 256, 512, 1024")));
  EXPECT_FALSE(child(QStringLiteral("columnReset"))->isVisible());
}

TEST_F(RecordsPage, changesAColumnWithAClickAndBackAgain) {
  open();
  EXPECT_FALSE(entries("compareMetric").contains(QStringLiteral("d_model")));
  pick(chip("d_model"), QStringLiteral("&Measurement"));
  EXPECT_TRUE(entries("compareMetric").contains(QStringLiteral("d_model")));
  EXPECT_EQ(child<QComboBox>(QStringLiteral("compareFilter_d_model")), nullptr);
  EXPECT_EQ(chip("d_model")->text(), QStringLiteral("d_model •"));
  auto* reset = child<QToolButton>(QStringLiteral("columnReset"));
  ASSERT_TRUE(reset->isVisible());
  QTest::mouseClick(reset, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chip("d_model")->text(), QStringLiteral("d_model"));
  EXPECT_FALSE(entries("compareMetric").contains(QStringLiteral("d_model")));
}

TEST_F(RecordsPage, changesAColumnByKeysAndKeepsTheFocus) {
  open();
  chip("dtype")->setFocus();
  QTest::keyClick(chip("dtype"), Qt::Key_Right);
  EXPECT_TRUE(waitUntil([&] { return chip("d_model")->hasFocus(); }));
  QTimer::singleShot(std::chrono::milliseconds(30), &m_page,
                     [] { QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_I); });
  QTest::keyClick(chip("d_model"), Qt::Key_Space);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chip("d_model")->accessibleName(), QStringLiteral("Column d_model, ignored"));
  EXPECT_TRUE(waitUntil([&] { return m_page.focusWidget() == chip("d_model"); }))
      << (m_page.focusWidget() == nullptr ? "nothing" : m_page.focusWidget()->objectName().toStdString());
  EXPECT_FALSE(cell(0, 1).contains(QStringLiteral("values"))) << "rows that say the same are told apart by repeat";
}

TEST_F(RecordsPage, keepsColumnsForRecordsOfThatKind) {
  open();
  pick(chip("d_model"), QStringLiteral("&Ignore"));
  const auto other =
      logs::readLogText("dtype,d_model,seq_len,triton_fwd_ms,pytorch_fwd_ms\nfp16,1,1,1,2\nfp16,1,2,3,4\n");
  EXPECT_EQ(KeptColumns::of({other}), (ColumnWishes{{"d_model", ColumnUse::Ignored}}));
  ComparisonPage page;
  page.setLogs({other});
  ASSERT_TRUE(waitUntil([&] { return !page.isBusy(); }));
  EXPECT_EQ(page.findChild<QToolButton*>(QStringLiteral("column_d_model"))->text(), QStringLiteral("d_model •"));
  pick(chip("d_model"), QStringLiteral("&Parameter"));
  EXPECT_TRUE(KeptColumns::of({other}).empty()) << "as it was found";
}

TEST_F(RecordsPage, staysWhereItCanBeChangedBackIfNothingIsMeasured) {
  open(logs::readLogText("name,n,time_ms\na,1,2\na,2,3\nb,1,4\nb,2,5\n"));
  pick(chip("time_ms"), QStringLiteral("&Ignore"));
  EXPECT_TRUE(child(QStringLiteral("compareEmpty"))->isVisible());
  pick(chip("time_ms"), QStringLiteral("&Measurement"));
  EXPECT_TRUE(child(QStringLiteral("compareChart"))->isVisible());
}

TEST_F(RecordsPage, comparesByTheColumnThatIsClicked) {
  open();
  EXPECT_EQ(cell(0, 0), QStringLiteral("triton"));
  pick(chip("dtype"), QStringLiteral("&Compare by this"));
  EXPECT_EQ(cell(0, 0), QStringLiteral("bf16"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 4), QStringLiteral("12 of 12"))
      << "bf16: faster with pytorch, never slower";
  pick(chip("d_model"), QStringLiteral("&Horizontal axis"));
  EXPECT_EQ(child<ComparisonPlot>(QStringLiteral("compareChart"))->shown()->x.title.english(), "d_model");
}

TEST_F(RecordsPage, drawsAChartForEachValueOfAThirdDimensionToOneScale) {
  open();
  choose("compareFacets", QStringLiteral("dtype"));
  auto* grid = child<FacetGrid>(QStringLiteral("compareFacetGrid"));
  ASSERT_TRUE(grid->isVisible());
  EXPECT_FALSE(child(QStringLiteral("compareChart"))->isVisible());
  const std::vector<ComparisonPlot*> plots = grid->plots();
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0]->shown()->y.range.max, plots[1]->shown()->y.range.max);
  EXPECT_EQ(plots[0]->shown()->y.range.min, plots[1]->shown()->y.range.min);
  EXPECT_EQ(matrix()->model()->rowCount(), 4);
  EXPECT_EQ(cell(0, 0), QStringLiteral("bf16"));
  EXPECT_EQ(cell(2, 0), QStringLiteral("fp32"));
  EXPECT_EQ(cell(2, 1), QStringLiteral("triton"));
  QSignalSpy requested(&m_page, &ComparisonPage::lineRequested);
  plots[1]->grab();  // marks are placed when they are painted
  ASSERT_FALSE(plots[1]->marks().empty());
  QTest::mouseClick(plots[1]->viewport(), Qt::LeftButton, {}, plots[1]->marks().front().at.toPoint());
  ASSERT_EQ(requested.size(), 1);
  EXPECT_GT(requested[0][1].toUInt(), 7U) << "fp32 stands behind six lines of bf16 and the head";
  choose("compareFacets", QStringLiteral("none"));
  EXPECT_FALSE(grid->isVisible());
  EXPECT_EQ(matrix()->model()->rowCount(), 2);
}

TEST_F(RecordsPage, countsTheChartsThatHaveNoRoom) {
  std::string csv = "layer,seq_len,triton_ms,torch_ms\n";
  for (int layer = 0; layer < 30; ++layer) {
    for (const int length : {1, 2, 4}) {
      csv += "l" + std::to_string(layer) + "," + std::to_string(length) + ",1.5,2.5\n";
    }
  }
  open(logs::readLogText(csv));
  choose("compareFacets", QStringLiteral("model"));
  const auto drawn = child<FacetGrid>(QStringLiteral("compareFacetGrid"))->plots().size();
  EXPECT_GE(drawn, 4U);
  EXPECT_LE(drawn, 12U);
  EXPECT_EQ(child<QLabel>(QStringLiteral("compareFacetRest"))->text(),
            QStringLiteral("%1 more values of model are in the matrix only").arg(30 - drawn));
  EXPECT_EQ(matrix()->model()->rowCount(), 60);
}

TEST_F(RecordsPage, showsOneMeasurementACellUnlessAMedianIsAskedFor) {
  open();
  EXPECT_EQ(entries("compareFilter_dtype").size(), 4) << "all, two values, the median";
  choose("compareRows", QStringLiteral("none"));
  for (int column = 1; column < 4; ++column) {
    EXPECT_FALSE(cell(0, column).contains(QStringLiteral("n="))) << cell(0, column).toStdString();
  }
  choose("compareFilter_dtype", QStringLiteral("median of all"));
  EXPECT_TRUE(cell(0, 1).contains(QStringLiteral("n=2"))) << cell(0, 1).toStdString();
}

TEST_F(RecordsPage, comparesModelsOverAllCellsAndFollowsFilters) {
  open();
  auto* title = child<QLabel>(QStringLiteral("compareModelSpeedsTitle"));
  EXPECT_EQ(title->text(), QStringLiteral("fwd_ms against pytorch, as no baseline is chosen: 12 comparable cases"));
  choose("compareBaseline", QStringLiteral("pytorch"));
  EXPECT_EQ(title->text(), QStringLiteral("fwd_ms against pytorch: 12 comparable cases"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 0), QStringLiteral("triton"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 1), QStringLiteral("2.83×")) << "of six twos and six fours";
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 2), QStringLiteral("1.44"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 3), QStringLiteral("2.00× to 4.00×"));
  EXPECT_EQ(cellOf("compareModelRegions", 0, 0), QStringLiteral("256 to 1024"));
  EXPECT_EQ(cellOf("compareModelRegions", 0, 1), QStringLiteral("triton"));
  choose("compareFilter_dtype", QStringLiteral("fp32"));
  EXPECT_EQ(title->text(), QStringLiteral("fwd_ms against pytorch: 6 comparable cases; dtype: fp32"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 1), QStringLiteral("4.00×"));
  choose("compareFilter_dtype", entries("compareFilter_dtype").front());
  EXPECT_TRUE(title->text().contains(QStringLiteral("12 comparable cases")));
}

TEST_F(RecordsPage, comparesRunsThatDifferInNothingElse) {
  open(logs::readLogText("backend,mean_ms,p99_ms\ntriton,1.5,2.5\ntorch,3.0,4.0\neager,6.0,9.0\n"));
  pick(chip("backend"), QStringLiteral("&Compare by this"));
  EXPECT_EQ(matrix()->model()->rowCount(), 3);
  EXPECT_EQ(child<QComboBox>(QStringLiteral("compareColumns"))->currentText(), QStringLiteral("none"));
  EXPECT_EQ(child<QTableView>(QStringLiteral("compareModelSpeeds"))->model()->rowCount(), 3);
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 0), QStringLiteral("triton"));
  EXPECT_EQ(cellOf("compareModelSpeeds", 1, 1), QStringLiteral("2.00×"));
  choose("compareColumns", QStringLiteral("model"));
  EXPECT_EQ(child<QComboBox>(QStringLiteral("compareRows"))->currentText(), QStringLiteral("none"));
}

TEST_F(RecordsPage, callsNothingASpeedThatIsNone) {
  open(logs::readLogText("backend,n,peak_mb\ntriton,1,2\ntriton,2,4\ntorch,1,3\ntorch,2,5\n"));
  auto* speeds = child<QTableView>(QStringLiteral("compareModelSpeeds"));
  ASSERT_TRUE(speeds->isVisible());
  EXPECT_EQ(speeds->model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("Better by"));
}

TEST_F(RecordsPage, leavesOutValuesThatAreTickedOff) {
  open();
  auto* lengths = child<QToolButton>(QStringLiteral("compareValues_seq_len"));
  ASSERT_NE(lengths, nullptr);
  EXPECT_EQ(lengths->text(), QStringLiteral("seq_len: all 3"));
  pick(lengths, QStringLiteral("512"));
  EXPECT_EQ(lengths->text(), QStringLiteral("seq_len: 2 of 3"));
  EXPECT_EQ(matrix()->model()->headerData(2, Qt::Horizontal).toString().left(4), QStringLiteral("1024"));
  EXPECT_TRUE(
      child<QLabel>(QStringLiteral("compareModelSpeedsTitle"))->text().contains(QStringLiteral("8 comparable")));
  pick(lengths, QStringLiteral("&All values"));
  EXPECT_EQ(lengths->text(), QStringLiteral("seq_len: all 3"));
}

TEST_F(RecordsPage, exportsWhatIsShown) {
  open();
  choose("compareFacets", QStringLiteral("dtype"));
  choose("compareFilter_d_model", QStringLiteral("64"));
  auto* button = child<ExportButton>(QStringLiteral("compareExport"));
  const auto saved = [&](const char* name) {
    const QString path = m_folder.filePath(QString::fromUtf8(name));
    path.endsWith(QStringLiteral(".html")) ? button->saveReport(path) : button->saveTable(path);
    EXPECT_TRUE(settles());
    return test::readFile(path.toStdString());
  };
  const std::string csv = saved("facets.csv");
  EXPECT_NE(csv.find("dtype: bf16; d_model: 64,implementation,triton,seq_len,256,value,16000000,"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find("triton,6,2.82842"), std::string::npos) << "the speed-up, of 64 alone\n" << csv;
  const std::string markdown = saved("facets.md");
  EXPECT_NE(markdown.find("dtype: fp32"), std::string::npos);
  EXPECT_NE(markdown.find("6 comparable cases"), std::string::npos);
  const std::string html = saved("facets.html");
  EXPECT_NE(html.find("dtype: fp32"), std::string::npos);
  EXPECT_NE(html.find("geometric mean"), std::string::npos);
}

}  // namespace
}  // namespace kernline::ui
