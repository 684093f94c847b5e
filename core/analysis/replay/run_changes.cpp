// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/run_changes.h"

#include "core/analysis/replay/pinned_copy.h"

#include <algorithm>

namespace kernline {

Duration RunChanges::time(std::uint32_t activity) const {
  return m_changes.activityDuration.empty() ? m_graph.activities()[activity].length
                                            : m_changes.activityDuration[activity];
}

void RunChanges::setTime(std::uint32_t activity, Duration time) {
  if (m_changes.activityDuration.empty()) {
    m_changes.activityDuration.reserve(m_graph.activities().size());
    for (const ReplayActivity& piece : m_graph.activities()) {
      m_changes.activityDuration.push_back(piece.length);
    }
  }
  m_changes.activityDuration[activity] = time;
}

void RunChanges::doAhead(std::uint32_t activity) {
  const ReplayActivity& piece = m_graph.activities()[activity];
  m_changes.ahead.resize(m_graph.activities().size());
  m_changes.ahead[activity] = true;
  dropWait(piece.call);
  if (m_graph.trace().nameText(piece.span).contains("Pageable")) {
    setTime(activity, std::min(time(activity), pinnedCopyTime(m_graph.trace(), piece.span).value_or(time(activity))));
  }
}

void RunChanges::doAlone(std::uint32_t activity) {
  m_changes.alone.resize(m_graph.activities().size());
  m_changes.alone[activity] = true;
}

void RunChanges::scaleCall(SpanId call, float factor) {
  if (call == SpanId::none) {
    return;
  }
  if (m_changes.hostScale.empty()) {
    m_changes.hostScale.assign(m_graph.trace().spanCount(), 1);
  }
  m_changes.hostScale[index(call)] *= factor;
}

void RunChanges::dropWait(SpanId call) {
  if (call == SpanId::none) {
    return;
  }
  if (m_changes.noWait.empty()) {
    m_changes.noWait.resize(m_graph.trace().spanCount());
  }
  m_changes.noWait[index(call)] = true;
}

void RunChanges::launchAtOnce() {
  m_changes.hostFactor = 0;
  closeGaps();
}

void RunChanges::closeGaps() {
  constexpr Duration betweenNodes{500};  // gap between nodes of a graph: measured on an H100
  m_changes.maxBetween = betweenNodes;
}

}  // namespace kernline
