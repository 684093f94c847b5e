// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/view_history.h"

namespace kernline::ui {

void ViewHistory::visit(const ViewPlace& place) {
  if (!m_places.empty() && m_places[m_at] == place) {
    return;
  }
  if (!m_places.empty()) {
    m_places.resize(m_at + 1);
  }
  if (m_places.size() == maxPlaces) {
    m_places.erase(m_places.begin());
  }
  m_places.push_back(place);
  m_at = m_places.size() - 1;
}

std::optional<ViewPlace> ViewHistory::back() {
  return m_at == 0 ? std::nullopt : std::optional(m_places[--m_at]);
}

std::optional<ViewPlace> ViewHistory::forward() {
  return hasAfter() ? std::optional(m_places[++m_at]) : std::nullopt;
}

bool ViewHistory::hasBefore(const ViewPlace& now) const {
  return m_at > 0 || (!m_places.empty() && m_places[m_at] != now);
}

void ViewHistory::clear() {
  m_places.clear();
  m_at = 0;
}

void ViewHistory::forgetSelections() {
  for (ViewPlace& place : m_places) {
    place.selection = SpanId::none;
  }
}

}  // namespace kernline::ui
