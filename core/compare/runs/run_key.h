// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// The key by which activity of two runs is matched.
enum class RunKey : std::uint8_t {
  Name,    ///< the name, letter by letter
  Normal,  ///< `normalKernelName`: tiles, stages and architectures left out
  Family,  ///< `kernelFamily`
  Op,      ///< the operator that made it
  Shape,   ///< operator that made it and the shapes of its inputs
  Order,   ///< the place in a step: see order_rows.h
};
[[nodiscard]] std::string_view toText(RunKey key);  ///< "name", "normal", "family", "op", "shape", "order"
[[nodiscard]] std::optional<RunKey> runKeyFrom(std::string_view text);

/// All keys, in the order of the selection.
inline constexpr RunKey runKeys[] = {RunKey::Name, RunKey::Normal, RunKey::Family,
                                     RunKey::Op,   RunKey::Shape,  RunKey::Order};

/// Returns true if nearly all of this activity has an operator, so that it can be named after operators.
[[nodiscard]] bool knowsOperators(const Trace& trace, std::span<const SpanId> activities);

/// The keys of a device's activity, numbered in order of appearance. Not for RunKey::Order, which several runs make.
class RunKeys {
 public:
  RunKeys(const Trace& trace, std::span<const SpanId> activities, RunKey by);

  [[nodiscard]] std::size_t count() const { return m_names.size(); }
  [[nodiscard]] std::uint32_t ofActivity(std::size_t position) const { return m_ofActivity[position]; }
  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }  ///< no two alike

  /// The number of a name; nullopt if unknown.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  std::uint32_t numberOf(std::string name);

  std::vector<std::uint32_t> m_ofActivity;
  std::vector<std::string> m_names;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

}  // namespace kernline
