// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/replayed_ops.h"

#include <algorithm>
#include <unordered_map>

namespace kernline {

ReplayedOps::ReplayedOps(const Trace& trace, const GraphJoin& join, std::span<const Trace* const> others)
    : m_trace(trace) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (const CapturedBy& by : join.joined()) {
    const Trace& source = by.source == 0 ? trace : *others[by.source - 1];
    const SpanId op = source.opOf(by.launch);
    if (op == SpanId::none) {
      continue;
    }
    const std::string_view text = source.nameText(op);
    const auto [number, isNew] = numbers.try_emplace(text);
    if (isNew) {
      const StringId known = trace.strings().find(text);
      number->second = known == StringId::none ? keyCount() : static_cast<std::uint32_t>(known);
      if (known == StringId::none) {
        m_names.push_back(text);
      }
    }
    m_keys.emplace_back(by.work, number->second);
  }
}

std::optional<std::uint32_t> ReplayedOps::keyOf(SpanId work) const {
  const auto at = std::ranges::lower_bound(m_keys, work, {}, &std::pair<SpanId, std::uint32_t>::first);
  return at != m_keys.end() && at->first == work ? std::optional(at->second) : std::nullopt;
}

std::string_view ReplayedOps::name(std::uint32_t key) const {
  const std::size_t own = m_trace.strings().size();
  return key < own ? m_trace.text(StringId{key}) : m_names[key - own];
}

std::uint32_t ReplayedOps::keyCount() const {
  return static_cast<std::uint32_t>(m_trace.strings().size() + m_names.size());
}

}  // namespace kernline
