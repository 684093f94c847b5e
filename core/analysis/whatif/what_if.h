// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about changes that a user types, applied to a replay.
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/whatif/what_if_change.h"
#include "core/analysis/work/work_figures.h"
#include "core/model/base/error.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

struct Advice;

/// The target of a change in one run.
struct WhatIfMatch {
  std::uint64_t work = 0;   ///< device activities
  std::uint64_t calls = 0;  ///< number of host calls
};

/// Changes of a run, ready to be replayed.
struct Scenario {
  ReplayChanges changes;
  std::vector<WhatIfMatch> matches;  ///< one per change
};

/// Errors: Usage if a change has no match, or cannot be made to its target. `meter` is used for rooflines and
/// advice. `known` is the advice on that run; nullptr if it is to be found when a change follows it. Canceled if
/// stopped. Linear in the calls and the work.
[[nodiscard]] Expected<Scenario> scenarioOf(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                                            std::span<const WhatIfChange> changes, const std::stop_token& stop = {},
                                            const Advice* known = nullptr);

}  // namespace kernline
