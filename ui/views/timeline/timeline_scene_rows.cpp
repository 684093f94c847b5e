// SPDX-License-Identifier: GPL-3.0-or-later
// What the scene does with its rows.
#include "ui/views/timeline/kept_arrangements.h"
#include "ui/views/timeline/timeline_scene.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int revealMargin = 24;        // pixels kept free above and below a revealed row
constexpr double maxPinnedShare = 0.6;  // of its height; more, and pinned rows scroll with the others

}  // namespace

void TimelineScene::arrange(Arrangement arrangement) {
  if (!m_trace || arrangement == m_arrangement) {
    return;
  }
  const bool onlyFilters = [&] {
    Arrangement same = m_arrangement;
    same.setFilter(arrangement.filter());
    return same == arrangement;
  }();
  m_arrangement = std::move(arrangement);
  m_isManuallyArranged = true;
  relayout();
  if (m_keepsArrangements && !onlyFilters) {
    Arrangement kept = m_arrangement;
    for (const RowId row : m_pinnedForNow) {
      kept.pin(row, false);
    }
    KeptArrangements::keep(*m_trace, kept);
  }
  Q_EMIT arrangementChanged();
}

void TimelineScene::pinTemporarily(const std::vector<RowId>& rows) {
  Arrangement arrangement = m_arrangement;
  for (const RowId row : std::exchange(m_pinnedForNow, {})) {
    arrangement.pin(row, false);
  }
  for (const RowId row : rows) {
    constexpr std::size_t maxPins = 16;
    if (!arrangement.isPinned(row) && m_pinnedForNow.size() < maxPins) {
      arrangement.pin(row, true);
      m_pinnedForNow.push_back(row);
    }
  }
  arrange(std::move(arrangement));
}

void TimelineScene::resetArrangement() {
  if (!m_trace) {
    return;
  }
  m_pinnedForNow.clear();
  if (m_keepsArrangements) {
    KeptArrangements::forget(*m_trace);
  }
  m_arrangement = Arrangement(*m_trace);
  m_isManuallyArranged = false;
  relayout();
  Q_EMIT arrangementChanged();
}

Arrangement TimelineScene::freshArrangement() const {
  Arrangement fresh(*m_trace);
  if (m_keepsArrangements) {
    KeptArrangements::apply(*m_trace, fresh);
  }
  return fresh;
}

void TimelineScene::toggle(const TimelineRow& row) {
  Arrangement toggled = m_arrangement;
  toggled.setCollapsed(row.id, !row.isCollapsed);
  arrange(std::move(toggled));
}

void TimelineScene::setAllCollapsed(bool collapsed) {
  if (!m_trace) {
    return;
  }
  Arrangement all = m_arrangement;
  for (const RowGroup& group : allRows()) {
    all.setCollapsed(group.id, false);
    for (const RowId row : group.rows) {
      all.setCollapsed(row, collapsed && row.of == RowClass::Track);
    }
  }
  arrange(std::move(all));
}

std::vector<RowGroup> TimelineScene::allRows() const {
  return m_trace ? groupedRows(*m_trace, m_filledRows, m_arrangement) : std::vector<RowGroup>{};
}

void TimelineScene::placeDeviceNotes() {
  if (!m_trace) {
    return;
  }
  std::vector<RowId> notes;
  const std::vector<DeviceNote> none;
  for (const DeviceNote& note : m_deviceNotes ? m_deviceNotes->devices : none) {
    const auto process = static_cast<std::int32_t>(note.process);
    if (m_showsIdle) {
      notes.push_back({RowClass::Idle, process});
    }
    if (m_showsQueues && !note.queue.isEmpty()) {
      notes.push_back({RowClass::Queue, process});
    }
  }
  std::ranges::sort(notes);
  const auto isNote = [](RowId row) { return row.of == RowClass::Idle || row.of == RowClass::Queue; };
  std::erase_if(m_filledRows, isNote);
  m_filledRows.insert(m_filledRows.begin(), notes.begin(), notes.end());
  relayout();
  Q_EMIT arrangementChanged();
}

