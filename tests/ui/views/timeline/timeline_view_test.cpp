// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline under real hands: mouse, wheel and keys on a shown widget.
#include "ui/views/timeline/timeline_view.h"

#include "tests/core/analysis/query/small_trace.h"
#include "ui/views/timeline/minimap.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_layout.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::named;
using test::SmallTrace;

/// A device with kernels "k0" … "k9" of 50 µs every 100 µs, launched by calls in operators on a thread.
std::shared_ptr<const Trace> tenKernels(std::int64_t length = 50'000) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  const TrackId thread = small.thread(small.process("python"), "1");
  for (std::uint32_t i = 0; i < 10; ++i) {
    const std::int64_t at = std::int64_t{i} * 100'000;
    const std::string number = std::to_string(i);
    small.span(stream, at + 20'000, length, "k" + number, SpanKind::Kernel, i + 1);
    small.span(thread, at, 60'000, "op" + number, SpanKind::Op);
    small.span(thread, at + 5'000, 10'000, "launch" + number, SpanKind::Runtime, i + 1);
  }
  return small.build();
}

class TimelineViewTest : public ::testing::Test {
 protected:
  TimelineViewTest() {
    m_view.resize(1220, 500);
    m_trace = tenKernels();
    m_view.setTrace(m_trace);
    m_view.setIndex(QueryIndex::build(m_trace));
    m_view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    m_canvas = m_view.findChild<TimelineCanvas*>();
    m_minimap = m_view.findChild<Minimap*>();
    m_canvas->setFocus();
  }

  /// Where a time is on the canvas, in the middle of the first lane of a span's row.
  [[nodiscard]] QPoint placeOf(SpanId span) const {
    const TimelineLayout layout(*m_trace, Arrangement(*m_trace));
    const TimelineRow* row = layout.rowOf(m_trace->trackOf(span));
    const auto depth = index(m_trace->laneOf(span)) - m_trace->track(row->track).firstLane;
    const QRect tracks = m_canvas->tracksRect();
    const Time middle = m_trace->start(span) + Duration{m_trace->duration(span).ns / 2};
    return {tracks.left() + static_cast<int>(axis().xOf(middle)),
            tracks.top() + row->top + static_cast<int>(depth) * row->laneHeight + row->laneHeight / 2};
  }

  [[nodiscard]] TimeAxis axis() const { return {m_view.visibleRange(), m_canvas->tracksRect().width()}; }
  [[nodiscard]] Time timeAt(QPoint p) const { return axis().timeAt(p.x() - m_canvas->tracksRect().left()); }
  [[nodiscard]] SpanId span(std::string_view name) const { return named(*m_trace, name); }

  void wheel(QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(at, m_canvas->mapToGlobal(at), QPoint(), angle, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(m_canvas, &event);
  }

  void drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(widget, button, modifiers, from);
    for (const int part : {1, 2, 3, 4}) {
      const QPoint at = from + (to - from) * part / 4;
      QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, button, modifiers);
      QApplication::sendEvent(widget, &move);
    }
    QTest::mouseRelease(widget, button, modifiers, to);
  }

  std::shared_ptr<const Trace> m_trace;
  TimelineView m_view;
  TimelineCanvas* m_canvas = nullptr;
  Minimap* m_minimap = nullptr;
};

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
  EXPECT_EQ(m_view.hovered(), span("k2"));
  EXPECT_GE(hovered.count(), 1);
  const QString card = m_canvas->hoverCard().text();
  EXPECT_TRUE(card.startsWith("k2")) << card.toStdString();
  EXPECT_TRUE(card.contains("Duration: 50")) << card.toStdString();
  EXPECT_TRUE(card.contains("Launched by: launch2")) << card.toStdString();
  EXPECT_TRUE(card.contains("Launch to start: 15")) << card.toStdString();
  EXPECT_TRUE(card.contains("Operator: op2")) << card.toStdString();
}

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
  m_view.setAllCollapsed(true);
  m_view.select(span("launch3"), true);
  m_view.clearSelection();
  // On its own lane again, below that of the operators: the stream above is still folded, so a little further up.
  const int foldedAway = TimelineLayout::laneHeight - TimelineLayout::collapsedHeight;
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(span("launch3")) - QPoint(0, foldedAway));
  EXPECT_EQ(m_view.selection(), span("launch3"));
}

TEST_F(TimelineViewTest, theWheelScrollsRows) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  for (int i = 0; i < 60; ++i) {
    small.span(small.stream(gpu, std::to_string(i)), 0, 1'000, "k" + std::to_string(i));
  }
  m_view.setTrace(small.build());
  const QPoint at(700, m_canvas->tracksRect().top() + TimelineLayout::headerHeight + 6 * 22 + 4);
  QTest::mouseMove(m_canvas, at);
  const SpanId before = m_view.hovered();
  const TimeRange range = m_view.visibleRange();
  wheel(at, {0, -120}, {});
  EXPECT_EQ(m_view.visibleRange(), range);
  EXPECT_GT(m_view.hovered(), before);
  wheel(at, {0, 120}, {});
  EXPECT_EQ(m_view.hovered(), before);
}

TEST_F(TimelineViewTest, aViewThatNobodyMovedGoesOnShowingTheWhole) {
  SmallTrace small;
  small.span(small.stream(small.device("GPU"), "7"), 0, 9'000'000, "longer");
  const auto whole = small.build();
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
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 10'000, "gemm");
  small.span(stream, 20'000, 10'000, "softmax");
  small.span(stream, 40'000, 10'000, "gemm");
  m_view.setTrace(small.build());
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
  SmallTrace small;
  m_view.setTrace(small.build());
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
