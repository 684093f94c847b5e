// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"

#include <QString>

namespace kernline::ui {

/// Returns the name of the steps, or "repeating kernels", "graph launches"; empty if they have several.
[[nodiscard]] QString stepsName(const FoundSteps& found);

/// Formats a list entry: "train_step (annotation), 12".
[[nodiscard]] QString candidateText(const FoundSteps& found);

}  // namespace kernline::ui
