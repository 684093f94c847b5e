// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <stop_token>
#include <string>

namespace kernline {

/// The busiest device of a run, its work and its steps; no rows and no account yet. `step` chooses the steps
/// (`measuredSteps`), empty for the found steps. Errors: no device did anything, `step` chooses nothing, or it was
/// stopped.
[[nodiscard]] Expected<ComparedRun> measureRun(RunInput input, const std::string& step,
                                               const std::stop_token& stop = {});

/// Where the time of its steps went, once `rowOfWork` says what belongs to which of `rowCount` rows. Nothing if
/// stopped.
void takeAccount(ComparedRun& run, std::size_t rowCount, const std::stop_token& stop = {});

}  // namespace kernline
