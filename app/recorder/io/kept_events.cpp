// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/kept_events.h"

#include "app/recorder/io/event_line.h"

#include <chrono>
#include <utility>

namespace kernline::recorder {

namespace {

/// A trigger is noticed that much later at most.
constexpr std::int64_t slack = std::chrono::nanoseconds(std::chrono::milliseconds(500)).count();

}  // namespace

void KeptEvents::add(Text events, const RecordCounts& counts, std::int64_t now) {
  m_bytes += events->size();
  m_parts.push_back({.text = std::move(events), .counts = counts, .arrived = now});
  forgetOld(now);
  while (m_bytes > m_limits.bytes && !m_parts.empty()) {
    m_drops.push_back({.arrived = m_parts.front().arrived, .events = m_parts.front().counts.sum()});
    forgetFirst();
  }
}

void KeptEvents::forgetOld(std::int64_t now) {
  const std::int64_t oldest = now - m_limits.time.count() - slack;
  while (!m_parts.empty() && m_parts.front().arrived < oldest) {
    forgetFirst();
  }
  while (!m_drops.empty() && m_drops.front().arrived < oldest) {
    m_drops.pop_front();
  }
}

void KeptEvents::forgetFirst() {
  const Part part = std::move(m_parts.front());
  m_parts.pop_front();
  m_bytes -= part.text->size();
  eachEventLine(*part.text, [&](const EventLine& line) {
    if (line.phase() == 'M' && m_named.emplace(line.text()).second) {
      m_names += line.text();
      m_bytes += 2 * line.text().size();
    } else if (line.phase() == 'C') {
      const std::string_view key = line.text().substr(0, line.timeBegin());
      const auto known = m_values.find(key);
      if (known == m_values.end()) {
        m_bytes += line.text().size();
        m_values.emplace(key, line.text());
      } else {
        known->second = line.text();
      }
    }
  });
}

KeptEvents::Part KeptEvents::beginning() const {
  Part part;
  std::string text = m_names;
  for (const auto& [key, line] : m_values) {
    text += line;
    ++part.counts[RecordKind::Counter];
  }
  part.text = std::make_shared<const std::string>(std::move(text));
  return part;
}

std::uint64_t KeptEvents::droppedSince(std::int64_t time) const {
  std::uint64_t count = 0;
  for (const Drop& drop : m_drops) {
    count += drop.arrived >= time ? drop.events : 0;
  }
  return count;
}

}  // namespace kernline::recorder
