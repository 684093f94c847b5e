// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline under real hands: mouse, wheel and keys on a shown widget.
#include "ui/views/timeline/timeline_view.h"
#include "tests/support/trace_query.h"
#include "tests/ui/views/timeline/timeline_fixture.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QSignalSpy>
#include <QTest>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::sketch;

TEST_F(TimelineViewTest, theWholeTraceIsInSightAtFirst) {
  EXPECT_LE(m_view.visibleRange().begin, m_trace->bounds().begin);
  EXPECT_GE(m_view.visibleRange().end, m_trace->bounds().end);
}

TEST_F(TimelineViewTest, aClickSelectsWhatItHits) {
  QSignalSpy selected(&m_view, &TimelineView::selectionChanged);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(span("k3")));
  EXPECT_EQ(m_view.selection(), span("k3"));
  ASSERT_EQ(selected.count(), 1);
  EXPECT_EQ(selected.at(0).at(0).value<SpanId>(), span("k3"));
}

TEST_F(TimelineViewTest, aClickBesideEverythingSelectsNothing) {
  m_view.select(span("k3"), false);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(600, m_canvas->height() - 10));
  EXPECT_EQ(m_view.selection(), SpanId::none);
}

TEST_F(TimelineViewTest, theCardGoesWithAClickAndWithWhatMovesTheView) {
  const auto point = [&] {
    QTest::mouseMove(m_canvas, placeOf(span("k2")) + QPoint(1, 0));
    QTest::mouseMove(m_canvas, placeOf(span("k2")));
    EXPECT_FALSE(m_canvas->hoverCard().isEmpty());
  };
  point();
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(span("k2")));
  EXPECT_TRUE(m_canvas->hoverCard().isEmpty());
  point();
  QTest::keyClick(m_canvas, Qt::Key_W);
  EXPECT_TRUE(m_canvas->hoverCard().isEmpty());
}

TEST_F(TimelineViewTest, theRightButtonAsksForAMenuOfWhatItHitsUnlessItDrags) {
  QSignalSpy asked(&m_view, &TimelineView::spanMenuRequested);
  QTest::mouseClick(m_canvas, Qt::RightButton, {}, placeOf(span("k3")));
  EXPECT_EQ(asked.count(), 1);
  EXPECT_EQ(m_view.selection(), span("k3"));
  const TimeRange before = m_view.visibleRange();
  drag(m_canvas, placeOf(span("k3")), placeOf(span("k6")), Qt::RightButton);
  EXPECT_EQ(asked.count(), 1);
  EXPECT_LT(m_view.visibleRange().length(), before.length());
  QTest::mouseClick(m_canvas, Qt::RightButton, {}, QPoint(600, m_canvas->height() - 10));
  EXPECT_EQ(asked.count(), 1) << "there is nothing";
}

TEST_F(TimelineViewTest, thePointerShowsNameAndLaunch) {
  QSignalSpy hovered(&m_view, &TimelineView::hoverChanged);
  QTest::mouseMove(m_canvas, placeOf(span("k2")) + QPoint(1, 0));
  QTest::mouseMove(m_canvas, placeOf(span("k2")));
  EXPECT_EQ(m_view.scene().selection().hovered(), span("k2"));
  EXPECT_GE(hovered.count(), 1);
  const QString card = m_canvas->hoverCard().text();
  EXPECT_TRUE(card.startsWith("k2")) << card.toStdString();
  EXPECT_TRUE(card.contains("Duration: 50")) << card.toStdString();
  EXPECT_TRUE(card.contains("Launched by: launch2")) << card.toStdString();
  EXPECT_TRUE(card.contains("Launch to start: 15")) << card.toStdString();
  EXPECT_TRUE(card.contains("Operator: op2")) << card.toStdString();
}

