// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace kernline {

/// Calls `work(i)` for each i in [0, count), on up to `threads` threads, the caller's included. Items are taken in
/// order, so put the largest first. `work` must not throw.
template <typename Work>
void parallelFor(unsigned threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto drain = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      work(i);
    }
  };
  std::vector<std::jthread> others;
  const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1U), count);
  for (std::size_t i = 1; i < wanted; ++i) {
    others.emplace_back(drain);
  }
  drain();
}

/// After so many spans a loop over all of them looks whether it has been stopped: every few hundred microseconds.
inline constexpr std::uint32_t spansBetweenStops = 1U << 16U;

/// How many workers a job gets when nobody says otherwise.
inline unsigned defaultThreads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace kernline
