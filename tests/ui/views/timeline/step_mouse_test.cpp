// SPDX-License-Identifier: GPL-3.0-or-later
// Steps under the mouse and the keys: selecting, zooming, choosing ranges of them.
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/says.h"
#include "tests/support/trace_query.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/step_rows.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

using test::spanNamed;

/// A shown timeline of a second with a row of work; steps are added by the tests.
class Steps : public ::testing::Test {
 protected:
  Steps() { m_made.span(m_stream, SpanKind::Kernel, "work", 0, 1'000'000'000); }

  void step(std::int64_t begin, std::int64_t end, const std::string& name) {
    m_made.span(m_thread, SpanKind::Annotation, name, begin, end - begin);
  }
  void show() {
    m_trace = m_made.build();
    m_view.resize(1220, 400);
    m_view.setTrace(m_trace);
    m_view.setIndex(QueryIndex::build(m_trace));
    m_view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    m_canvas = m_view.findChild<TimelineCanvas*>();
    m_canvas->setFocus();
    m_canvas->grab();
  }
  [[nodiscard]] std::optional<std::size_t> selectedStep() const { return m_view.scene().selection().step(); }
  [[nodiscard]] std::optional<StepStretch> chosenSteps() const { return m_view.scene().chosen().steps(); }
  /// Steps without spans, as repeating kernels are.
  void showRounds(const std::vector<TimeRange>& ranges) {
    show();
    auto found = std::make_shared<FoundSteps>();
    found->source = StepSource::Rounds;
    found->name = "work";
    for (const TimeRange range : ranges) {
      found->steps.push_back({.name = m_trace->name(SpanId{0}), .range = range});
    }
    m_view.scene().setSteps(std::move(found));
    m_canvas->grab();
  }
  void showFourSteps() {
    for (std::int64_t i = 0; i < 4; ++i) {
      step(i * 200'000'000, i * 200'000'000 + 150'000'000, "ProfilerStep#" + std::to_string(i + 7));
    }
    show();
  }

  /// In the middle of the lone row of steps.
  [[nodiscard]] QPoint at(std::int64_t time, int y = StepRows::loneHeight / 2) const {
    const QRect tracks = m_canvas->tracksRect();
    return {tracks.left() + static_cast<int>(TimeAxis(m_view.visibleRange(), tracks.width()).xOf({time})),
            tracks.top() - StepRows::loneHeight + y};
  }
  void click(QPoint place, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(m_canvas, Qt::LeftButton, modifiers, place);
  }
  void drag(QPoint from, QPoint to) {
    QTest::mousePress(m_canvas, Qt::LeftButton, {}, from);
    for (const int part : {1, 2, 3, 4}) {
      const QPoint place = from + (to - from) * part / 4;
      QMouseEvent move(QEvent::MouseMove, place, m_canvas->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(m_canvas, &move);
    }
    QTest::mouseRelease(m_canvas, Qt::LeftButton, {}, to);
  }
  [[nodiscard]] std::string selected() const {
    return selectedStep() ? std::string(m_view.scene().steps().name(*selectedStep())) : "";
  }

  test::HandMadeTrace m_made;
  TrackId m_stream = m_made.track(m_made.process("0", 0), "7", TrackKind::Stream);
  TrackId m_thread = m_made.track(m_made.process("1"), "1", TrackKind::Thread);
  std::shared_ptr<const Trace> m_trace;
  TimelineView m_view;
  TimelineCanvas* m_canvas = nullptr;
};

TEST_F(Steps, areSelectedByAClickWithTheirAnnotation) {
  showFourSteps();
  QSignalSpy told(&m_view.scene().selection(), &TimelineSelection::stepChanged);
  click(at(300'000'000));
  EXPECT_EQ(selected(), "ProfilerStep#8");
  EXPECT_EQ(m_view.selection(), spanNamed(*m_trace, "ProfilerStep#8"));
  EXPECT_FALSE(m_view.chosenRange());
  EXPECT_EQ(told.count(), 1);
  m_view.select(spanNamed(*m_trace, "work"), false);
  EXPECT_EQ(selected(), "");
  m_view.select(spanNamed(*m_trace, "ProfilerStep#9"), false);
  EXPECT_EQ(selected(), "ProfilerStep#9") << "its annotation was selected elsewhere";
}

TEST_F(Steps, areZoomedToByADoubleClick) {
  showFourSteps();
  const QPoint place = at(300'000'000);
  click(place);
  QTest::mouseDClick(m_canvas, Qt::LeftButton, {}, place);
  EXPECT_EQ(m_view.visibleRange(), withMargin({{200'000'000}, {350'000'000}}, 0.05));
  EXPECT_EQ(selected(), "ProfilerStep#8");
}

TEST_F(Steps, betweenTwoClicksAreARangeWithShift) {
  showFourSteps();
  click(at(500'000'000));
  click(at(20'000'000), Qt::ShiftModifier);
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{0}, {550'000'000}}));
  EXPECT_EQ(chosenSteps(), std::optional(StepStretch{0, 2}));
  EXPECT_EQ(selected(), "ProfilerStep#9") << "the range begins there still";
  click(at(700'000'000), Qt::ShiftModifier);
  EXPECT_EQ(chosenSteps(), std::optional(StepStretch{2, 3}));
  click(at(20'000'000));
  EXPECT_FALSE(m_view.chosenRange());
}

