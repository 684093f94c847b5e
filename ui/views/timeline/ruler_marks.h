// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_mark.h"

#include <QFont>
#include <QPainter>

#include <optional>
#include <span>
#include <vector>

namespace kernline::ui {

/// The user's marks in the ruler: a flag at the begin of each, or of its visible part, with as much of its text as
/// there is room before the next, and a bar as long as the interval it marks.
class RulerMarks {
 public:
  RulerMarks(std::span<const TimelineMark> marks, const TimeAxis& axis, const QFont& font);

  /// Paints with the painter's origin at the ruler's corner above the tracks.
  void paint(QPainter& painter, const TimelinePalette& palette) const;
  /// Returns the boxes of the flags, from left to right.
  [[nodiscard]] std::vector<QRectF> boxes() const;
  /// The mark whose flag is at a place in the ruler.
  [[nodiscard]] std::optional<std::size_t> at(double x, double y) const;

 private:
  struct Flag {
    std::size_t mark;
    double left;
    double end;  ///< end of the interval
    QRectF box = {};
    QString text = {};
  };

  std::vector<Flag> m_flags;  // left to right
  QFont m_font;
};

}  // namespace kernline::ui
