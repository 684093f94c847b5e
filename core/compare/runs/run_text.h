// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

// Texts for the results of a comparison of recordings.

[[nodiscard]] std::string shownTime(double ns);
[[nodiscard]] std::string signedTime(double ns);  ///< "+1.200 ms", "-3 ns", "0 ns"

/// Returns the name of a row for people, or its name in another run.
[[nodiscard]] std::string shownName(const RunComparison& comparison, std::string_view row);
[[nodiscard]] Message shownName(const RunComparison& comparison,
                                const WaterfallPart& part);  ///< "idle: host-bound", "… 59 more"
[[nodiscard]] Message shownName(const MemoryPart& part);

/// The first rows, which are those that any run has in its steps.
[[nodiscard]] std::size_t rowsInSteps(const RunComparison& comparison);
/// "9" or "8.5" calls per step; empty if none.
[[nodiscard]] std::string shownCalls(const RunSide& side);
[[nodiscard]] std::string changeOf(const RunRow& row, std::size_t run);  ///< "0.512×", "new", "gone"

/// The first `maxShown` parts, without those below 0.1 % of a step, and what is left as one; 0 for all of them.
[[nodiscard]] std::vector<WaterfallPart> shownParts(const RunDifference& difference, std::size_t maxShown);

[[nodiscard]] std::string signedBytes(std::int64_t bytes);  ///< "+12.0 MiB"

/// Returns the parts by which the peaks of memory differ, by absolute delta; those after the first `maxShown` are one
/// part, and equal parts are left out. Deltas add up to the change of the peak. Empty unless both runs recorded their
/// memory.
[[nodiscard]] std::vector<MemoryPart> shownMemoryParts(const RunDifference& difference, std::size_t maxShown);

/// "Peak allocated memory: 694.1 MB → 512.0 MB (-182.1 MB; aten::mm -120.0 MB, …)" of a run, not the base; empty if not
/// recorded.
[[nodiscard]] Message memorySentence(const RunComparison& comparison, std::size_t run);

}  // namespace kernline