TEST_F(Steps, underADragAreARange) {
  showFourSteps();
  drag(at(210'000'000), at(760'000'000));  // ends in the gap behind the last
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{200'000'000}, {750'000'000}}));
  EXPECT_EQ(chosenSteps(), std::optional(StepStretch{1, 3}));
  drag(at(620'000'000), at(20'000'000));
  EXPECT_EQ(chosenSteps(), std::optional(StepStretch{0, 3})) << "backwards";
  m_view.chooseRange(TimeRange{{0}, {10}});
  EXPECT_FALSE(chosenSteps());
}

TEST_F(Steps, doNotTakeADragOnTheRulerAboveThem) {
  showFourSteps();
  drag(at(210'000'000, -10), at(640'000'000, -10));
  ASSERT_TRUE(m_view.chosenRange());
  EXPECT_FALSE(chosenSteps());
  EXPECT_EQ(selected(), "");
}

TEST_F(Steps, withoutSpansAreSelectedAndWalkedToo) {
  showRounds({{{0}, {100'000'000}}, {{100'000'000}, {200'000'000}}, {{200'000'000}, {300'000'000}}});
  click(at(150'000'000));
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(1));
  EXPECT_EQ(m_view.selection(), SpanId::none);
  QTest::keyClick(m_canvas, Qt::Key_Right);
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(2));
  QTest::keyClick(m_canvas, Qt::Key_Right);
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(2)) << "there is no next one";
  chooseSelection(m_view.scene());
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{200'000'000}, {300'000'000}}));
  fitSelection(m_view.scene());
  EXPECT_EQ(m_view.visibleRange(), withMargin({{200'000'000}, {300'000'000}}, 0.05));
  QTest::keyClick(m_canvas, Qt::Key_Escape);
  EXPECT_FALSE(selectedStep());
}

TEST_F(Steps, areWalkedToFromTheFirstInSightAndStayInSight) {
  showFourSteps();
  m_view.setVisibleRange({{380'000'000}, {580'000'000}});
  walkSteps(m_view.scene(), true);
  EXPECT_EQ(selected(), "ProfilerStep#9");
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{380'000'000}, {580'000'000}})) << "it is in sight";
  walkSteps(m_view.scene(), true);
  EXPECT_EQ(selected(), "ProfilerStep#10");
  EXPECT_EQ(m_view.visibleRange(), (TimeRange{{575'000'000}, {775'000'000}}));
  fitSelection(m_view.scene());
  walkSteps(m_view.scene(), false);
  EXPECT_EQ(m_view.visibleRange(), withMargin({{400'000'000}, {550'000'000}}, 0.05)) << "it fills the view again";
}

TEST_F(Steps, areWalkedBackToFromTheLastInSight) {
  showFourSteps();
  walkSteps(m_view.scene(), true);
  const std::string first = selected();
  m_view.clearSelection();
  walkSteps(m_view.scene(), false);
  EXPECT_EQ(selected(), "ProfilerStep#10");
  for (int i = 0; i < 3; ++i) {
    walkSteps(m_view.scene(), false);
  }
  EXPECT_EQ(selected(), first) << "of all four, the first";
}

TEST_F(Steps, thatLieInOthersAreBelowThem) {
  step(0, 800'000'000, "epoch 1");
  step(0, 300'000'000, "batch 1");
  step(300'000'000, 600'000'000, "batch 2");
  show();
  click(at(100'000'000, 2));
  EXPECT_EQ(selected(), "epoch 1");
  click(at(100'000'000, 12));
  EXPECT_EQ(selected(), "batch 1");
  click(at(700'000'000, 12));
  EXPECT_EQ(selected(), "epoch 1") << "no batch is there";
  const QImage picture = m_canvas->grab().toImage();
  EXPECT_NE(picture.pixel(at(290'000'000, 15)), picture.pixel(at(310'000'000, 15))) << "both batches are drawn";
}

