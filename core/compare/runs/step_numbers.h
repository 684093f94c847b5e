// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/measured_steps.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline {

/// The number of each of `measured.steps` among all steps of its process, as every other answer counts them; of rounds
/// of kernels among all of the device. nullopt if it is none of those, such as a whole recording.
[[nodiscard]] std::vector<std::optional<std::size_t>> stepNumbers(const MeasuredSteps& measured);

}  // namespace kernline
