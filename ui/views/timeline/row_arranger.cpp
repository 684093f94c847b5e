// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_arranger.h"

#include "ui/views/timeline/kept_arrangements.h"
#include "ui/views/timeline/shown_matches.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/trace_succession.h"
#include "ui/views/timeline/visible_rows.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

RowArranger::RowArranger(VisibleRows& rows, ShownMatches& matches) : m_rows(rows), m_matches(matches) {
  connect(&matches, &ShownMatches::hiddenRowsChanged, this, &RowArranger::relayout);
}

void RowArranger::setTrace(std::shared_ptr<const Trace> trace, const Trace* before) {
  m_trace = std::move(trace);
  if (!m_trace) {
    m_arrangement = {};
    m_untouched = {};
    m_filledRows.clear();
    m_rows.restart({}, 0);
    return;
  }
  m_filledRows = filledRows(*m_trace);
  m_isManuallyArranged = m_isManuallyArranged && before != nullptr;
  Arrangement fresh = freshArrangement();
  m_arrangement = m_isManuallyArranged
                      ? sameArrangement(*before, {.before = m_untouched, .after = m_arrangement}, *m_trace, fresh)
                      : fresh;
  m_untouched = std::move(fresh);
  TimelineLayout layout(*m_trace, m_filledRows, m_arrangement);
  const int scroll = before != nullptr ? sameScroll(*before, m_rows.layout(), m_rows.scroll(), *m_trace, layout) : 0;
  m_rows.restart(std::move(layout), scroll);
}

void RowArranger::setNoteRows(std::vector<RowId> notes) {
  if (!m_trace) {
    return;
  }
  std::ranges::sort(notes);
  std::erase_if(m_filledRows, &RowId::isNote);
  m_filledRows.insert(m_filledRows.begin(), notes.begin(), notes.end());
  relayout();
  Q_EMIT changed();
}

std::vector<RowGroup> RowArranger::allRows() const {
  return m_trace ? groupedRows(*m_trace, m_filledRows, m_arrangement) : std::vector<RowGroup>{};
}

std::vector<RowId> RowArranger::rowsToShow() const {
  std::vector<RowId> rows = m_filledRows;
  std::erase_if(rows, [this](RowId row) { return m_matches.hides(row); });
  return rows;
}

std::size_t RowArranger::withoutMatch() const {
  return m_filledRows.size() - rowsToShow().size();
}

void RowArranger::relayout() {
  m_rows.setLayout(TimelineLayout(*m_trace, rowsToShow(), m_arrangement));
}

void RowArranger::arrange(Arrangement arrangement) {
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
  Q_EMIT changed();
}

void RowArranger::act(RowId row, RowAction action) {
  if (m_trace) {
    arrange(arrangedBy(action, row, *m_trace, allRows(), m_arrangement));
  }
}

void RowArranger::pinTemporarily(const std::vector<RowId>& rows) {
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

void RowArranger::toggle(const TimelineRow& row) {
  Arrangement toggled = m_arrangement;
  toggled.setCollapsed(row.id, !row.isCollapsed);
  arrange(std::move(toggled));
}

void RowArranger::setAllCollapsed(bool collapsed) {
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

void RowArranger::showAll() {
  Arrangement all = m_arrangement;
  all.showAll();
  arrange(std::move(all));
}

void RowArranger::open(RowId row) {
  if (m_rows.layout().find(row)) {
    return;
  }
  if (m_matches.hides(row)) {
    m_matches.setOnly(false);  // whoever asks for a row without a hit wants to see it
    if (m_rows.layout().find(row)) {
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
  if (!m_rows.layout().find(row)) {
    opened.setFilter({});
    arrange(std::move(opened));
  }
}

void RowArranger::expand(RowId row) {
  open(row);
  Arrangement opened = m_arrangement;
  opened.setCollapsed(row, false);
  arrange(std::move(opened));
}

void RowArranger::reset() {
  if (!m_trace) {
    return;
  }
  m_pinnedForNow.clear();
  if (m_keepsArrangements) {
    KeptArrangements::forget(*m_trace);
  }
  m_arrangement = Arrangement(*m_trace);
  m_untouched = m_arrangement;
  m_isManuallyArranged = false;
  relayout();
  Q_EMIT changed();
}

Arrangement RowArranger::freshArrangement() const {
  Arrangement fresh(*m_trace);
  if (m_keepsArrangements) {
    KeptArrangements::apply(*m_trace, fresh);
  }
  return fresh;
}

}  // namespace kernline::ui
