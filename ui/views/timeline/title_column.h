// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_layout.h"

#include <QFont>
#include <QPainter>

namespace kernline::ui {

/// The names of the rows, left of them.
class TitleColumn {
 public:
  static constexpr int arrowWidth = 18;  ///< width of the area where a click folds

  TitleColumn(const Trace& trace, const TimelineLayout& layout, const TimelinePalette& palette, const QFont& font)
      : m_trace(trace), m_layout(layout), m_palette(palette), m_font(font) {}

  /// Paints the visible rows of the layout into `area`: the first `stuck` pixels of them, and below what is scrolled
  /// there.
  void paint(QPainter& painter, QRect area, int scroll, int stuck) const;
  /// The header of a group, over its rows while they scroll by beneath it.
  void paintHeader(QPainter& painter, QRect rect, const TimelineRow& row) const;
  [[nodiscard]] QString titleOf(const TimelineRow& row) const;
  /// Returns the text of a header of this width: the device's number before its name.
  [[nodiscard]] QString headerText(const TimelineRow& row, int width) const;

 private:
  void paintRows(QPainter& painter, QRect area, int scroll, std::size_t first) const;
  void paintRow(QPainter& painter, QRect rect, const TimelineRow& row) const;
  void paintTrack(QPainter& painter, QRect rect, const TimelineRow& row) const;
  void paintCounter(QPainter& painter, QRect rect, const TimelineRow& row) const;
  void paintNote(QPainter& painter, QRect rect, const TimelineRow& row) const;
  [[nodiscard]] QFont headerFont() const;
  void paintFoldMark(QPainter& painter, QPointF center, bool isCollapsed) const;

  const Trace& m_trace;
  const TimelineLayout& m_layout;
  const TimelinePalette& m_palette;
  QFont m_font;
};

}  // namespace kernline::ui
