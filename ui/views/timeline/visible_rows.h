// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/timeline_layout.h"

#include <QObject>

#include <vector>

namespace kernline::ui {

/// The rows as they are laid out, and the visible part of them, in logical pixels of the area of tracks. Pinned rows
/// stay at the top while the others scroll, unless they leave too little room.
class VisibleRows : public QObject {
  Q_OBJECT

 public:
  [[nodiscard]] const TimelineLayout& layout() const { return m_layout; }
  /// Sets the layout. The topmost visible row stays where it is, if it stays at all.
  void setLayout(TimelineLayout layout);
  /// Restarts with the layout of another trace at a scroll position. Emits no signal: the scene does once it is
  /// complete.
  void restart(TimelineLayout layout, int scroll);

  [[nodiscard]] int height() const { return m_height; }
  void setHeight(int height);
  [[nodiscard]] int scroll() const { return m_scroll; }
  [[nodiscard]] int maxScroll() const;
  void setScroll(int y);
  /// Scrolls until what lies between two heights of the view is visible.
  void scrollTo(int top, int bottom);

  /// Returns the height of the pinned rows that do not scroll.
  [[nodiscard]] int stuckHeight() const;
  [[nodiscard]] int toLayoutY(int viewY) const { return viewY < stuckHeight() ? viewY : viewY + m_scroll; }
  [[nodiscard]] int toViewY(const TimelineRow& row) const {
    return row.top < stuckHeight() ? row.top : row.top - m_scroll;
  }
  /// The row at a height of the view, be it the header that stays above its rows; or nullptr.
  [[nodiscard]] const TimelineRow* rowAt(int viewY) const;
  /// Returns the visible rows from the top down, those that are covered in part too.
  [[nodiscard]] std::vector<const TimelineRow*> inSight() const;
  /// The header that stays above its rows, at `stuckHeight()`; nullptr while there is none.
  [[nodiscard]] const TimelineRow* stickyHeader() const { return m_layout.stickyHeader(m_scroll + stuckHeight()); }

 Q_SIGNALS:
  void changed();

 private:
  TimelineLayout m_layout;
  int m_height = 1;
  int m_scroll = 0;
};

}  // namespace kernline::ui
