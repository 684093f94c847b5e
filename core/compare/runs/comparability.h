// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/renamed_rows.h"
#include "core/compare/runs/run_comparison.h"

#include <string>
#include <vector>

namespace kernline {

/// Sentences on what makes two runs hard to compare: a file that was read only partly, another GPU, other input shapes,
/// another number of steps, steps that were found in another way.
[[nodiscard]] std::vector<Message> doubtsOf(const ComparedRun& base, const ComparedRun& other,
                                            const StepSequence& baseStep, const StepSequence& otherStep);

/// Sentences on what the steps of a run are: how many, their spread, what was left out.
[[nodiscard]] std::vector<Message> aboutSteps(const ComparedRun& run);

}  // namespace kernline
