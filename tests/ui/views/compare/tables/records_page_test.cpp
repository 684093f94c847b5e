// SPDX-License-Identifier: GPL-3.0-or-later
// Records of results on the page of comparisons: roles of columns, facets, filters, speed-ups.
#include "core/import/log/read_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/compare/tables/comparison_page_fixture.h"
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

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;
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

class RecordsPage : public ComparisonPageTest {
 protected:
  void TearDown() override { QFile::remove(KeptColumns::fileFor({attentionRecords()})); }

  QToolButton* chip(const char* column) {
    return m_panel.findChild<QToolButton*>(QStringLiteral("column_") + QString::fromUtf8(column));
  }

  /// Clicks the button, and then that entry of the menu that opens.
  void pick(QToolButton* button, const QString& entry) {
    ASSERT_NE(button, nullptr);
    bool isPicked = false;
    QTimer::singleShot(std::chrono::milliseconds(30), &m_panel, [&] {
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

  QTableView& speeds() { return child<QTableView>("compareModelSpeeds"); }
  QStringList entries(const char* combo) {
    QStringList texts;
    const auto& of = child<QComboBox>(combo);
    for (int i = 0; i < of.count(); ++i) {
      texts << of.itemText(i);
    }
    return texts;
  }
};

TEST_F(RecordsPage, showsWhatEachColumnWasTakenFor) {
  open({attentionRecords()});
  EXPECT_TRUE(child<QWidget>("columnStrip").isVisible());
  EXPECT_EQ(chip("dtype")->accessibleName(), QStringLiteral("Column dtype, parameter"));
  EXPECT_EQ(chip("triton_fwd_ms")->accessibleName(), QStringLiteral("Column triton_fwd_ms, measurement"));
  EXPECT_TRUE(chip("triton_fwd_ms")->toolTip().contains(QStringLiteral("implementation triton")))
      << chip("triton_fwd_ms")->toolTip().toStdString();
  EXPECT_TRUE(chip("seq_len")->toolTip().contains(QStringLiteral("3 values: 256, 512, 1024")));
  EXPECT_FALSE(child<QWidget>("columnReset").isVisible());
}

TEST_F(RecordsPage, changesAColumnWithAClickAndBackAgain) {
  open({attentionRecords()});
  EXPECT_FALSE(entries("compareMetric").contains(QStringLiteral("d_model")));
  pick(chip("d_model"), QStringLiteral("&Measurement"));
  EXPECT_TRUE(entries("compareMetric").contains(QStringLiteral("d_model")));
  EXPECT_EQ(m_panel.findChild<QComboBox*>("compareFilter_d_model"), nullptr);
  EXPECT_EQ(chip("d_model")->text(), QStringLiteral("d_model •"));
  auto& reset = child<QToolButton>("columnReset");
  ASSERT_TRUE(reset.isVisible());
  QTest::mouseClick(&reset, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chip("d_model")->text(), QStringLiteral("d_model"));
  EXPECT_FALSE(entries("compareMetric").contains(QStringLiteral("d_model")));
}

TEST_F(RecordsPage, changesAColumnByKeysAndKeepsTheFocus) {
  open({attentionRecords()});
  chip("dtype")->setFocus();
  QTest::keyClick(chip("dtype"), Qt::Key_Right);
  EXPECT_TRUE(waitUntil([&] { return chip("d_model")->hasFocus(); }));
  QTimer::singleShot(std::chrono::milliseconds(30), &m_panel,
                     [] { QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_I); });
  QTest::keyClick(chip("d_model"), Qt::Key_Space);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chip("d_model")->accessibleName(), QStringLiteral("Column d_model, ignored"));
  EXPECT_TRUE(waitUntil([&] { return m_panel.focusWidget() == chip("d_model"); }))
      << (m_panel.focusWidget() == nullptr ? "nothing" : m_panel.focusWidget()->objectName().toStdString());
  EXPECT_THAT(cell(matrix(), 0, 1), testing::Not(testing::HasSubstr("values")))
      << "rows that say the same are told apart by repeat";
}

TEST_F(RecordsPage, keepsColumnsForRecordsOfThatKind) {
  open({attentionRecords()});
  pick(chip("d_model"), QStringLiteral("&Ignore"));
  const auto other =
      logs::readLogText("dtype,d_model,seq_len,triton_fwd_ms,pytorch_fwd_ms\nfp16,1,1,1,2\nfp16,1,2,3,4\n");
  EXPECT_EQ(KeptColumns::of({other}), (ColumnWishes{{"d_model", ColumnUse::Ignored}}));
  ComparisonPage page;
  page.setLogs({other});
  ASSERT_TRUE(test::settles(page));
  EXPECT_EQ(page.findChild<QToolButton*>(QStringLiteral("column_d_model"))->text(), QStringLiteral("d_model •"));
  pick(chip("d_model"), QStringLiteral("&Parameter"));
  EXPECT_TRUE(KeptColumns::of({other}).empty()) << "as it was found";
}

TEST_F(RecordsPage, staysWhereItCanBeChangedBackIfNothingIsMeasured) {
  open({logs::readLogText("name,n,time_ms\na,1,2\na,2,3\nb,1,4\nb,2,5\n")});
  pick(chip("time_ms"), QStringLiteral("&Ignore"));
  EXPECT_TRUE(child<QWidget>("compareEmpty").isVisible());
  pick(chip("time_ms"), QStringLiteral("&Measurement"));
  EXPECT_TRUE(child<QWidget>("compareChart").isVisible());
}

TEST_F(RecordsPage, comparesByTheColumnThatIsClicked) {
  open({attentionRecords()});
  EXPECT_EQ(cell(matrix(), 0, 0), "triton");
  pick(chip("dtype"), QStringLiteral("&Compare by this"));
  EXPECT_EQ(cell(matrix(), 0, 0), "bf16");
  EXPECT_EQ(cell(speeds(), 1, 4), "12 of 12") << "bf16: faster with pytorch, never slower";
  pick(chip("d_model"), QStringLiteral("&Horizontal axis"));
  EXPECT_EQ(child<ComparisonPlot>("compareChart").shown()->x.title.english(), "d_model");
}

TEST_F(RecordsPage, drawsAChartForEachValueOfAThirdDimensionToOneScale) {
  open({attentionRecords()});
  choose("compareFacets", QStringLiteral("dtype"));
  auto& grid = child<FacetGrid>("compareFacetGrid");
  ASSERT_TRUE(grid.isVisible());
  EXPECT_FALSE(child<QWidget>("compareChart").isVisible());
  const std::vector<ComparisonPlot*> plots = grid.plots();
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0]->shown()->y.range.max, plots[1]->shown()->y.range.max);
  EXPECT_EQ(plots[0]->shown()->y.range.min, plots[1]->shown()->y.range.min);
  EXPECT_EQ(matrix().model()->rowCount(), 4);
  EXPECT_EQ(cell(matrix(), 0, 0), "bf16");
  EXPECT_EQ(cell(matrix(), 2, 0), "fp32");
  EXPECT_EQ(cell(matrix(), 2, 1), "triton");
  QSignalSpy requested(&m_panel, &ComparisonPage::lineRequested);
  plots[1]->grab();  // marks are placed when they are painted
  ASSERT_FALSE(plots[1]->marks().empty());
  QTest::mouseClick(plots[1]->viewport(), Qt::LeftButton, {}, plots[1]->marks().front().at.toPoint());
  ASSERT_EQ(requested.size(), 1);
  EXPECT_GT(requested[0][1].toUInt(), 7U) << "fp32 stands behind six lines of bf16 and the head";
  choose("compareFacets", QStringLiteral("none"));
  EXPECT_FALSE(grid.isVisible());
  EXPECT_EQ(matrix().model()->rowCount(), 2);
}

