// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"

#include <cstdint>
#include <string>

namespace kernline::cli {

/// "8 steps", or "8 steps of 2 ranks" where several processes have steps of their own; of steps on devices "of 2
/// devices".
[[nodiscard]] std::string stepCount(std::uint64_t count, const FoundSteps& found);

}  // namespace kernline::cli
