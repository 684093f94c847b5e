// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The group of spans that do not count.
inline constexpr std::uint32_t notGrouped = UINT32_MAX;

/// Sums for each group what its spans take without the spans that they contain and that count too, whatever their
/// group: each moment of a track belongs to the innermost, so that the groups of a track add up to the union of its
/// spans. Only what lies in `range`. `groupOf` by span, below `groups` or notGrouped; only spans of `kinds` count.
[[nodiscard]] std::vector<std::int64_t> selfTimes(const Trace& trace, std::span<const std::uint32_t> groupOf,
                                                  std::size_t groups, SpanKinds kinds, std::optional<TimeRange> range,
                                                  const std::stop_token& stop);

}  // namespace kernline