TEST_F(RecordsPage, countsTheChartsThatHaveNoRoom) {
  std::string csv = "layer,seq_len,triton_ms,torch_ms\n";
  for (int layer = 0; layer < 30; ++layer) {
    for (const int length : {1, 2, 4}) {
      csv += "l" + std::to_string(layer) + "," + std::to_string(length) + ",1.5,2.5\n";
    }
  }
  open({logs::readLogText(csv)});
  choose("compareFacets", QStringLiteral("model"));
  const auto drawn = child<FacetGrid>("compareFacetGrid").plots().size();
  EXPECT_GE(drawn, 4U);
  EXPECT_LE(drawn, 12U);
  EXPECT_EQ(child<QLabel>("compareFacetRest").text(),
            QStringLiteral("%1 more values of model are in the matrix only").arg(30 - drawn));
  EXPECT_EQ(matrix().model()->rowCount(), 60);
}

TEST_F(RecordsPage, showsOneMeasurementACellUnlessAMedianIsAskedFor) {
  open({attentionRecords()});
  EXPECT_EQ(entries("compareFilter_dtype").size(), 4) << "all, two values, the median";
  choose("compareRows", QStringLiteral("none"));
  for (int column = 1; column < 4; ++column) {
    EXPECT_THAT(cell(matrix(), 0, column), testing::Not(testing::HasSubstr("n=")));
  }
  choose("compareFilter_dtype", QStringLiteral("median of all"));
  EXPECT_THAT(cell(matrix(), 0, 1), testing::HasSubstr("n=2"));
}

