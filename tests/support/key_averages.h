// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// A time as torch prints it, three digits behind the point of its unit.
struct PrintedTime {
  double ns = 0;
  double lastDigitNs = 1;

  /// Whether `exact` prints so.
  [[nodiscard]] bool isOf(std::int64_t exact) const;
};

/// A row of the table that torch.profiler's key_averages() prints.
struct KeyAverage {
  std::string name;  ///< cut with "..." where long
  std::uint64_t calls = 0;
  PrintedTime cpuSelf;
  PrintedTime cpuTotal;
  PrintedTime cudaSelf;
  PrintedTime cudaTotal;

  [[nodiscard]] bool isOf(std::string_view fullName) const;
};

/// All such tables of a log, in order.
[[nodiscard]] std::vector<std::vector<KeyAverage>> keyAverages(const std::string& log);

}  // namespace kernline::test
