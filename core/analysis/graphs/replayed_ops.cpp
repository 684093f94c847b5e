// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/replayed_ops.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace kernline {

ReplayedOps::ReplayedOps(const Trace& trace, const GraphJoin& join, std::span<const Trace* const> others)
    : m_trace(trace) {
  const auto opOf = [&](const CapturedBy& by) {
    const Trace& source = by.source == 0 ? trace : *others[by.source - 1];
    return CapturedOp{.trace = &source, .op = source.opOf(by.launch), .begin = source.start(by.begin)};
  };
  std::map<std::pair<std::uint32_t, SpanId>, std::optional<std::uint32_t>> callOfLaunch;  // keyed by source and launch
  std::map<std::pair<std::uint32_t, SpanId>, std::uint32_t> callOfOp;  // keyed by source and operator
  for (const CapturedBy& by : join.joined()) {
    const auto [known, isNewLaunch] = callOfLaunch.try_emplace({by.source, by.launch});
    const CapturedOp captured = isNewLaunch ? opOf(by) : CapturedOp{};
    if (captured.op != SpanId::none) {
      const auto [number, isNewOp] = callOfOp.try_emplace({by.source, captured.op}, callCount());
      known->second = number->second;
      if (isNewOp) {
        m_calls.push_back({.key = addKey(captured.trace->nameText(captured.op)), .captured = {captured}});
        std::ranges::transform(join.alternatives(by), std::back_inserter(m_calls.back().captured), opOf);
      }
    }
    if (known->second) {
      m_callOf.emplace_back(by.activity, *known->second);
    }
  }
}

std::uint32_t ReplayedOps::addKey(std::string_view name) {
  const auto [key, isNew] = m_keys.try_emplace(name);
  if (isNew) {
    const StringId known = m_trace.strings().find(name);
    key->second = known == StringId::none ? keyCount() : static_cast<std::uint32_t>(known);
    if (known == StringId::none) {
      m_names.push_back(name);
    }
  }
  return key->second;
}

std::optional<std::uint32_t> ReplayedOps::callOf(SpanId activity) const {
  const auto at = std::ranges::lower_bound(m_callOf, activity, {}, &std::pair<SpanId, std::uint32_t>::first);
  return at != m_callOf.end() && at->first == activity ? std::optional(at->second) : std::nullopt;
}

std::optional<std::uint32_t> ReplayedOps::keyOf(SpanId activity) const {
  const auto call = callOf(activity);
  return call ? std::optional(m_calls[*call].key) : std::nullopt;
}

std::string_view ReplayedOps::name(std::uint32_t key) const {
  const std::size_t own = m_trace.strings().size();
  return key < own ? m_trace.text(StringId{key}) : m_names[key - own];
}

std::uint32_t ReplayedOps::keyCount() const {
  return static_cast<std::uint32_t>(m_trace.strings().size() + m_names.size());
}

}  // namespace kernline
