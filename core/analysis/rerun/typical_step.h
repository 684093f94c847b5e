// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline {

/// A step that stands for the others: in the middle, after warm-up.
struct TypicalStep {
  std::size_t index = 0;  ///< index among the steps of its process
  std::size_t count = 0;  ///< steps of that process
  std::string name;
  ActivityList activities;  ///< never empty
};

/// Returns the step in the middle of those of the first process that launched device activity; std::nullopt if there is
/// none.
[[nodiscard]] std::optional<TypicalStep> typicalStep(const Trace& trace, const FoundSteps& found,
                                                     const std::stop_token& stop = {});

}  // namespace kernline
