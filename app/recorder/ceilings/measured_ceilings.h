// SPDX-License-Identifier: Apache-2.0
// This folder measures the peak rates of a device for the roofline.
#pragma once

#include <string>

#include "app/recorder/ceilings/peak_rates.h"
#include "app/recorder/cuda/device_facts.h"

namespace kernline::recorder {

/// Measured peak rates of this device, with which a kernel's run is compared.
struct Ceilings {
  double copyBytesPerSecond = 0;  // read plus written, by the driver's own copy
  double matmulFlopsPerSecond = 0;
  std::string matmulType;
  double specifiedBytesPerSecond = 0;
  double specifiedFlopsPerSecond = 0;
};

/// Measures on the current device; `rate` as in Work. Once a process for each rate: it takes about half a second.
Ceilings measuredCeilings(const DeviceFacts& facts, const std::string& rate);

/// All that `kernline record ceilings` measures, on the current device; types it has no products of are left out.
PeakRates measuredPeakRates(const DeviceFacts& facts);

}  // namespace kernline::recorder
