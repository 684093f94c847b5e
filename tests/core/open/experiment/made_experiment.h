// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"
#include "core/open/open_ranks.h"
#include "tests/core/compare/ranks/made_ranks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {

/// A trace with kernels of these names.
inline std::string traceOf(const std::vector<std::string>& kernels, int rank = 0, int worldSize = 1) {
  MadeRank made(rank, worldSize);
  double at = 10;
  for (const std::string& kernel : kernels) {
    made.kernel(kernel, at, 5);
    at += 10;
  }
  return made.json();
}

/// What nsys prints of them.
inline std::string nsysTable(const std::vector<std::string>& kernels) {
  std::string text =
      " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
      " Time (%)  Total Time (ns)  Instances  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)  Name\n"
      " --------  ---------------  ---------  --------  --------  --------  --------  -----------  ----\n";
  for (const std::string& kernel : kernels) {
    text += fmt::format(
        "     25.0             5000          1    5000.0    5000.0      5000      5000          0.0  {}\n", kernel);
  }
  return text;
}

/// Fails the running test if it cannot be opened.
inline OpenedPlace opened(const std::string& path) {
  Progress progress;
  auto place = openPlace(path, {}, {}, progress);
  EXPECT_TRUE(place) << (place ? "" : place.error().message.english());
  return place ? *place : OpenedPlace{};
}

}  // namespace kernline::test
