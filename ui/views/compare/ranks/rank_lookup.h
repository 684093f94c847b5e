// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/views/details/span_facts.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The collective that a span is a part of, by its number in the set. Linear in all parts.
[[nodiscard]] std::optional<std::size_t> collectiveOf(const RankSet& set, SpanId span);

/// All parts of the span's collective, or both ends of its messages, in ascending order; empty: it has none.
[[nodiscard]] std::vector<SpanId> companionsOf(const RankSet& set, SpanId span);

/// The parts of a collective, that of the last rank first.
[[nodiscard]] std::vector<SpanId> partsOf(const CollectiveMatch& match);

/// What a person set clocks to.
[[nodiscard]] RankCorrections manualCorrections(const RankSet& set);

/// What the other ranks have to do with a span: its collective, what it waited and transferred, who was last; or its
/// message. Empty for anything else.
[[nodiscard]] std::vector<Fact> rankFacts(const RankSet& set, SpanId span);

}  // namespace kernline::ui
