// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// Numbers values as they come; any thread may ask.
template <typename Value, typename Before = std::less<>>
class ArrivedValues {
 public:
  std::uint32_t numberOf(const Value& value) {
    const std::scoped_lock lock(m_mutex);
    return m_numbers.try_emplace(value, static_cast<std::uint32_t>(m_numbers.size())).first->second;
  }
  /// The values in their order, and numbers by that, so that they do not depend on who came first. Others than those
  /// that were given stay.
  std::vector<Value> inOrder(std::vector<std::uint32_t>& numbers) const {
    std::vector<std::uint32_t> places(m_numbers.size());
    std::vector<Value> values;
    for (const auto& [value, number] : m_numbers) {
      places[number] = static_cast<std::uint32_t>(values.size());
      values.push_back(value);
    }
    for (std::uint32_t& number : numbers) {
      number = number < places.size() ? places[number] : number;
    }
    return values;
  }

 private:
  std::mutex m_mutex;
  std::map<Value, std::uint32_t, Before> m_numbers;
};

/// Numbers the values of these args of each of `spans`, which are in the order of the file; `take(span, number)`
/// is called from any thread. Args with the same text are read only a few times: `valueOf(args)` may be nullopt.
template <typename Value, typename Before, typename ValueOf, typename Take>
void numberArgs(const Trace& trace, std::span<const SpanId> spans, std::span<const std::string_view> keys,
                unsigned threads, const std::stop_token& stop, ArrivedValues<Value, Before>& values,
                const ValueOf& valueOf, const Take& take) {
  constexpr std::size_t chunk = 2048;
  parallelFor(threads, (spans.size() + chunk - 1) / chunk, [&](std::size_t c) {
    const ReadAhead ahead;
    std::unordered_map<std::string, std::optional<std::uint32_t>> known;
    for (std::size_t i = c * chunk; i < std::min(spans.size(), (c + 1) * chunk) && !stop.stop_requested(); ++i) {
      const auto [text, isNew] = known.try_emplace(trace.argsText(spans[i], keys));
      if (isNew) {
        const std::optional<Value> value = valueOf(trace.args(spans[i], keys));
        text->second = value ? std::optional(values.numberOf(*value)) : std::nullopt;
      }
      if (text->second) {
        take(spans[i], *text->second);
      }
    }
  });
}

}  // namespace kernline
