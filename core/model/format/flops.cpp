// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/flops.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace kernline {

std::string formatFlops(double flops) {
  constexpr std::pair<double, std::string_view> units[] = {
      {1e15, "PFLOP"}, {1e12, "TFLOP"}, {1e9, "GFLOP"}, {1e6, "MFLOP"}, {1e3, "kFLOP"}};
  for (const auto& [size, unit] : units) {
    if (flops >= size) {
      return fmt::format("{:.4g} {}", flops / size, unit);
    }
  }
  return fmt::format("{:.0f} FLOP", flops);
}

}  // namespace kernline
