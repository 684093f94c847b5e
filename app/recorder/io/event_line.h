// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::recorder {

/// Part of a line made by EventLines that the recorder itself reads.
class EventLine {
 public:
  /// `text` with the ",\n" before it.
  explicit EventLine(std::string_view text) : m_text(text) {}

  [[nodiscard]] std::string_view text() const { return m_text; }
  /// 'X', 'i', 'C', or 'M' for the name of a row; 0 for no event.
  [[nodiscard]] char phase() const;
  /// Empty if it has none.
  [[nodiscard]] std::string_view category() const;
  /// A number of the event itself, not of its args; 0 if it has none. Times are in ns.
  [[nodiscard]] std::int64_t pid() const { return wholeBehind(",\"pid\":"); }
  [[nodiscard]] std::int64_t time() const { return nanosecondsBehind(",\"ts\":"); }
  [[nodiscard]] std::int64_t duration() const { return nanosecondsBehind(",\"dur\":"); }
  /// Return where the text of the time begins and ends.
  [[nodiscard]] std::size_t timeBegin() const { return behind(",\"ts\":"); }
  [[nodiscard]] std::size_t timeEnd() const { return std::min(m_text.find_first_of(",}", timeBegin()), m_text.size()); }

 private:
  // A name has its quotes escaped, so that no key is found in it.
  [[nodiscard]] std::size_t behind(std::string_view key) const;
  [[nodiscard]] std::int64_t wholeBehind(std::string_view key) const;
  [[nodiscard]] std::int64_t nanosecondsBehind(std::string_view key) const;

  std::string_view m_text;
};

/// Calls `take` with each line of `events`.
template <typename Take>
void eachEventLine(std::string_view events, Take take) {
  constexpr std::string_view separator = ",\n";
  while (!events.empty()) {  // the line break alone is found faster, and none is within an event
    const std::size_t lineBreak = events.find('\n', separator.size());
    const std::size_t next = lineBreak == std::string_view::npos ? events.size() : lineBreak - 1;
    take(EventLine(events.substr(0, next)));
    events.remove_prefix(next);
  }
}

}  // namespace kernline::recorder
