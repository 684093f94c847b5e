// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/replay/run_changes.h"
#include "core/analysis/whatif/what_if.h"
#include "core/analysis/whatif/what_if_change.h"
#include "core/analysis/work/work_figures.h"
#include "core/model/base/error.h"

#include <stop_token>

namespace kernline {

struct Advice;

/// Makes the changes of rows of `advise`, compared with the peak rates of `meter`; of all if none are named. `known` is
/// the advice on that run; nullptr if it is yet to be found. Errors: Usage where there is no such row. Canceled if
/// stopped.
[[nodiscard]] Expected<WhatIfMatch> followAdvice(TraceAnalysis& analysis, const ReplayedRun& run,
                                                 const WorkMeter& meter, const WhatIfChange& change,
                                                 RunChanges& changes, const Advice* known, const std::stop_token& stop);

}  // namespace kernline