TEST_F(TimelineViewTest, fFitsTheSelectionAndZeroTheWhole) {
  m_view.select(span("k4"), false);
  QTest::keyClick(m_canvas, Qt::Key_F);
  const TimeRange fitted = m_view.visibleRange();
  EXPECT_TRUE(fitted.contains(m_trace->start(span("k4"))));
  EXPECT_LT(fitted.length().ns, 4 * 50'000);
  QTest::keyClick(m_canvas, Qt::Key_0);
  EXPECT_GE(m_view.visibleRange().length(), m_trace->bounds().length());
}

TEST_F(TimelineViewTest, arrowsWalkAlongAndAcrossLanes) {
  m_view.select(span("op5"), false);
  QTest::keyClick(m_canvas, Qt::Key_Right);
  EXPECT_EQ(m_view.selection(), span("op6"));
  QTest::keyClick(m_canvas, Qt::Key_Down);
  EXPECT_EQ(m_view.selection(), span("launch6"));
  QTest::keyClick(m_canvas, Qt::Key_Left);
  EXPECT_EQ(m_view.selection(), span("launch5"));
  QTest::keyClick(m_canvas, Qt::Key_Up);
  EXPECT_EQ(m_view.selection(), span("op5"));
  QTest::keyClick(m_canvas, Qt::Key_Tab);
  EXPECT_EQ(m_view.selection(), span("op6"));
  QTest::keyClick(m_canvas, Qt::Key_Backtab);
  EXPECT_EQ(m_view.selection(), span("op5"));
}

TEST_F(TimelineViewTest, escapeClearsTheSelection) {
  m_view.select(span("op5"), false);
  QTest::keyClick(m_canvas, Qt::Key_Escape);
  EXPECT_EQ(m_view.selection(), SpanId::none);
}

TEST_F(TimelineViewTest, aDoubleClickFitsAndActivates) {
  QSignalSpy activated(&m_view, &TimelineView::activated);
  QTest::mouseDClick(m_canvas, Qt::LeftButton, {}, placeOf(span("k7")));
  EXPECT_EQ(m_view.selection(), span("k7"));
  EXPECT_EQ(activated.count(), 1);
  EXPECT_LT(m_view.visibleRange().length().ns, 4 * 50'000);
}

TEST_F(TimelineViewTest, revealingBringsASpanIntoSight) {
  m_view.setVisibleRange({{0}, {1'000}});
  m_view.select(span("k9"), true);
  EXPECT_TRUE(m_view.visibleRange().contains(m_trace->start(span("k9"))));
  EXPECT_GT(axis().xOf(m_trace->end(span("k9"))) - axis().xOf(m_trace->start(span("k9"))), 5);
}

TEST_F(TimelineViewTest, revealingOpensWhatIsFoldedAway) {
  m_view.scene().arranger().setAllCollapsed(true);
  m_view.select(span("launch3"), true);
  m_view.clearSelection();
  // On its own lane again, below that of the operators: the stream above is still folded, so a little further up.
  const int foldedAway = TimelineLayout::laneHeight - TimelineLayout::collapsedHeight;
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(span("launch3")) - QPoint(0, foldedAway));
  EXPECT_EQ(m_view.selection(), span("launch3"));
}

TEST_F(TimelineViewTest, theWheelScrollsRows) {
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    rows += fmt::format("gpu 0/{0}: k{0} 0+1\n", i);
  }
  m_view.setTrace(sketch(rows));
  const QPoint at(700, m_canvas->tracksRect().top() + TimelineLayout::headerHeight + 6 * 22 + 4);
  QTest::mouseMove(m_canvas, at);
  const SpanId before = m_view.scene().selection().hovered();
  const TimeRange range = m_view.visibleRange();
  wheel(at, {0, -120}, {});
  EXPECT_EQ(m_view.visibleRange(), range);
  EXPECT_GT(m_view.scene().selection().hovered(), before);
  wheel(at, {0, 120}, {});
  EXPECT_EQ(m_view.scene().selection().hovered(), before);
}

TEST_F(TimelineViewTest, aViewThatNobodyMovedGoesOnShowingTheWhole) {
  const auto whole = sketch("gpu 0/7: longer 0+9000");
  m_view.setTrace(whole, true);
  EXPECT_GE(m_view.visibleRange().end, whole->bounds().end);
}

TEST_F(TimelineViewTest, foldsOutliveThePreview) {
  const TimelineLayout layout(*m_trace, Arrangement(*m_trace));
  const TimelineRow* row = layout.rowOf(m_trace->trackOf(span("launch3")));
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(20, m_canvas->tracksRect().top() + row->top + 8));
  m_view.setTrace(tenKernels(), true);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(span("launch3")));
  EXPECT_EQ(m_view.selection(), SpanId::none) << "the lane is still gone";
}

TEST_F(TimelineViewTest, shiftAndArrowsWalkAlongAName) {
  m_view.setTrace(sketch(R"(
    gpu 0/7: gemm 0+10
    gpu 0/7: softmax 20+10
    gpu 0/7: gemm 40+10)"));
  m_view.select(SpanId{0}, false);
  QTest::keyClick(m_canvas, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(m_view.selection(), SpanId{2});
  QTest::keyClick(m_canvas, Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(m_view.selection(), SpanId{0});
}

TEST_F(TimelineViewTest, theTriangleFoldsATrack) {
  const QPoint launch = placeOf(span("launch3"));
  const TimelineLayout layout(*m_trace, Arrangement(*m_trace));
  const TimelineRow* row = layout.rowOf(m_trace->trackOf(span("launch3")));
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(20, m_canvas->tracksRect().top() + row->top + 8));
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, launch);
  EXPECT_EQ(m_view.selection(), SpanId::none) << "the lane is gone";
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(20, m_canvas->tracksRect().top() + row->top + 8));
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, launch);
  EXPECT_EQ(m_view.selection(), span("launch3"));
}

