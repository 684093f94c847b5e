// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kernline::cli {

/// Explains why a file has no steps by this choice (`stepChoice`), and what to do.
[[nodiscard]] std::string noStepsText(const std::string& file, const std::string& stepsBy);

}  // namespace kernline::cli
