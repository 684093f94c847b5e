// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"
#include "core/model/json/members.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace kernline::chrome {

/// The repairs that one event took.
class RepairCounts {
 public:
  void note(IssueKind kind, std::uint32_t count = 1);
  [[nodiscard]] bool has(IssueKind kind) const { return m_counts[static_cast<std::size_t>(kind)] != 0; }
  void report(ImportReport& to, const Event& event) const;

 private:
  std::array<std::uint32_t, issueKindCount> m_counts{};
};

/// A member's value with the repairs it took.
struct LooseValue {
  RawValue::Kind kind = RawValue::Kind::None;
  std::string_view raw;  ///< inside of a string, token, or nested text with brackets
};

/// Whether a word is NaN or infinite in any printf's spelling.
[[nodiscard]] bool isNonFiniteText(std::string_view word);

/// Reads values of an event whose text may be damaged: decides which quotes end a string and which are text that
/// should have been escaped.
class LooseValueReader {
 public:
  LooseValueReader(const char* end, RepairCounts& repairs) : m_end(end), m_repairs(repairs) {}

  /// Reads the value at `p` and returns its end; nullptr if it is beyond repair.
  [[nodiscard]] const char* read(const char* p, LooseValue& value);
  /// Returns whether it is beyond repair, even with more text.
  [[nodiscard]] bool isHopeless() const { return m_isHopeless; }

 private:
  const char* nextQuote(const char* p);
  const char* readString(const char* p, std::string_view& raw);
  const char* behindDecimalComma(const char* p, std::string_view& raw);
  const char* readNested(const char* p);
  const char* behindNestedString(const char* p, bool inObject);

  const char* m_end;
  RepairCounts& m_repairs;
  bool m_isHopeless = false;
};

}  // namespace kernline::chrome