TEST_F(RecordsPage, comparesModelsOverAllCellsAndFollowsFilters) {
  open({attentionRecords()});
  auto& title = child<QLabel>("compareModelSpeedsTitle");
  EXPECT_EQ(title.text(), QStringLiteral("fwd_ms against pytorch, as no baseline is chosen: 12 comparable cases"));
  choose("compareBaseline", QStringLiteral("pytorch"));
  EXPECT_EQ(title.text(), QStringLiteral("fwd_ms against pytorch: 12 comparable cases"));
  EXPECT_EQ(cell(speeds(), 1, 0), "triton");
  EXPECT_EQ(cell(speeds(), 1, 1), "2.83×") << "of six twos and six fours";
  EXPECT_EQ(cell(speeds(), 1, 2), "1.44");
  EXPECT_EQ(cell(speeds(), 1, 3), "2.00× to 4.00×");
  EXPECT_EQ(cell(child<QTableView>("compareModelRegions"), 0, 0), "256 to 1024");
  EXPECT_EQ(cell(child<QTableView>("compareModelRegions"), 0, 1), "triton");
  choose("compareFilter_dtype", QStringLiteral("fp32"));
  EXPECT_EQ(title.text(), QStringLiteral("fwd_ms against pytorch: 6 comparable cases; dtype: fp32"));
  EXPECT_EQ(cell(speeds(), 1, 1), "4.00×");
  choose("compareFilter_dtype", entries("compareFilter_dtype").front());
  EXPECT_TRUE(title.text().contains(QStringLiteral("12 comparable cases")));
}

TEST_F(RecordsPage, comparesRunsThatDifferInNothingElse) {
  open({logs::readLogText("backend,mean_ms,p99_ms\ntriton,1.5,2.5\ntorch,3.0,4.0\neager,6.0,9.0\n")});
  pick(chip("backend"), QStringLiteral("&Compare by this"));
  EXPECT_EQ(matrix().model()->rowCount(), 3);
  EXPECT_EQ(child<QComboBox>("compareColumns").currentText(), QStringLiteral("none"));
  EXPECT_EQ(speeds().model()->rowCount(), 3);
  EXPECT_EQ(cell(speeds(), 1, 0), "triton");
  EXPECT_EQ(cell(speeds(), 1, 1), "2.00×");
  choose("compareColumns", QStringLiteral("model"));
  EXPECT_EQ(child<QComboBox>("compareRows").currentText(), QStringLiteral("none"));
}

TEST_F(RecordsPage, callsNothingASpeedThatIsNone) {
  open({logs::readLogText("backend,n,peak_mb\ntriton,1,2\ntriton,2,4\ntorch,1,3\ntorch,2,5\n")});
  ASSERT_TRUE(speeds().isVisible());
  EXPECT_EQ(heading(*speeds().model(), 1), "Better by");
}

TEST_F(RecordsPage, leavesOutValuesThatAreTickedOff) {
  open({attentionRecords()});
  auto& lengths = child<QToolButton>("compareValues_seq_len");
  EXPECT_EQ(lengths.text(), QStringLiteral("seq_len: all 3"));
  pick(&lengths, QStringLiteral("512"));
  EXPECT_EQ(lengths.text(), QStringLiteral("seq_len: 2 of 3"));
  EXPECT_EQ(heading(*matrix().model(), 2).substr(0, 4), "1024");
  EXPECT_TRUE(child<QLabel>("compareModelSpeedsTitle").text().contains(QStringLiteral("8 comparable")));
  pick(&lengths, QStringLiteral("&All values"));
  EXPECT_EQ(lengths.text(), QStringLiteral("seq_len: all 3"));
}

TEST_F(RecordsPage, exportsWhatIsShown) {
  open({attentionRecords()});
  choose("compareFacets", QStringLiteral("dtype"));
  choose("compareFilter_d_model", QStringLiteral("64"));
  const std::string csv = save("facets.csv");
  EXPECT_NE(csv.find("dtype: bf16; d_model: 64,implementation,triton,seq_len,256,value,16000000,"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find("triton,6,2.82842"), std::string::npos) << "the speed-up, of 64 alone\n" << csv;
  const std::string markdown = save("facets.md");
  EXPECT_NE(markdown.find("dtype: fp32"), std::string::npos);
  EXPECT_NE(markdown.find("6 comparable cases"), std::string::npos);
  const std::string html = save("facets.html");
  EXPECT_NE(html.find("dtype: fp32"), std::string::npos);
  EXPECT_NE(html.find("geometric mean"), std::string::npos);
}

}  // namespace
}  // namespace kernline::ui
