// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/op_statistics.h"

#include <array>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace kernline {

/// One call of an operator, or one annotation.
struct OpCall {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  SpanId span = SpanId::none;
  std::uint32_t caller = none;  ///< the call it is in; comes before it
  std::uint32_t row = none;     ///< none if calls of its kind make no rows
  bool isOutermost = false;     ///< whether it is the outermost of its row
  bool isMerged = false;        ///< the same call as the one it is in
};

/// Host figures of a row.
struct HostFigures {
  std::uint64_t calls = 0;
  std::int64_t total = 0;  ///< nanoseconds of the outermost calls
  std::int64_t sum = 0;    ///< nanoseconds of all calls
  std::int64_t self = 0;
  std::int64_t max = -1;
  SpanId longest = SpanId::none;
};

/// All operators and annotations of a trace, who calls whom, and what that takes on the host.
class OpCalls {
 public:
  /// Rows of calls of `options.kinds`. False from `walk` if stopped.
  OpCalls(const Trace& trace, const OpStatisticsOptions& options);
  [[nodiscard]] bool walk(unsigned threads, const std::stop_token& stop);

  [[nodiscard]] const std::vector<OpCall>& calls() const { return m_calls; }
  [[nodiscard]] std::uint32_t numberOf(SpanId span) const;  ///< index in `calls`; none if it is no such call
  /// Empty rows with their keys.
  [[nodiscard]] const std::vector<OpStatisticsRow>& rows() const { return m_rows; }
  [[nodiscard]] const std::vector<HostFigures>& host() const { return m_host; }

 private:
  class Visitor;
  [[nodiscard]] std::uint32_t rowOf(SpanId span);

  struct Key {
    StringId name;
    std::uint32_t shape;
    SpanKind kind;
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const noexcept;
  };

  const Trace& m_trace;
  const OpStatisticsOptions& m_options;
  std::vector<OpCall> m_calls;  // sorted by span, so callers come first
  std::vector<OpStatisticsRow> m_rows;
  std::unordered_map<Key, std::uint32_t, HashOfKey> m_rowOfKey;
  std::vector<HostFigures> m_host;  // indexed by row
};

/// Whether a range counts a span, and how much of it.
[[nodiscard]] bool isInRange(const Trace& trace, SpanId span, const std::optional<TimeRange>& range);
[[nodiscard]] std::int64_t nsInRange(TimeRange interval, const std::optional<TimeRange>& range);

}  // namespace kernline
