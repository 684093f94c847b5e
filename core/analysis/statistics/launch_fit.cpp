// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/launch_fit.h"

#include "core/model/trace/arg_number.h"

#include <cmath>
#include <cstdint>

namespace kernline {

namespace {

/// Returns a whole number; -1, which no launch can have, for other values.
std::int64_t wholeOf(const std::optional<double>& value) {
  constexpr double maxValue = 1 << 30;
  return value && *value >= 0 && *value <= maxValue ? std::llround(*value) : -1;
}

}  // namespace

LaunchNeeds launchNeeds(const ArgNode& args, const Device& device) {
  return {.blocksPerSm = productOf(args.find("grid")).value_or(0) / device.multiprocessors,
          .threads = wholeOf(productOf(args.find("block"))),
          .registersPerThread = wholeOf(numberOf(args.find("registers per thread"))),
          .sharedBytes = wholeOf(numberOf(args.find("shared memory")))};
}

std::optional<LaunchFit> launchFit(const ArgNode& args, const Device* device) {
  if (device == nullptr || device->multiprocessors == 0) {
    return std::nullopt;
  }
  const LaunchNeeds needs = launchNeeds(args, *device);
  const auto blocks = residentBlocks(device->computeMajor, device->computeMinor, needs);
  if (!blocks || blocks->fitting() == 0 || !(needs.blocksPerSm > 0)) {
    return std::nullopt;
  }
  return LaunchFit{.blocks = *blocks, .waves = needs.blocksPerSm / static_cast<double>(blocks->fitting())};
}

double lastWave(double waves) {
  const double full = std::ceil(waves) - 1;
  return waves > 0 ? waves - full : 0;
}

}  // namespace kernline