std::vector<RowId> TimelineScene::rowsToShow() const {
  std::vector<RowId> rows = m_filledRows;
  if (showsOnlyMatches()) {
    std::erase_if(rows, [&](RowId row) { return row.of != RowClass::Track || !m_matches.hasHitOn(row.track()); });
  }
  return rows;
}

std::size_t TimelineScene::rowsWithoutMatch() const {
  return m_filledRows.size() - rowsToShow().size();
}

void TimelineScene::setOnlyMatches(bool only) {
  only = only && m_matches.isActive();
  if (only == m_onlyMatches) {
    return;
  }
  m_onlyMatches = only;
  relayout();
  Q_EMIT onlyMatchesChanged();
}

void TimelineScene::relayout() {
  // Rows that appear, or are pinned, must not move what a person looks at.
  const TimelineRow* top = m_scroll > 0 ? m_layout.rowAt(m_scroll + stuckHeight()) : nullptr;
  const RowId anchor = top ? top->id : rootRow;
  const int offset = top ? m_scroll + stuckHeight() - top->top : 0;
  m_layout = TimelineLayout(*m_trace, rowsToShow(), m_arrangement);
  if (const TimelineRow* same = m_layout.find(anchor)) {
    m_scroll = same->top + offset - stuckHeight();
  }
  m_scroll = std::clamp(m_scroll, 0, maxScroll());
  Q_EMIT changed();
}

int TimelineScene::stuckHeight() const {
  return m_layout.pinnedHeight() <= m_height * maxPinnedShare ? m_layout.pinnedHeight() : 0;
}

const TimelineRow* TimelineScene::rowInSight(int viewY) const {
  const TimelineRow* sticky = stickyHeader();
  const bool isOnSticky = sticky && viewY >= stuckHeight() && viewY < stuckHeight() + sticky->height;
  return isOnSticky ? sticky : m_layout.rowAt(toLayoutY(viewY));
}

std::vector<const TimelineRow*> TimelineScene::rowsInSight() const {
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

bool TimelineScene::isCovered(SpanId span) const {
  const TimelineRow* row = m_layout.rowOf(m_trace->trackOf(span));
  const std::optional<QRectF> rect = rectOf(span);
  return row && rect && row->top >= stuckHeight() && rect->top() < stuckHeight();
}

/// Undoes what keeps a row out of the layout, and no more than that.
void TimelineScene::open(RowId row) {
  if (m_layout.find(row)) {
    return;
  }
  if (showsOnlyMatches() && (row.of != RowClass::Track || !m_matches.hasHitOn(row.track()))) {
    setOnlyMatches(false);  // whoever asks for a row without a hit wants to see it
    if (m_layout.find(row)) {
      return;
    }
  }
  Arrangement opened = m_arrangement;
  const RowId group = opened.isPinned(row) ? pinnedGroup : homeOf(*m_trace, row, opened.grouping());
  for (const RowId hider : {row, group}) {
    if (opened.state(hider).isHidden) {
      opened.setHidden(hider, false);
    }
  }
  if (opened.state(group).isCollapsed) {
    opened.setCollapsed(group, false);
  }
  arrange(opened);
  if (!m_layout.find(row)) {
    opened.setFilter({});
    arrange(std::move(opened));
  }
}

void TimelineScene::showRow(RowId id) {
  if (!m_trace) {
    return;
  }
  if (!id.isGroup()) {
    open(id);
  }
  const TimelineRow* row = m_layout.find(id);
  if (row && row->top >= stuckHeight()) {
    scrollTo(toViewY(*row), toViewY(*row) + std::min(row->height, m_height / 2));
  }
}

/// Scrolls until what lies between two heights of the view is in sight. The header of the group stays above, so a row
/// just below the edge is hidden by it.
void TimelineScene::scrollTo(int top, int bottom) {
  const int free = stuckHeight() + TimelineLayout::headerHeight;
  if (top < free) {
    setScroll(m_scroll + top - free - revealMargin);
  } else if (bottom > m_height) {
    setScroll(m_scroll + bottom - m_height + revealMargin);
  }
}

}  // namespace kernline::ui
