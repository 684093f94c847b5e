// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <QString>

namespace kernline::ui {

[[nodiscard]] QString inTime(Duration duration);

/// A sentence on the rank that delays others, and by how much.
[[nodiscard]] QString verdictOf(const RankSet& set);

/// Returns the activity that ran longer on the rank that holds up the others; empty if none does, or if unknown.
[[nodiscard]] QString reasonOf(const RankSet& set);

/// Returns sentences on the rank where the waiting began, and what took longer there; empty if the verdict has that
/// already.
[[nodiscard]] QString rootsOf(const RankSet& set);

/// Returns a tip on waiting that began on one rank: the ranks waited for, the chain of waits, and what took longer.
/// Empty if there is none.
[[nodiscard]] QString rootTip(const Straggler& straggler);

/// Returns a sentence on whether times of different ranks can be compared.
[[nodiscard]] QString clocksText(const RankSet& set);

/// The correction of one rank's clock: "+12.3 µs ±0.4 µs, 30 collectives".
[[nodiscard]] QString clockText(const RankClock& clock);
/// Returns the clock's state in sentences.
[[nodiscard]] QString clockTip(const RankClock& clock);

/// "2 ranks", "1 of 2 ranks".
[[nodiscard]] QString ranksText(const CollectiveMatch& match);

}  // namespace kernline::ui
