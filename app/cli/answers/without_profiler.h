// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/undisturbed.h"

#include <optional>
#include <string>

namespace kernline::cli {

/// Returns the step time without the profiler in one line; empty if unknown or about the same.
[[nodiscard]] std::string withoutProfilerText(const std::optional<StepWithoutProfiler>& step);

}  // namespace kernline::cli
