// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace kernline {

/// Guesses the baseline among the compared files from their names; nullopt if the names do not show it, and the
/// order in which they were given counts. Neither what all names have in common nor the alphabet counts.
///
/// By words first, in any case and apart from others ("before" in "loss_before.json", "traceBefore2"; not in
/// "threshold"): before, pre, old, base, baseline, ref, reference, orig, original, prev, previous, unoptimized; then
/// main, master, trunk; then head; then names without any of these; last after, post, new, changed, patched, optimized,
/// improved, fixed, tuned, faster, candidate, feature. Then by dates, the earliest: 2026-03-01, 20260301_1530,
/// 2026.03.01 and times since 1970 as PyTorch writes them. Either in the file's name, or else in its folders' names.
/// The first of several equal ones.
[[nodiscard]] std::optional<std::size_t> guessedBaseline(std::span<const std::string> paths);

}  // namespace kernline
