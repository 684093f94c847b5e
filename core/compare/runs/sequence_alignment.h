// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// The positions at which two sequences are equal, as pairs that ascend on both sides: a longest common subsequence
/// (Myers 1986). O((n + m) · d) time and O(d²) memory for d differences; nullopt if they differ in more than
/// `maxDifferences`.
[[nodiscard]] std::optional<std::vector<std::pair<std::size_t, std::size_t>>> alignSequences(
    std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, std::size_t maxDifferences = 1500);

}  // namespace kernline
