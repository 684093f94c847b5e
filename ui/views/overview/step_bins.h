// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/time_breakdown.h"

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// Neighbouring steps taken together, so that a chart of thousands stays readable: their parts are means.
struct StepBin {
  std::size_t first = 0;
  std::size_t count = 0;
  TimeCategories mean;
  std::size_t longest = 0;  ///< the step of the bin that lasts longest
};

/// `steps` in at most `maxBins` bins of equal count (the last may hold fewer). A bin holds steps of one process only,
/// so there may be one more for each further process.
[[nodiscard]] std::vector<StepBin> stepBins(const std::vector<StepParts>& steps, std::size_t maxBins);

/// The steps themselves.
[[nodiscard]] std::vector<Step> stepsOf(const std::vector<StepParts>& steps);

}  // namespace kernline::ui
