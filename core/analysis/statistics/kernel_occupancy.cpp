// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/kernel_occupancy.h"

#include "core/model/trace/arg_number.h"
#include "core/model/trace/occupancy.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

/// As a whole number; -1, which no launch can have, for others.
std::int64_t wholeOf(const std::optional<double>& value) {
  constexpr double maxValue = 1 << 30;
  return value && *value >= 0 && *value <= maxValue ? std::llround(*value) : -1;
}

}  // namespace

KernelOccupancy kernelOccupancy(const ArgNode& args, const Device* device) {
  constexpr double percent = 100;
  const auto printed = numberOf(args.find("est. achieved occupancy %"));
  if (printed && std::isfinite(*printed) && *printed > 0) {
    return {.share = *printed / percent, .source = OccupancySource::Profiler};
  }
  const auto blocks = productOf(args.find("grid"));
  if (device == nullptr || device->multiprocessors == 0 || !blocks) {
    return {};
  }
  const auto computed = occupancy(device->computeMajor, device->computeMinor,
                                  {.blocksPerSm = *blocks / device->multiprocessors,
                                   .threads = wholeOf(productOf(args.find("block"))),
                                   .registersPerThread = wholeOf(numberOf(args.find("registers per thread"))),
                                   .sharedBytes = wholeOf(numberOf(args.find("shared memory")))});
  return computed ? KernelOccupancy{.share = *computed, .source = OccupancySource::Computed} : KernelOccupancy{};
}

const Device* describedDevice(const Trace& trace, std::int32_t number) {
  const auto found = std::ranges::find(trace.devices(), number, &Device::id);
  return found == trace.devices().end() ? nullptr : &*found;
}

}  // namespace kernline
