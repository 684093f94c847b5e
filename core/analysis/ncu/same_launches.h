// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// Launches of two recordings of a program, each by position, that are the same launch.
struct SameLaunches {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< positions in the first and in the second
  /// Number of times the second has launches that the first has once, since steps are repeated.
  std::size_t rounds = 1;
};

/// Matches the launches of two lists, by what is launched (numbers of kernels), in order.
///
/// If all of the first are found one after the other in the second, once or in several rounds that do not overlap, or
/// all of the second once in the first, it is these: of kernels that both launch, else of all, if others separate the
/// rounds. If rounds overlap, it is the beginning, if it is one of them. Else the n-th launch of what both launch
/// equally often is the n-th, and of the rest the whole must be found in that way; what is not is ambiguous, and in no
/// pair.
[[nodiscard]] SameLaunches sameLaunches(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second);

}  // namespace kernline
