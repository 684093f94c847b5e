// SPDX-License-Identifier: GPL-3.0-or-later
// Zooming and moving in time by wheel, mouse, keys and the minimap.
#include "tests/ui/views/timeline/timeline_fixture.h"

#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST_F(TimelineViewTest, controlAndWheelZoomAroundThePointer) {
  const QPoint at = placeOf(span("k6"));
  const Time before = timeAt(at);
  const Duration length = m_view.visibleRange().length();
  for (int notch = 0; notch < 5; ++notch) {
    wheel(at, {0, 120}, Qt::ControlModifier);
  }
  EXPECT_LT(m_view.visibleRange().length().ns, length.ns / 2);
  EXPECT_NEAR(static_cast<double>((timeAt(at) - before).ns), 0, axis().nsPerPixel());
}

TEST_F(TimelineViewTest, shiftAndWheelMovesInTime) {
  m_view.setVisibleRange({{200'000}, {400'000}});
  wheel({700, 200}, {0, -120}, Qt::ShiftModifier);
  EXPECT_GT(m_view.visibleRange().begin, Time{200'000});
  EXPECT_EQ(m_view.visibleRange().length(), Duration{200'000});
}

TEST_F(TimelineViewTest, aSidewaysWheelMovesInTime) {
  m_view.setVisibleRange({{200'000}, {400'000}});
  wheel({700, 200}, {120, 0}, {});
  EXPECT_LT(m_view.visibleRange().begin, Time{200'000});
}

TEST_F(TimelineViewTest, draggingTakesTheTimeAlong) {
  m_view.setVisibleRange({{200'000}, {400'000}});
  const Time grabbed = timeAt({700, 300});
  drag(m_canvas, {700, 300}, {500, 300}, Qt::LeftButton);
  EXPECT_NEAR(static_cast<double>((timeAt({500, 300}) - grabbed).ns), 0, axis().nsPerPixel());
  EXPECT_EQ(m_view.selection(), SpanId::none);
}

TEST_F(TimelineViewTest, aBoxByTheRightButtonZoomsToIt) {
  const TimeRange wanted{timeAt({400, 200}), timeAt({600, 200})};
  drag(m_canvas, {600, 200}, {400, 220}, Qt::RightButton);
  EXPECT_EQ(m_view.visibleRange(), wanted);
  EXPECT_FALSE(m_view.chosenRange());
}

TEST_F(TimelineViewTest, lettersZoomAndMove) {
  m_view.setVisibleRange({{400'000}, {600'000}});
  QTest::keyClick(m_canvas, Qt::Key_W);
  const TimeRange zoomedIn = m_view.visibleRange();
  EXPECT_LT(zoomedIn.length(), Duration{200'000});
  QTest::keyClick(m_canvas, Qt::Key_D);
  EXPECT_GT(m_view.visibleRange().begin, zoomedIn.begin);
  QTest::keyClick(m_canvas, Qt::Key_A);
  QTest::keyClick(m_canvas, Qt::Key_A);
  EXPECT_LT(m_view.visibleRange().begin, zoomedIn.begin);
  QTest::keyClick(m_canvas, Qt::Key_S);
  EXPECT_GT(m_view.visibleRange().length(), zoomedIn.length());
}

TEST_F(TimelineViewTest, aHeldLetterGoesOnUntilItIsLetGo) {
  m_view.setVisibleRange({{400'000}, {600'000}});
  QTest::keyPress(m_canvas, Qt::Key_D);
  const TimeRange first = m_view.visibleRange();
  ASSERT_TRUE(QTest::qWaitFor([&] { return m_view.visibleRange().begin > first.begin; }, 10000));
  QTest::keyRelease(m_canvas, Qt::Key_D);
  const TimeRange last = m_view.visibleRange();
  EXPECT_FALSE(QTest::qWaitFor([&] { return m_view.visibleRange() != last; }, 60));
}

TEST_F(TimelineViewTest, theMinimapsWindowCanBeMovedAndStretched) {
  m_view.setVisibleRange({{300'000}, {500'000}});
  const QRectF window = m_minimap->windowRect();
  const QPoint inside = window.center().toPoint();
  drag(m_minimap, inside, inside + QPoint(100, 0), Qt::LeftButton);
  EXPECT_GT(m_view.visibleRange().begin, Time{350'000});
  EXPECT_EQ(m_view.visibleRange().length(), Duration{200'000});
  const QRectF moved = m_minimap->windowRect();
  const QPoint edge(static_cast<int>(moved.right()) - 1, inside.y());
  drag(m_minimap, edge, edge + QPoint(50, 0), Qt::LeftButton);
  EXPECT_GT(m_view.visibleRange().length(), Duration{220'000});
}

TEST_F(TimelineViewTest, aClickOnTheMinimapJumps) {
  m_view.setVisibleRange({{0}, {50'000}});
  QTest::mouseClick(m_minimap, Qt::LeftButton, {}, QPoint(m_minimap->width() - 30, 20));
  EXPECT_GT(m_view.visibleRange().begin, Time{800'000});
  EXPECT_EQ(m_view.visibleRange().length(), Duration{50'000});
}

}  // namespace
}  // namespace kernline::ui
