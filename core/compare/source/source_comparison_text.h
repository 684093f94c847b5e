// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/source/source_comparison.h"

#include <string>

namespace kernline {

/// Samples per launch, or a share of the kernel's: "1 235", "12.3", "25.0 %".
[[nodiscard]] std::string comparedValue(const ComparedKernel& kernel, double value);

/// "-75.0 %" of samples per launch, "+250" of what was not there before, "+3.1 pp" of shares; "≈" of a change that is
/// not clear.
[[nodiscard]] std::string comparedChange(const ComparedKernel& kernel, const SamplePair& samples);

}  // namespace kernline
