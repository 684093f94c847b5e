// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/late_reasons.h"
#include "core/compare/ranks/pre_collective_work.h"
#include "core/compare/ranks/rank_set.h"
#include "core/compare/ranks/wait_attribution.h"

#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Returns the activity that ran longer before a rank's late starts than before those of the others that did the same:
/// in the same collective, else in a few similar ones. Most waiting first, a few.
[[nodiscard]] std::vector<RootCause> rootCausesOf(const RankSet& set,
                                                  const WorkBeforeCollectives& workBeforeCollectives,
                                                  const LateReasons& reasons, std::span<const LateStart> lateStarts,
                                                  const std::stop_token& stop = {});

}  // namespace kernline
