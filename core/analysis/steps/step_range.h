// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace kernline {

/// Steps by number, from 0, both ends included.
struct StepNumbers {
  std::size_t first = 0;
  std::size_t last = 0;  ///< SIZE_MAX: the last there is
};

/// "3", "3..5", "3.." or "..5". Error: Usage with what is expected.
[[nodiscard]] Expected<StepNumbers> parseStepNumbers(std::string_view text);

/// From the beginning of the first of these steps to the end of the last. Where several processes have steps, of each
/// of them. Error: Usage with how many there are.
[[nodiscard]] Expected<TimeRange> rangeOfSteps(const Trace& trace, std::span<const Step> steps, StepNumbers numbers);

}  // namespace kernline
