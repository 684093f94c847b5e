// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/kept_ceilings.h"

#include <fmt/format.h>

namespace kernline::recorder {

namespace {

constexpr double tera = 1e12;

}  // namespace

std::string deviceLine(const PeakRates& rates, std::string_view day) {
  std::string line = fmt::format("{}: memory {:.4g}", rates.deviceName, rates.copyBytesPerSecond / tera);
  if (rates.l2BytesPerSecond > 0) {
    line += fmt::format(", l2 {:.4g}", rates.l2BytesPerSecond / tera);
  }
  for (const TypeRate& rate : rates.products) {
    line += fmt::format(", {} {:.4g}", rate.type, rate.measured / tera);
  }
  return line + fmt::format(", launch {:.3g}; measured {}", rates.launchNs / 1e3, day);
}

}  // namespace kernline::recorder
