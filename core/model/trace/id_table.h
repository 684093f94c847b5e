// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// A span with a correlation or external id, once spans have their final numbers.
struct Correlated {
  std::uint32_t id = 0;
  SpanId span = SpanId::none;
};

/// Id to the first span that has it: an array where ids are dense (they are in every profiler's files), else a
/// sorted list.
class IdTable {
 public:
  IdTable() = default;
  explicit IdTable(std::span<const Correlated> entries);
  [[nodiscard]] SpanId find(std::uint32_t id) const;

 private:
  std::vector<SpanId> m_dense;
  std::vector<Correlated> m_sorted;
};

}  // namespace kernline
