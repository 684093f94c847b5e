// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// Steps by number, from 0, both ends included.
struct StepNumbers {
  std::size_t first = 0;
  std::size_t last = 0;  ///< SIZE_MAX: the last there is
};

/// "3", "3..5", "3.." or "..5". Error: Usage with what is expected.
[[nodiscard]] Expected<StepNumbers> parseStepNumbers(std::string_view text);

/// Returns the range from the beginning of the first of these steps to the end of the last. If several processes have
/// steps, it covers those of each. Error: Usage with how many there are.
[[nodiscard]] Expected<TimeRange> rangeOfSteps(const Trace& trace, std::span<const Step> steps, StepNumbers numbers);

/// The part of a profile that the user requests: by time, or by the steps in it. All empty for the whole.
struct RangeChoice {
  std::string range;    ///< text for `parseTimeRange`
  std::string steps;    ///< text for `parseStepNumbers`
  std::string stepsBy;  ///< choice of steps, as `stepChoice` reads it
  bool isLazy = false;  ///< only the time in `range` is to be read, where a file allows that

  /// Returns the range to pass to `LoadOptions`.
  [[nodiscard]] std::string rangeToRead() const { return isLazy ? range : std::string(); }
  [[nodiscard]] bool isWhole() const { return range.empty() && steps.empty(); }
};

/// Returns the requested range, part of which may lie outside of the profile. Error: Usage with a message that all of
/// it does, or for steps how many there are.
[[nodiscard]] Expected<TimeRange> rangeOf(const RangeChoice& choice, const Trace& trace);
/// Resolves a range within bounds, for documents that are no trace and have no steps.
[[nodiscard]] Expected<TimeRange> rangeOf(const RangeChoice& choice, TimeRange bounds);

}  // namespace kernline
