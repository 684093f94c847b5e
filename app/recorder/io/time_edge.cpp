// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/time_edge.h"

#include "app/recorder/io/event_lines.h"

#include <algorithm>
#include <optional>

namespace kernline::recorder {

namespace {

std::optional<RecordKind> kindOf(std::string_view category) {
  const auto* const found = std::ranges::find(recordNames, category);
  if (found != recordNames.end()) {
    return static_cast<RecordKind>(found - recordNames.begin());
  }
  return category == "cpu_instant_event" ? std::optional(RecordKind::Memory) : std::nullopt;
}

}  // namespace

bool TimeEdge::isBefore(const EventLine& line) const {
  return line.phase() != 'M' && line.time() < m_edge;
}

bool TimeEdge::write(std::string_view events, const RecordCounts& counts) {
  bool isWhole = true;
  eachEventLine(events, [&](const EventLine& line) { isWhole = isWhole && !isBefore(line); });
  if (isWhole) {
    return m_sink.write(events, counts);
  }
  m_text.clear();
  RecordCounts kept = counts;
  eachEventLine(events, [&](const EventLine& line) { append(line, kept); });
  return m_text.empty() || m_sink.write(m_text, kept);
}

void TimeEdge::append(const EventLine& line, RecordCounts& counts) {
  if (!isBefore(line)) {
    m_text += line.text();
    return;
  }
  const bool isCounter = line.phase() == 'C';
  const std::int64_t end = line.time() + line.duration();
  const std::string_view category = line.category();
  if (end < m_edge && !isCounter) {
    if (const auto kind = kindOf(category)) {
      --counts[*kind];
    }
    return;
  }
  const bool mayLastLong = category == "user_annotation" || category == "python_function";
  if (!isCounter && !mayLastLong) {
    m_text += line.text();  // its duration is a figure of its own
    return;
  }
  m_text += line.text().substr(0, line.timeBegin());
  appendMicroseconds(m_text, m_edge);
  std::string_view rest = line.text().substr(line.timeEnd());
  if (constexpr std::string_view key = ",\"dur\":"; rest.starts_with(key)) {
    m_text += key;
    appendMicroseconds(m_text, end - m_edge);
    rest.remove_prefix(std::min(rest.find(',', key.size()), rest.size()));
    if (constexpr std::string_view args = ",\"args\":{"; rest.starts_with(args)) {
      rest.remove_prefix(args.size());
      m_text += args;
      m_text += rest.starts_with('}') ? "\"cut\":true" : "\"cut\":true,";
    }
  }
  m_text += rest;
}

}  // namespace kernline::recorder
