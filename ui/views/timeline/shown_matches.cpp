// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/shown_matches.h"

#include <utility>

namespace kernline::ui {

void ShownMatches::setTrace(std::shared_ptr<const Trace> trace) {
  m_trace = std::move(trace);
  m_hits = {};
  m_wantsOnly = false;
}

void ShownMatches::set(MatchSet hits) {
  const bool wasPartial = showsOnly();
  m_hits = m_trace ? std::move(hits) : MatchSet();
  const bool isOver = m_wantsOnly && !m_hits.isActive();
  m_wantsOnly = m_wantsOnly && !isOver;
  if (wasPartial || showsOnly()) {
    Q_EMIT hiddenRowsChanged();
  }
  if (wasPartial || m_wantsOnly || isOver) {
    Q_EMIT onlyChanged();
  }
  Q_EMIT changed();
}

void ShownMatches::setOnly(bool only) {
  only = only && m_hits.isActive();
  if (only != m_wantsOnly) {
    m_wantsOnly = only;
    Q_EMIT hiddenRowsChanged();
    Q_EMIT onlyChanged();
  }
}

bool ShownMatches::hides(RowId row) const {
  return showsOnly() && (row.of != RowClass::Track || !m_hits.hasHitOn(row.track()));
}

}  // namespace kernline::ui
