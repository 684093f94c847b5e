// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/merge_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kernline::test {
namespace {

TEST(MergeRuns, sortsAsAStableSortDoes) {
  for (const std::size_t count : {0, 1, 2, 3, 10, 1000}) {
    for (const std::size_t run : {1, 2, 7, 300}) {
      std::vector<std::int64_t> keys;
      for (std::size_t i = 0; i < count; ++i) {
        keys.push_back(static_cast<std::int64_t>((i % run) * 3 + i / run % 2));  // many are equal
      }
      std::vector<std::uint32_t> numbers(count);
      std::iota(numbers.begin(), numbers.end(), 0U);
      std::vector<std::uint32_t> expected = numbers;
      const auto keyOf = [&](std::uint32_t number) { return keys[number]; };
      std::ranges::stable_sort(expected, {}, keyOf);
      mergeRuns(numbers, keyOf);
      EXPECT_EQ(numbers, expected) << count << " in runs of " << run;
    }
  }
}

}  // namespace
}  // namespace kernline::test
