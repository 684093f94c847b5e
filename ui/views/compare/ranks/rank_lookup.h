// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/views/details/span_facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The collective that a span is a part of, by its number in the set. Linear in all parts.
[[nodiscard]] std::optional<std::size_t> collectiveOf(const RankSet& set, SpanId span);

/// All parts of the span's collective, or both ends of its messages, in ascending order; empty if it has none.
[[nodiscard]] std::vector<SpanId> companionsOf(const RankSet& set, SpanId span);

/// The parts of a collective, that of the last rank first.
[[nodiscard]] std::vector<SpanId> partsOf(const CollectiveMatch& match);

/// Returns the main cause of the rank's delay where waiting began: the kernel, or the activity that began late after a
/// pause; then the other parts of the collective. Empty if there is none.
[[nodiscard]] std::vector<SpanId> spansOfCause(const RankSet& set, std::int32_t rank);

/// The part of a rank, by its place in the set, in the first collective that it began within `range`; none if in none.
[[nodiscard]] SpanId spanInStep(const RankSet& set, std::size_t place, TimeRange range);

/// Returns the user's clock corrections.
[[nodiscard]] RankCorrections manualCorrections(const RankSet& set);

/// Returns facts of a span that involve other ranks: its collective, wait and transfer times, the last rank; or its
/// message. Empty for other spans.
[[nodiscard]] std::vector<Fact> rankFacts(const RankSet& set, SpanId span);

}  // namespace kernline::ui
