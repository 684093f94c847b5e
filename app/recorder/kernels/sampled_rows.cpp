// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/sampled_rows.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <set>
#include <thread>

namespace kernline::recorder {

std::vector<std::size_t> sampledRows(std::size_t rows, std::size_t maxCount, std::uint64_t seed) {
  std::vector<std::size_t> chosen(std::min(rows, maxCount));
  if (rows <= maxCount) {
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    return chosen;
  }
  std::mt19937_64 random(seed);
  std::set<std::size_t> different{0, rows - 1};
  while (different.size() < maxCount) {
    different.insert(random() % rows);
  }
  return {different.begin(), different.end()};
}

std::string rowsCompared(std::size_t sampled, std::size_t rows) {
  return sampled == rows ? "all " + std::to_string(rows) + " rows"
                         : std::to_string(sampled) + " of " + std::to_string(rows) + " rows";
}

void onEveryCore(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      work(i);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned int i = 1; i < std::thread::hardware_concurrency(); ++i) {
    threads.emplace_back(run);
  }
  run();
}

}  // namespace kernline::recorder
