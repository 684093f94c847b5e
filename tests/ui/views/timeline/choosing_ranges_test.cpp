// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a stretch of time with the mouse, measuring between spans, walking back.
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "tests/ui/window/wait.h"
#include "ui/views/timeline/chosen_range_overlay.h"
#include "ui/views/timeline/edge_snap.h"
#include "ui/views/timeline/scene_history.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

using test::spanNamed;

class ChoosingRanges : public ::testing::Test {
 protected:
  ChoosingRanges() {
    m_trace = test::sketch(R"(ns
      gpu 0/7: first 100003+50001
      gpu 0/7: second 400007+100002
      cpu 1: whole 0+600000
      cpu 1: crossing 120004+80000
      counter gpu 0: memory 1000@0)");
    m_view.resize(1220, 400);
    m_view.setTrace(m_trace);
    m_view.setIndex(QueryIndex::build(m_trace));
    m_view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    m_canvas = m_view.findChild<TimelineCanvas*>();
    m_canvas->setFocus();
    m_canvas->grab();  // edges are those of a painted frame
  }

  [[nodiscard]] int xOf(Time time) const {
    const QRect tracks = m_canvas->tracksRect();
    return tracks.left() + static_cast<int>(TimeAxis(m_view.visibleRange(), tracks.width()).xOf(time));
  }
  [[nodiscard]] QPoint placeOf(std::string_view name) const {
    const SpanId span = spanNamed(*m_trace, name);
    const TimelineLayout layout(*m_trace, Arrangement(*m_trace));
    const TimelineRow* row = layout.rowOf(m_trace->trackOf(span));
    return {xOf(m_trace->start(span) + Duration{m_trace->duration(span).ns / 2}),
            m_canvas->tracksRect().top() + row->top + row->laneHeight / 2};
  }

  [[nodiscard]] int topOfCounter() const {
    const TimelineLayout layout(*m_trace, Arrangement(*m_trace));
    const auto row = std::ranges::find(layout.rows(), TimelineRowKind::Counter, &TimelineRow::kind);
    return m_canvas->tracksRect().top() + row->top;
  }

  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(m_canvas, Qt::LeftButton, modifiers, from);
    for (const int part : {1, 2, 3, 4}) {
      const QPoint at = from + (to - from) * part / 4;
      QMouseEvent move(QEvent::MouseMove, at, m_canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
      QApplication::sendEvent(m_canvas, &move);
    }
    QTest::mouseRelease(m_canvas, Qt::LeftButton, modifiers, to);
  }

  std::shared_ptr<const Trace> m_trace;
  TimelineView m_view;
  TimelineCanvas* m_canvas = nullptr;
};

TEST_F(ChoosingRanges, aDragOnTheRulerSnapsToTheEdgesOfSpans) {
  QSignalSpy chosen(&m_view, &TimelineView::chosenRangeChanged);
  drag({xOf({100'003}) - 4, 10}, {xOf({500'009}) + 4, 10});
  ASSERT_TRUE(m_view.chosenRange());
  EXPECT_EQ(*m_view.chosenRange(), (TimeRange{{100'003}, {500'009}}));
  EXPECT_GE(chosen.count(), 1);
}