TEST_F(TimelineViewTest, theEdgeOfTheNamesCanBeDragged) {
  const int before = m_canvas->tracksRect().left();
  drag(m_canvas, {before, 200}, {before + 80, 200}, Qt::LeftButton);
  EXPECT_EQ(m_canvas->tracksRect().left(), before + 80);
}

TEST_F(TimelineViewTest, aPreviewGivesWayWithoutMovingTheView) {
  m_view.setVisibleRange({{200'000}, {400'000}});
  m_view.select(span("k3"), false);
  const auto whole = tenKernels();
  m_view.setTrace(whole, true);
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{200'000}, {400'000}}));
  EXPECT_EQ(whole->nameText(m_view.selection()), "k3");
}

TEST_F(TimelineViewTest, anotherTraceStartsAfresh) {
  m_view.setVisibleRange({{200'000}, {400'000}});
  m_view.select(span("k3"), false);
  QSignalSpy selected(&m_view, &TimelineView::selectionChanged);
  const auto other = tenKernels(10'000);
  m_view.setTrace(other);
  EXPECT_EQ(m_view.selection(), SpanId::none);
  EXPECT_EQ(selected.count(), 1);
  EXPECT_GE(m_view.visibleRange().end, other->bounds().end);
}

TEST_F(TimelineViewTest, anIndexOfAnotherTraceIsIgnored) {
  m_view.setIndex(QueryIndex::build(tenKernels()));
  QTest::mouseMove(m_canvas, placeOf(span("k2")));
  EXPECT_FALSE(m_view.grab().isNull());
}

TEST_F(TimelineViewTest, anEmptyTraceAndNoneArePainted) {
  m_view.setTrace(sketch(""));
  EXPECT_FALSE(m_view.grab().isNull());
  m_view.setTrace(nullptr);
  EXPECT_FALSE(m_view.grab().isNull());
  QTest::keyClick(m_canvas, Qt::Key_W);
  wheel({700, 200}, {0, 120}, Qt::ControlModifier);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(700, 200));
  EXPECT_EQ(m_view.selection(), SpanId::none);
}

TEST_F(TimelineViewTest, aScreenReaderHearsTheSelection) {
  EXPECT_EQ(m_canvas->accessibleName(), "Timeline");
  m_view.select(span("k3"), false);
  EXPECT_TRUE(m_canvas->accessibleDescription().startsWith("k3"));
}

}  // namespace
}  // namespace kernline::ui
