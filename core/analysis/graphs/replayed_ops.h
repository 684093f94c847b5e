// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/graph_join.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

/// A call of an operator whose launches were captured.
struct CapturedOp {
  const Trace* trace = nullptr;  ///< trace that has it: the one that replays, or another
  SpanId op = SpanId::none;
  Time begin;  ///< begin of the capture; operators begun before are no part of it
};

/// The operators that captured replayed work: as calls, and as keys of the trace that replays, which are the StringId
/// of a name that it has, numbers after all of these for names that only a capture has.
class ReplayedOps {
 public:
  /// The traces live longer.
  ReplayedOps(const Trace& trace, const GraphJoin& join, std::span<const Trace* const> others = {});

  /// The number of a call, which each replay runs again. nullopt if not joined, and for launches outside of operators.
  [[nodiscard]] std::optional<std::uint32_t> callOf(SpanId activity) const;
  [[nodiscard]] std::uint32_t callCount() const { return static_cast<std::uint32_t>(m_calls.size()); }
  /// Returns the operator of the matched capture, then those in the same position of other captures that fit; never
  /// empty.
  [[nodiscard]] std::span<const CapturedOp> captured(std::uint32_t call) const { return m_calls[call].captured; }

  /// nullopt as for `callOf`.
  [[nodiscard]] std::optional<std::uint32_t> keyOf(SpanId activity) const;
  [[nodiscard]] std::string_view name(std::uint32_t key) const;
  [[nodiscard]] std::uint32_t keyCount() const;  ///< number of names in this trace and the others

 private:
  struct Call {
    std::uint32_t key = 0;
    std::vector<CapturedOp> captured;
  };
  std::uint32_t addKey(std::string_view name);

  const Trace& m_trace;
  std::vector<std::pair<SpanId, std::uint32_t>> m_callOf;  // call of each activity, sorted by activity
  std::vector<Call> m_calls;
  std::unordered_map<std::string_view, std::uint32_t> m_keys;  // key of each name
  std::vector<std::string_view> m_names;                       // names that only captures have
};

}  // namespace kernline
