// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline {

/// Source of a run's steps.
enum class StepSource : std::uint8_t {
  Recorded,    ///< the trace's own steps: ProfilerStep# and the like, annotations that count themselves
  Annotation,  ///< annotations that repeat, or that are named as iterations
  Function,    ///< calls of a Python function that repeat
  Rounds,      ///< the device ran the same kernels again and again: from the first kernel of one round to that of the
               ///< next
  Given,       ///< spans of the name that the user chose
  Whole,       ///< no repetition: all of the device's activity, once
};

/// "recorded", "annotation", "function", "rounds", "given", "whole".
[[nodiscard]] std::string_view toText(StepSource source);

}  // namespace kernline
