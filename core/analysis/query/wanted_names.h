// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/text_pattern.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The names of a trace that match a pattern, checked once for each. Without a pattern all match.
class WantedNames {
 public:
  WantedNames(const Trace& trace, std::optional<TextPattern> pattern, bool (*also)(std::string_view) = nullptr)
      : m_trace(trace), m_pattern(std::move(pattern)), m_also(also), m_known(trace.strings().size(), Known::Unasked) {}

  bool contains(StringId name) {
    Known& known = m_known[index(name)];
    if (known == Known::Unasked) {
      const std::string_view text = m_trace.text(name);
      const bool isWanted = (!m_pattern || m_pattern->isIn(text)) && (m_also == nullptr || m_also(text));
      known = isWanted ? Known::Wanted : Known::Other;
    }
    return known == Known::Wanted;
  }

 private:
  enum class Known : std::uint8_t { Unasked, Wanted, Other };
  const Trace& m_trace;
  std::optional<TextPattern> m_pattern;
  bool (*m_also)(std::string_view);
  std::vector<Known> m_known;
};

}  // namespace kernline
