// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_starts.h"

#include "core/import/chrome_json/careful_event.h"

#include <algorithm>

namespace kernline::chrome {

void EventStarts::forgetBefore(const char* p) {
  while (!m_starts.empty() && m_starts.front() < p) {
    m_starts.pop_front();
  }
  if (m_begin <= p && p <= m_reached) {
    m_begin = p;
  }
}

const char* EventStarts::from(const char* p, const char* end) {
  if (end != m_end || p < m_begin || p > m_reached) {
    m_starts.clear();
    m_begin = m_reached = p;
    m_end = end;
  }
  const auto known = std::ranges::lower_bound(m_starts, p);
  if (known != m_starts.end()) {
    return *known;
  }
  const char* const start = findEventStart(m_reached, end);
  m_reached = start == end ? end : start + 1;
  if (start != end) {
    m_starts.push_back(start);
  }
  return start;
}

}  // namespace kernline::chrome
