// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "ui/views/timeline/minimap.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/timeline_view.h"

#include <QApplication>
#include <QTest>
#include <QWheelEvent>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::ui {

/// A device with kernels "k0" … "k9" of 50 µs every 100 µs, launched by calls in operators on a thread.
inline std::shared_ptr<const Trace> tenKernels(std::int64_t length = 50'000) {
  std::string text = "ns\n";
  for (int i = 0; i < 10; ++i) {
    const int at = i * 100'000;
    text += fmt::format("gpu 0/7: k{0} {1}+{2} <- launch{0} {3}+10000\n cpu 1: op{0} {4}+60000\n", i, at + 20'000,
                        length, at + 5'000, at);
  }
  return test::sketch(text);
}

/// A shown timeline of ten kernels, and hands for it.
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

  /// The place of a time on the canvas, in the middle of the first lane of a span's row.
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
  [[nodiscard]] SpanId span(std::string_view name) const { return test::spanNamed(*m_trace, name); }

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

}  // namespace kernline::ui
