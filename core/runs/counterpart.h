// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/run_comparison.h"

#include <cstddef>

namespace kernline {

/// The work of run `to` that is what `span` is in run `from`: of the step with the same number (warm-up left out) the
/// work of the same row that comes as the same number in it. None outside of steps, or where the other step has fewer.
/// Linear in the work of two steps.
[[nodiscard]] SpanId counterpart(const RunComparison& comparison, std::size_t from, SpanId span, std::size_t to);

}  // namespace kernline
