// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kernline {

/// "34.36 GFLOP", "512 FLOP": floating-point operations, four significant digits at most, powers of 1000.
[[nodiscard]] std::string formatFlops(double flops);

}  // namespace kernline
