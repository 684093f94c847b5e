// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <stop_token>
#include <string>

namespace kernline {

/// The busiest device of a run, its activity and its steps; no rows and no account yet. `step` chooses the steps
/// (`measuredSteps`), empty for the found steps. Errors: no device had any activity, `step` has no match, or it was
/// stopped.
[[nodiscard]] Expected<ComparedRun> measureRun(RunInput input, const std::string& step,
                                               const std::stop_token& stop = {});

/// Accounts for the time of its steps, once `rowOfActivity` assigns activity to the `rowCount` rows. No change if
/// stopped.
void takeAccount(ComparedRun& run, std::size_t rowCount, const std::stop_token& stop = {});

}  // namespace kernline
