// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// Alignment of several runs' timelines.
struct RunAlignment {
  enum class By : std::uint8_t {
    Step,           ///< the first step that counts
    FirstActivity,  ///< the first kernel, memcpy or memset of the device, warm-up or not
    Annotation      ///< the first span of a name
  };
  By by = By::Step;
  std::string annotation;
};

/// The point at which a run is aligned.
struct AlignedRun {
  Time anchor;                   ///< lies above the anchors of the others
  std::vector<TimeRange> marks;  ///< marks matched with those of the others, the first with the first; never empty
  double length = 1;             ///< ns: what is as long as in the others where runs are scaled: the mean of a mark
  bool isFound = true;           ///< false: it has no such name and is aligned by its steps
};

/// One for each run.
[[nodiscard]] std::vector<AlignedRun> alignRuns(const RunComparison& comparison, const RunAlignment& alignment);

/// Names of host annotations that all runs have, those that occur most in the base first, `maxNames` at most. Linear in
/// the spans.
[[nodiscard]] std::vector<std::string> commonAnnotations(const RunComparison& comparison, std::size_t maxNames = 200);

}  // namespace kernline
