// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/recorder/ceilings/peak_rates.h"

namespace kernline::recorder {

/// Formats a line of devices.txt: "NVIDIA H200: memory 4.02, …; measured 2026-11-24".
std::string deviceLine(const PeakRates& rates, std::string_view day);

}  // namespace kernline::recorder
