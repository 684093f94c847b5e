// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <string>

namespace kernline {

/// The busiest device of a run, its work and its steps; no rows and no account yet. `step` chooses the steps
/// (`measuredSteps`); empty: found. Errors: no device did anything, or `step` chooses nothing.
[[nodiscard]] Expected<ComparedRun> measureRun(RunInput input, const std::string& step);

/// Where the time of its steps went, once `rowOfWork` says what belongs to which of `rowCount` rows.
void takeAccount(ComparedRun& run, std::size_t rowCount);

}  // namespace kernline
