// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/charts/timeline_palette.h"

#include <QFont>
#include <QPainter>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QString>

#include <vector>

namespace kernline::ui {

/// Facts about the item under the pointer.
struct HoverCard {
  struct Fact {
    QString label;
    QString value;
  };
  QString title;
  std::vector<Fact> facts;

  [[nodiscard]] bool isEmpty() const { return title.isEmpty(); }
  /// The size it needs in `font`; titles wrap.
  [[nodiscard]] QSize sizeIn(const QFont& font) const;
  /// The place of the card next to a pointer, within a canvas.
  [[nodiscard]] QRect rectBeside(QPoint pointer, QSize canvas, const QFont& font) const;
  void paint(QPainter& painter, QRect rect, const QFont& font, const TimelinePalette& palette) const;
  /// The whole as plain text, one fact a line.
  [[nodiscard]] QString text() const;
};

/// Name, duration, start, category, track, and for device activity what launched it, how long before, and for which
/// operator; for a call what it launched.
[[nodiscard]] HoverCard describeSpan(const Trace& trace, SpanId span);
/// The value that holds at `time`.
[[nodiscard]] HoverCard describeCounter(const Trace& trace, CounterId counter, Time time);
[[nodiscard]] HoverCard describeInstant(const Trace& trace, const Instant& instant);
[[nodiscard]] HoverCard describeStep(const Trace& trace, const Step& step);

/// A counter's value with its unit: "1.50 GiB", "87 %".
[[nodiscard]] QString counterValueText(const Trace& trace, const Counter& counter, double value);
/// "GPU memory · allocated".
[[nodiscard]] QString counterTitle(const Trace& trace, const Counter& counter);

}  // namespace kernline::ui
