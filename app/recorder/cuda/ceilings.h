// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/recorder/cuda/device_facts.h"

namespace kernline::recorder {

/// What this device reaches, against which kernels are held.
struct Ceilings {
  double copyBytesPerSecond = 0;  // read plus written, by the driver's own copy
  double matmulFlopsPerSecond = 0;
  std::string matmulType;
  double specifiedBytesPerSecond = 0;
  double specifiedFlopsPerSecond = 0;
};

/// Measures on the current device; `rate` as in Work. Once a process for each rate: it takes about half a second.
Ceilings measuredCeilings(const DeviceFacts& facts, const std::string& rate);

}  // namespace kernline::recorder
