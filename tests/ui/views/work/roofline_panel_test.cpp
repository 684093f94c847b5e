// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_panel.h"

#include "tests/core/analysis/work/made_work.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/views/work/work_panel_fixture.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/views/work/work_rows.h"

#include <QTest>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLegendMarker>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;

TEST_F(WorkPanelTest, pointsStandUnderTheRoofsOfTheTypesThatAreUsed) {
  show(madeModel().trace());
  EXPECT_EQ(chart().pointCount(), 3U) << "what has no model has no point";
  EXPECT_EQ(seriesCount<QLineSeries>(), 3) << "bandwidth, fp16 and fp32";
  EXPECT_EQ(seriesCount<QScatterSeries>(), 2) << "GEMM and elementwise";
  for (QAbstractAxis* axis : chart().chart()->axes()) {
    EXPECT_NE(qobject_cast<QLogValueAxis*>(axis), nullptr);
  }
  const auto product = chart().placeOf(numberOf(1));
  const auto relu = chart().placeOf(numberOf(2));
  ASSERT_TRUE(product && relu);
  EXPECT_TRUE(chart().chart()->plotArea().contains(*product));
  EXPECT_GT(product->x(), relu->x()) << "more FLOPs a byte";
  EXPECT_LT(product->y(), relu->y()) << "more FLOP/s";
  QTest::mouseMove(chart().viewport(), relu->toPoint() + QPoint(1, 1));
  EXPECT_EQ(chart().card().title, QStringLiteral("aten::relu"));
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, {}, relu->toPoint());
  EXPECT_EQ(asked(), "vectorized_elementwise_kernel");
  EXPECT_EQ(cell(view(), view().currentIndex().row(), 0), "aten::relu");
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_End);
  EXPECT_EQ(cell(view(), view().currentIndex().row(), WorkColumns::Shapes), "[[4096, 4096], [4096, 4096]]");
}

TEST_F(WorkPanelTest, theAxisOfRatesHasAUnitThatFitsTheSlowest) {
  const auto unit = [this] {
    const auto axes = chart().chart()->axes(Qt::Vertical);
    return axes.isEmpty() ? std::string() : axes.front()->titleText().toStdString();
  };
  test::MadeWork made = madeModel();
  show(made.trace());
  EXPECT_EQ(unit(), "TFLOP/s");
  made.op("aten::relu", 200, 20, "[[64]]", R"(["float"])");
  made.kernel("vectorized_elementwise_kernel", 205, 520, 50);
  show(made.trace());
  EXPECT_EQ(unit(), "GFLOP/s") << "64 FLOPs in 50 µs";
}

TEST_F(WorkPanelTest, roofsStandAtTheirCeilingsInTheUnitOfTheAxis) {
  const auto expectRoofsOnAxis = [this] {
    const RooflineChart& roofline = chart();
    const auto* axis = qobject_cast<QLogValueAxis*>(roofline.chart()->axes(Qt::Vertical).front());
    const double unit = axis->titleText() == QStringLiteral("GFLOP/s") ? 1e9 : 1e12;
    std::vector<double> heights;
    for (const QAbstractSeries* each : roofline.chart()->series()) {
      if (const auto* line = qobject_cast<const QLineSeries*>(each)) {
        for (const QPointF& point : line->points()) {
          const QPointF drawn = roofline.chart()->mapToPosition(point, const_cast<QLineSeries*>(line));
          EXPECT_TRUE(roofline.chart()->plotArea().adjusted(-1, -1, 1, 1).contains(drawn))
              << point.x() << " FLOP/byte at " << point.y() << axis->titleText().toStdString();
        }
        heights.push_back(line->points().back().y() * unit);
      }
    }
    // an H200: as high as its fp16 peak, then fp16 and fp32 alone
    ASSERT_EQ(heights.size(), 3U);
    EXPECT_NEAR(heights[0] / 989e12, 1, 1e-3);
    EXPECT_NEAR(heights[1] / 989e12, 1, 1e-3);
    EXPECT_NEAR(heights[2] / 67e12, 1, 1e-3);
  };
  test::MadeWork made = madeModel();
  show(made.trace());
  expectRoofsOnAxis();
  made.op("aten::relu", 200, 20, "[[64]]", R"(["float"])");
  made.kernel("vectorized_elementwise_kernel", 205, 520, 50);
  show(made.trace());
  expectRoofsOnAxis();
}

TEST_F(WorkPanelTest, labelsOfRoofsLieOnNoPoint) {
  show(madeModel().trace());
  const std::vector<RoofLabel> labels = chart().roofLabels();
  ASSERT_GE(labels.size(), 1U) << "those without room are in the legend";
  for (const RoofLabel& label : labels) {
    for (const int row : {0, 1, 2}) {
      EXPECT_FALSE(label.room.containsPoint(*chart().placeOf(numberOf(row)), Qt::OddEvenFill))
          << label.text.toStdString() << " on row " << row;
    }
  }
}

TEST_F(WorkPanelTest, everyRoofHasALabelOrIsInTheLegend) {
  show(madeModel().trace());
  for (const QSize size : {QSize(1280, 420), QSize(960, 240), QSize(900, 320), QSize(1900, 300)}) {
    m_panel.resize(size);
    QCoreApplication::processEvents();
    std::size_t named = 0;
    for (const QAbstractSeries* each : chart().chart()->series()) {
      if (qobject_cast<const QLineSeries*>(each) == nullptr) {
        continue;
      }
      const bool hasLabel =
          std::ranges::find(chart().roofLabels(), each->name(), &RoofLabel::text) != chart().roofLabels().end();
      const auto markers = chart().chart()->legend()->markers(const_cast<QAbstractSeries*>(each));
      EXPECT_NE(hasLabel, markers.front()->isVisible()) << each->name().toStdString() << " at " << size.width();
      ++named;
    }
    EXPECT_EQ(named, 3U);
    for (const RoofLabel& label : chart().roofLabels()) {
      EXPECT_TRUE(QRectF(chart().rect()).contains(label.room.boundingRect())) << label.text.toStdString();
    }
  }
}

}  // namespace
}  // namespace kernline::ui
