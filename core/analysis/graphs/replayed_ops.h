// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/graph_join.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The operators that captured replayed work, as keys of the trace that replays: the StringId of a name that it has,
/// numbers behind all of these for names that only a capture has.
class ReplayedOps {
 public:
  /// Names live as long as the traces.
  ReplayedOps(const Trace& trace, const GraphJoin& join, std::span<const Trace* const> others = {});

  /// Of what is not joined, and of launches outside of operators: nothing.
  [[nodiscard]] std::optional<std::uint32_t> keyOf(SpanId work) const;
  [[nodiscard]] std::string_view name(std::uint32_t key) const;
  [[nodiscard]] std::uint32_t keyCount() const;  ///< of this trace's names and the others

 private:
  const Trace& m_trace;
  std::vector<std::pair<SpanId, std::uint32_t>> m_keys;  // by work
  std::vector<std::string_view> m_names;                 // that only captures have
};

}  // namespace kernline
