// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/visible_rows.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int revealMargin = 24;        // free pixels above and below a revealed row
constexpr double maxPinnedShare = 0.6;  // share of its height; with more, pinned rows scroll with the others

}  // namespace

void VisibleRows::setLayout(TimelineLayout layout) {
  // Rows that appear, or are pinned, must not move what a person looks at.
  const TimelineRow* top = m_scroll > 0 ? m_layout.rowAt(m_scroll + stuckHeight()) : nullptr;
  const RowId anchor = top ? top->id : rootRow;
  const int offset = top ? m_scroll + stuckHeight() - top->top : 0;
  m_layout = std::move(layout);
  if (const TimelineRow* same = m_layout.find(anchor)) {
    m_scroll = same->top + offset - stuckHeight();
  }
  m_scroll = std::clamp(m_scroll, 0, maxScroll());
  Q_EMIT changed();
}

void VisibleRows::restart(TimelineLayout layout, int scroll) {
  m_layout = std::move(layout);
  m_scroll = scroll;
}

void VisibleRows::setHeight(int height) {
  m_height = std::max(height, 1);
  m_scroll = std::clamp(m_scroll, 0, maxScroll());
  Q_EMIT changed();
}

int VisibleRows::maxScroll() const {
  return std::max(0, m_layout.height() - m_height);
}

void VisibleRows::setScroll(int y) {
  y = std::clamp(y, 0, maxScroll());
  if (y != m_scroll) {
    m_scroll = y;
    Q_EMIT changed();
  }
}

/// The header of the group stays above, so a row just below the edge is hidden by it.
void VisibleRows::scrollTo(int top, int bottom) {
  const int free = stuckHeight() + TimelineLayout::headerHeight;
  if (top < free) {
    setScroll(m_scroll + top - free - revealMargin);
  } else if (bottom > m_height) {
    setScroll(m_scroll + bottom - m_height + revealMargin);
  }
}

int VisibleRows::stuckHeight() const {
  return m_layout.pinnedHeight() <= m_height * maxPinnedShare ? m_layout.pinnedHeight() : 0;
}

const TimelineRow* VisibleRows::rowAt(int viewY) const {
  const TimelineRow* sticky = stickyHeader();
  const bool isOnSticky = sticky && viewY >= stuckHeight() && viewY < stuckHeight() + sticky->height;
  return isOnSticky ? sticky : m_layout.rowAt(toLayoutY(viewY));
}

std::vector<const TimelineRow*> VisibleRows::inSight() const {
  std::vector<const TimelineRow*> found;
  const std::vector<TimelineRow>& rows = m_layout.rows();
  const std::size_t firstScrolling = stuckHeight() > 0 ? m_layout.firstRowBelow(stuckHeight()) : 0;
  for (std::size_t i = 0; i < firstScrolling; ++i) {
    found.push_back(&rows[i]);
  }
  const std::size_t first = std::max(firstScrolling, m_layout.firstRowBelow(m_scroll + stuckHeight()));
  for (std::size_t i = first; i < rows.size() && toViewY(rows[i]) < m_height; ++i) {
    found.push_back(&rows[i]);
  }
  return found;
}

}  // namespace kernline::ui
