// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::chrome {

/// The unit of a counter series, if its name leaves no doubt; empty otherwise. The format has no field for it, so:
///   1. a unit in brackets at the end of the counter's or the series' name: "Memory (MB)", "clock [MHz]";
///   2. NVIDIA's metric names (with "__"): "….pct", "….pct_of_peak_…" are %, "…bytes….per_second" bytes/s,
///      "…cycles….per_second" Hz, "…bytes…" bytes, "…cycles…" cycles;
///   3. Bazel's own counters (its CollectLocalResourceUsage.java): memory in MiB, CPU in cores;
///   4. a last word that is a unit: bytes, percent, pct, watts, mhz, celsius, count.
/// Values stay as the file has them: a unit never scales.
[[nodiscard]] std::string_view unitOfCounter(std::string_view name, std::string_view series);

}  // namespace kernline::chrome
