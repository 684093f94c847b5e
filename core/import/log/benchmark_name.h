// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// Parts of a run's name in google-benchmark: "BM_Copy<float>/8/n:64/real_time/threads:4".
struct BenchmarkName {
  std::string benchmark;                                        ///< "BM_Copy<float>"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< arg1=8, n=64, threads=4
  std::string variant;                                          ///< "real_time"; what is neither
};

[[nodiscard]] BenchmarkName benchmarkName(std::string_view name);

}  // namespace kernline::logs
