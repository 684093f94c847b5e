// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace kernline::recorder {

/// Products of matrices of one type, in FLOP a second.
struct TypeRate {
  std::string type;  ///< "bf16"
  double measured = 0;
  double specified = 0;  ///< 0 if unknown
};

/// Measured peak rates of a device.
struct PeakRates {
  int device = 0;
  std::string deviceName;
  double copyBytesPerSecond = 0;  ///< read plus written
  double specifiedBytesPerSecond = 0;
  double l2BytesPerSecond = 0;  ///< read; 0 if not measured
  std::vector<TypeRate> products;
  double launchNs = 0;       ///< an empty kernel of many that are launched in a row
  double graphLaunchNs = 0;  ///< the same in a graph, without the host: no kernel takes less
};

}  // namespace kernline::recorder
