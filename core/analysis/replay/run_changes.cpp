// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/run_changes.h"

#include "core/analysis/replay/pinned_copy.h"

#include <algorithm>

namespace kernline {

Duration RunChanges::time(std::uint32_t work) const {
  return m_changes.workDuration.empty() ? m_graph.work()[work].length : m_changes.workDuration[work];
}

void RunChanges::setTime(std::uint32_t work, Duration time) {
  if (m_changes.workDuration.empty()) {
    m_changes.workDuration.reserve(m_graph.work().size());
    for (const ReplayWork& piece : m_graph.work()) {
      m_changes.workDuration.push_back(piece.length);
    }
  }
  m_changes.workDuration[work] = time;
}

void RunChanges::doAhead(std::uint32_t work) {
  const ReplayWork& piece = m_graph.work()[work];
  m_changes.ahead.resize(m_graph.work().size());
  m_changes.ahead[work] = true;
  dropWait(piece.call);
  if (m_graph.trace().nameText(piece.span).contains("Pageable")) {
    setTime(work, std::min(time(work), pinnedCopyTime(m_graph.trace(), piece.span).value_or(time(work))));
  }
}

void RunChanges::doAlone(std::uint32_t work) {
  m_changes.alone.resize(m_graph.work().size());
  m_changes.alone[work] = true;
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
  m_changes.mostBetween = betweenNodes;
}

}  // namespace kernline
