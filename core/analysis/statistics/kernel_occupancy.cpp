// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/kernel_occupancy.h"

#include "core/analysis/statistics/launch_fit.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/occupancy.h"

#include <algorithm>
#include <cmath>

namespace kernline {

KernelOccupancy kernelOccupancy(const ArgNode& args, const Device* device) {
  constexpr double percent = 100;
  const auto printed = numberOf(args.find("est. achieved occupancy %"));
  if (printed && std::isfinite(*printed) && *printed > 0) {
    return {.share = *printed / percent, .source = OccupancySource::Profiler};
  }
  if (device == nullptr || device->multiprocessors == 0) {
    return {};
  }
  const auto computed = occupancy(device->computeMajor, device->computeMinor, launchNeeds(args, *device));
  return computed ? KernelOccupancy{.share = *computed, .source = OccupancySource::Computed} : KernelOccupancy{};
}

const Device* describedDevice(const Trace& trace, std::int32_t number) {
  const auto found = std::ranges::find(trace.devices(), number, &Device::id);
  return found == trace.devices().end() ? nullptr : &*found;
}

}  // namespace kernline
