// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
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

}  // namespace kernline
