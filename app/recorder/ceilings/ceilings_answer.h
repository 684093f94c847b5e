// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/recorder/ceilings/peak_rates.h"

namespace kernline::recorder {

/// The answer of `record ceilings --json`; `keptIn`: the file that has the figures now, or empty.
std::string ceilingsJson(const PeakRates& rates, const std::string& keptIn);
std::string ceilingsText(const PeakRates& rates, const std::string& keptIn);

}  // namespace kernline::recorder