TEST_F(Steps, thatOverlapAreAllReached) {
  showRounds({{{0}, {300'000'000}}, {{200'000'000}, {500'000'000}}, {{400'000'000}, {600'000'000}}});
  const auto reached = [&](std::int64_t time, int y) {
    click(at(time, y));
    return selectedStep().value_or(99);
  };
  EXPECT_EQ(reached(250'000'000, 2), 0U);
  EXPECT_EQ(reached(250'000'000, 12), 1U);
  EXPECT_EQ(reached(450'000'000, 12), 1U);
  EXPECT_EQ(reached(450'000'000, 2), 2U);
}

TEST_F(Steps, withoutLengthAreDrawnAndCanBeHit) {
  showRounds({{{100'000'000}, {100'000'000}}, {{500'000'000}, {500'000'000}}});
  click(at(500'000'000) + QPoint(2, 0));
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(1));
  click(at(300'000'000), Qt::ShiftModifier);
  EXPECT_FALSE(m_view.chosenRange()) << "nothing is there";
  click(at(500'000'000), Qt::ShiftModifier);
  EXPECT_FALSE(m_view.chosenRange()) << "no time is no range";
  const QImage picture = m_canvas->grab().toImage();
  EXPECT_NE(picture.pixel(at(100'000'000)), picture.pixel(at(100'000'000) + QPoint(6, 0)));
}

TEST_F(Steps, byTheHundredThousandAreDrawnByThePixel) {
  std::vector<TimeRange> ranges;
  for (std::int64_t i = 0; i < 300'000; ++i) {
    ranges.push_back({{i * 3'000}, {i * 3'000 + 1'000}});
  }
  ranges.push_back({{900'000'500}, {980'000'000}});  // begins in the pixel of a short one
  showRounds(ranges);
  m_canvas->grab();
  QElapsedTimer timer;
  timer.start();
  constexpr int frames = 20;
  for (int i = 0; i < frames; ++i) {
    m_canvas->grab();
  }
  EXPECT_LT(timer.elapsed() / frames, 40) << "ms a frame";
  const QImage picture = m_canvas->grab().toImage();
  EXPECT_EQ(picture.pixel(at(930'000'000, 2)), picture.pixel(at(960'000'000, 2)));
  EXPECT_NE(picture.pixel(at(930'000'000, 2)), picture.pixel(at(990'000'000, 2))) << "the long one is there";
  click(at(950'000'000));
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(300'000));
}

TEST_F(Steps, thatSomebodyElseFoundReplaceThoseOfTheTraceAndSayHow) {
  showFourSteps();
  EXPECT_EQ(m_view.scene().steps().all().size(), 4U);
  const int top = m_canvas->tracksRect().top();
  QSignalSpy menu(&m_view, &TimelineView::stepsMenuRequested);
  m_view.scene().setSteps(std::make_shared<const FoundSteps>(
      FoundSteps{.source = StepSource::Annotation, .name = "train", .steps = {m_trace->steps()[1]}, .share = 0.97}));
  EXPECT_EQ(m_view.scene().steps().all().size(), 1U);
  QTest::mouseMove(m_canvas, QPoint(20, top - 8));
  EXPECT_THAT(m_canvas->hoverCard().text(), test::mentions("found-by-annotation", "train"));
  EXPECT_TRUE(m_canvas->hoverCard().text().contains(QStringLiteral("97")));
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(20, top - 8));
  EXPECT_EQ(menu.count(), 1);
  QTest::mouseClick(m_canvas, Qt::RightButton, {}, at(250'000'000));
  EXPECT_EQ(menu.count(), 2);
  m_view.scene().setSteps(std::make_shared<const FoundSteps>());
  EXPECT_EQ(m_canvas->tracksRect().top(), top - StepRows::loneHeight) << "no steps, no row";
}

TEST_F(Steps, thatAreMeasuredAnewStaySelectedAtTheirNewTime) {
  showFourSteps();
  click(at(300'000'000));
  QSignalSpy told(&m_view.scene().selection(), &TimelineSelection::stepChanged);
  FoundSteps found{.source = StepSource::Recorded,
                   .name = "ProfilerStep#",
                   .steps = {m_trace->steps().begin(), m_trace->steps().end()}};
  for (const Step& step : found.steps) {
    found.onDevices.push_back({step.range.begin + Duration{100'000'000}, step.range.end + Duration{100'000'000}});
  }
  m_view.scene().setSteps(std::make_shared<const FoundSteps>(std::move(found)));
  EXPECT_EQ(told.count(), 1) << "whatever shows its length shows the new one";
  EXPECT_EQ(selected(), "ProfilerStep#8");
  chooseSelection(m_view.scene());
  EXPECT_EQ(m_view.chosenRange(), std::optional(TimeRange{{300'000'000}, {450'000'000}}));
  click(at(200'000'000));
  EXPECT_EQ(selected(), "ProfilerStep#7") << "which is there now";
}

}  // namespace
}  // namespace kernline::ui
