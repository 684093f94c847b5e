// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/event_line.h"

#include <charconv>

namespace kernline::recorder {

char EventLine::phase() const {
  constexpr std::string_view before = ",\n{\"ph\":\"";
  return m_text.starts_with(before) && m_text.size() > before.size() ? m_text[before.size()] : '\0';
}

std::string_view EventLine::category() const {
  constexpr std::string_view key = "\"cat\":\"";
  constexpr std::size_t furthest = 24;  // offset after the phase and scope
  const std::size_t at = m_text.substr(0, furthest + key.size()).find(key);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::size_t begin = at + key.size();
  return m_text.substr(begin, std::min(m_text.find('"', begin), m_text.size()) - begin);
}

std::size_t EventLine::behind(std::string_view key) const {
  const std::size_t at = m_text.find(key);
  return at == std::string_view::npos ? m_text.size() : at + key.size();
}

std::int64_t EventLine::wholeBehind(std::string_view key) const {
  std::int64_t number = 0;
  std::from_chars(m_text.data() + behind(key), m_text.data() + m_text.size(), number);
  return number;
}

/// Microseconds with three decimals.
std::int64_t EventLine::nanosecondsBehind(std::string_view key) const {
  constexpr std::int64_t nanoseconds = 1000;
  const char* const last = m_text.data() + m_text.size();
  const char* const first = m_text.data() + behind(key);
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(first, last, whole);
  std::int64_t rest = 0;
  if (error == std::errc{} && end != last && *end == '.') {
    std::from_chars(end + 1, last, rest);
  }
  return first != last && *first == '-' ? whole * nanoseconds - rest : whole * nanoseconds + rest;
}

}  // namespace kernline::recorder
