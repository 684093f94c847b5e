// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/profiler_library.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline::recorder {

/// Counter data of the hardware in the form for CUPTI's host library, with the library's results, so that a test can
/// repeat the evaluation without a GPU.
struct KeptCounterData {
  CUpti_ProfilerType type = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  std::string chip;
  std::size_t index = 0;  ///< index of the range or sample
  std::vector<std::string> metrics;
  std::vector<double> values;  ///< one for each metric
  std::vector<std::uint8_t> image;
};

/// The folder that KERNLINE_KEEP_COUNTER_DATA names, into which the first few are written; nullptr if it is not set.
const char* counterDataFolder();
/// Writes one into that folder, until there are enough.
void keepCounterData(const KeptCounterData& data);
/// nullopt for other files.
std::optional<KeptCounterData> readCounterData(const std::string& path);

}  // namespace kernline::recorder
#endif
