// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/frame_geometry.h"

#include <QPainter>

#include <optional>

namespace kernline::ui {

/// Overlay on the counter curves of a frame. The painter's origin is the corner of the area of tracks; the frame has
/// `pixelRatio` pixels to one of the painter's.
class CounterOverlay {
 public:
  CounterOverlay(const Trace& trace, const FrameGeometry& frame, TimeRange range, double pixelRatio)
      : m_trace(trace), m_frame(frame), m_range(range), m_ratio(pixelRatio) {}

  /// The ends of each scale, and whether others have the same.
  void paintScales(QPainter& painter, const TimelinePalette& palette) const;
  /// A line at `time`, and on every curve the value there: as a dot and, but for the counter `pointed` at, whose card
  /// has it, as text.
  void paintValues(QPainter& painter, const TimelinePalette& palette, Time time, CounterId pointed) const;
  /// The point of a curve at `time`; nullopt before its first sample.
  [[nodiscard]] std::optional<QPointF> pointOf(const CounterStrip& strip, Time time) const;

 private:
  void paintText(QPainter& painter, const TimelinePalette& palette, QPoint corner, const QString& text) const;
  [[nodiscard]] bool isCut(const CounterStrip& strip, int y) const { return y * m_ratio < strip.clipTop; }

  const Trace& m_trace;
  const FrameGeometry& m_frame;
  TimeRange m_range;
  double m_ratio;
};

}  // namespace kernline::ui
