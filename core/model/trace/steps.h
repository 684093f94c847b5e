// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// The steps of a trace, by start: ProfilerStep# annotations, the spans of rows that are steps, else annotations
/// numbered like "step 3", "iteration_4" or "batch#5". Spans must be in place.
[[nodiscard]] std::vector<Step> findSteps(const Trace& trace);

/// Returns whether an annotation's name counts steps: one of step, iteration, iter, batch, epoch, then a number.
[[nodiscard]] bool isNumberedStep(std::string_view name);

}  // namespace kernline
