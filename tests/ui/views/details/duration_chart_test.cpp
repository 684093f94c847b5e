// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/duration_chart.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QValueAxis>

#include <gtest/gtest.h>

#include <utility>

namespace kernline::ui {
namespace {

class Durations : public ::testing::Test {
 protected:
  Durations() {
    m_chart.resize(400, 150);
    m_chart.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_chart));
    m_chart.showBuckets({{{10}, {20}, 3}, {{20}, {30}, 0}, {{30}, {40}, 7}, {{40}, {50}, 1}},
                        {{QStringLiteral("P50"), {35}}, {QStringLiteral("this"), {12}, true}});
    QApplication::processEvents();
    m_chart.grab();
    QObject::connect(&m_chart, &DurationChart::durationsChosen,
                     [this](Duration min, Duration max) { m_chosen = {min, max}; });
  }

  void drag(QPointF from, QPointF to) {
    QTest::mousePress(m_chart.viewport(), Qt::LeftButton, {}, from.toPoint());
    QMouseEvent move(QEvent::MouseMove, to, m_chart.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(m_chart.viewport(), &move);
    QTest::mouseRelease(m_chart.viewport(), Qt::LeftButton, {}, to.toPoint());
  }

  DurationChart m_chart;
  std::pair<Duration, Duration> m_chosen;
};

TEST_F(Durations, aDragChoosesWholeBuckets) {
  drag(m_chart.bucketRect(1).center(), m_chart.bucketRect(2).center());
  EXPECT_EQ(m_chosen, (std::pair<Duration, Duration>{{20}, {39}}));
  drag(m_chart.bucketRect(3).center(), m_chart.bucketRect(0).center());
  EXPECT_EQ(m_chosen, (std::pair<Duration, Duration>{{10}, {49}}));
}

TEST_F(Durations, aClickChoosesNothing) {
  drag(m_chart.bucketRect(1).center(), m_chart.bucketRect(1).center());
  EXPECT_EQ(m_chosen.second, Duration{0});
}

TEST_F(Durations, bucketsLieSideBySide) {
  EXPECT_LT(m_chart.bucketRect(0).left(), m_chart.bucketRect(1).left());
  EXPECT_NEAR(m_chart.bucketRect(0).right(), m_chart.bucketRect(1).left(), 0.01);
  EXPECT_GT(m_chart.bucketRect(0).width(), 40);
}

TEST_F(Durations, countsAreLabeledAtWholeNumbers) {
  const auto* counts = qobject_cast<QValueAxis*>(m_chart.chart()->axes(Qt::Vertical).first());
  ASSERT_NE(counts, nullptr);
  for (const std::uint64_t max : {1U, 2U, 3U, 5U, 7U, 11U, 999U, 100001U}) {
    m_chart.showBuckets({{{10}, {20}, max}}, {});
    EXPECT_EQ(counts->min(), 0) << max;
    EXPECT_GE(counts->max(), static_cast<double>(max));
    EXPECT_LE(counts->max(), 3.0 * static_cast<double>(max)) << "the bars fill the chart";
    const auto top = static_cast<std::uint64_t>(counts->max());
    EXPECT_EQ(top % static_cast<std::uint64_t>(counts->tickCount() - 1), 0U) << max;
  }
}

}  // namespace
}  // namespace kernline::ui