TEST_F(ChoosingRanges, whereNoEdgeIsNearTheDragIsTakenAsItIs) {
  const TimeAxis axis(m_view.visibleRange(), m_canvas->tracksRect().width());
  const int from = xOf({220'000});
  const int to = xOf({330'000});
  drag({from, 10}, {to, 10});
  ASSERT_TRUE(m_view.chosenRange());
  EXPECT_EQ(m_view.chosenRange()->begin, axis.timeAt(from - m_canvas->tracksRect().left()));
  EXPECT_EQ(m_view.chosenRange()->end, axis.timeAt(to - m_canvas->tracksRect().left()));
}

TEST_F(ChoosingRanges, endWhereTheRecordingDoes) {
  m_view.chooseRange(TimeRange{{500'000}, {900'000}});
  EXPECT_EQ(m_view.chosenRange(), (TimeRange{{500'000}, {600'000}}));
}

TEST_F(ChoosingRanges, controlTurnsSnappingOff) {
  const int to = xOf({500'009}) + 4;
  drag({xOf({220'000}), 10}, {to, 10}, Qt::ControlModifier);
  ASSERT_TRUE(m_view.chosenRange());
  EXPECT_NE(m_view.chosenRange()->end, Time{500'009});
}

TEST_F(ChoosingRanges, shiftChoosesAmongTheTracksToo) {
  const TimeRange before = m_view.visibleRange();
  drag({xOf({100'003}) + 3, placeOf("first").y()}, {xOf({400'007}) - 3, placeOf("first").y() + 30}, Qt::ShiftModifier);
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{100'003}, {400'007}}));
  EXPECT_EQ(m_view.visibleRange(), before);
}

TEST_F(ChoosingRanges, anEdgeCanBeTakenAndMoved) {
  m_view.chooseRange(TimeRange{{100'003}, {300'000}});
  drag({xOf({300'000}), 10}, {xOf({400'007}), 10});
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{100'003}, {400'007}}));
  drag({xOf({100'003}), 10}, {xOf({500'009}), 10});  // past the other edge
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{400'007}, {500'009}}));
}

TEST_F(ChoosingRanges, aClickOnTheRulerLetsGo) {
  m_view.chooseRange(TimeRange{{100'003}, {300'000}});
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(xOf({550'000}), 10));
  EXPECT_FALSE(m_view.chosenRange());
}

TEST_F(ChoosingRanges, aShiftClickMeasuresFromTheSelection) {
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf("second"));
  QTest::mouseClick(m_canvas, Qt::LeftButton, Qt::ShiftModifier, placeOf("first"));
  ASSERT_TRUE(m_view.scene().chosen().measurement());
  EXPECT_EQ(*m_view.scene().chosen().measurement(),
            (Measurement{spanNamed(*m_trace, "first"), spanNamed(*m_trace, "second")}));
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{100'003}, {500'009}}));
  EXPECT_EQ(gapText(*m_trace, *m_view.scene().chosen().measurement()).toStdString(), "gap 250.0 µs");
  EXPECT_EQ(m_view.selection(), spanNamed(*m_trace, "second"));
}

TEST_F(ChoosingRanges, spansWithinEachOtherOverlapForAsLongAsBothRun) {
  for (const bool fromOuter : {true, false}) {
    QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf(fromOuter ? "whole" : "first"));
    QTest::mouseClick(m_canvas, Qt::LeftButton, Qt::ShiftModifier, placeOf(fromOuter ? "first" : "whole"));
    ASSERT_TRUE(m_view.scene().chosen().measurement());
    EXPECT_EQ(gapText(*m_trace, *m_view.scene().chosen().measurement()).toStdString(), "overlap 50.00 µs");
  }
}

TEST_F(ChoosingRanges, spansThatCrossOverlapFromTheLastStartToTheFirstEnd) {
  const Measurement crossing{spanNamed(*m_trace, "first"), spanNamed(*m_trace, "crossing")};
  EXPECT_EQ(gapText(*m_trace, crossing).toStdString(), "overlap 30.00 µs");
}

TEST_F(ChoosingRanges, theLengthOfAMeasurementStaysLegibleBesideTheValueOfACounter) {
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, placeOf("first"));
  QTest::mouseClick(m_canvas, Qt::LeftButton, Qt::ShiftModifier, placeOf("second"));
  QRect label(0, 0, 40, 10);
  // Place between the end of the first and the second's start.
  label.moveCenter({xOf({275'000}), placeOf("second").y()});
  const QImage before = m_canvas->grab().toImage();
  const QPoint at(xOf({550'000}), topOfCounter() + 10);
  QMouseEvent move(QEvent::MouseMove, at, m_canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
  QApplication::sendEvent(m_canvas, &move);
  const QImage after = m_canvas->grab().toImage();
  ASSERT_NE(before, after) << "the value is shown";
  EXPECT_EQ(before.copy(label), after.copy(label));
}

TEST_F(ChoosingRanges, fZoomsToTheRangeWhileNoSpanIsSelected) {
  m_view.chooseRange(TimeRange{{100'000}, {300'000}});
  QTest::keyClick(m_canvas, Qt::Key_F);
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{90'000}, {310'000}}));
}

TEST_F(ChoosingRanges, anotherTraceForgetsTheRangeAndAReloadKeepsIt) {
  m_view.chooseRange(TimeRange{{100'000}, {300'000}});
  m_view.setTrace(m_trace, true);
  EXPECT_TRUE(m_view.chosenRange());
  m_view.setTrace(m_trace, false);
  EXPECT_FALSE(m_view.chosenRange());
}

TEST_F(ChoosingRanges, aMarkOfAPersonIsReachedByItsFlag) {
  QSignalSpy activated(&m_view, &TimelineView::markActivated);
  m_view.scene().setMarks(
      {{{{200'000}, {200'000}}, QStringLiteral("here")}, {{{300'000}, {320'000}}, QStringLiteral("there")}});
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(xOf({300'000}) + 5, 8));
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated.at(0).at(0).toULongLong(), 1U);
}

TEST_F(ChoosingRanges, theirLengthStandsBesideTheFlagsThatCoverThem) {
  const TimeRange range{{300'000}, {600'000}};
  m_view.scene().setMarks({{{{298'000}, {298'000}}, QStringLiteral("just before")}, {range, QString(200, u'w')}});
  const QRect besideFlags(xOf({298'000}) - 60, 2, 58, 14);
  const QImage before = m_canvas->grab(besideFlags).toImage();
  m_view.chooseRange(range);
  EXPECT_NE(before, m_canvas->grab(besideFlags).toImage());
}

TEST_F(ChoosingRanges, theViewWalksBackToWhereItRested) {
  // A place counts once no timer of the history waits for another one.
  const auto rests = [this] {
    return test::waitUntil([this] {
      return std::ranges::none_of(m_view.history().findChildren<QTimer*>(Qt::FindDirectChildrenOnly),
                                  &QTimer::isActive);
    });
  };
  const TimeRange whole = m_view.visibleRange();
  ASSERT_TRUE(rests());
  m_view.setVisibleRange({{100'000}, {200'000}});
  ASSERT_TRUE(rests());
  m_view.setVisibleRange({{150'000}, {160'000}});
  m_view.history().goBack();
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{100'000}, {200'000}}));
  m_view.history().goBack();
  EXPECT_EQ(m_view.visibleRange(), whole);
  m_view.history().goBack();
  EXPECT_EQ(m_view.visibleRange(), whole);
  m_view.history().goForward();
  m_view.history().goForward();
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{150'000}, {160'000}}));
}

TEST(ViewHistory, aNewPlaceForgetsWhatLayAhead) {
  ViewHistory history;
  for (const std::int64_t begin : {0, 10, 20}) {
    history.visit({.range = {{begin}, {begin + 5}}});
  }
  EXPECT_EQ(history.back()->range.begin, Time{10});
  history.visit({.range = {{50}, {55}}});
  EXPECT_FALSE(history.forward());
  EXPECT_EQ(history.back()->range.begin, Time{10});
}

TEST(ViewHistory, knowsWhetherThereIsAPlaceOnEitherSide) {
  ViewHistory history;
  const ViewPlace first{.range = {{0}, {5}}};
  const ViewPlace second{.range = {{10}, {15}}};
  EXPECT_FALSE(history.hasBefore(first) || history.hasAfter());
  history.visit(first);
  EXPECT_FALSE(history.hasBefore(first));
  EXPECT_TRUE(history.hasBefore(second)) << "the first, once the second is visited";
  history.visit(second);
  EXPECT_TRUE(history.hasBefore(second));
  EXPECT_FALSE(history.hasAfter());
  (void)history.back();
  EXPECT_FALSE(history.hasBefore(first));
  EXPECT_TRUE(history.hasAfter());
}

}  // namespace
}  // namespace kernline::ui
