// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/undisturbed.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace kernline {

/// Returns the step time without the profiler; null if unknown or about the same.
[[nodiscard]] nlohmann::ordered_json withoutProfilerJson(const std::optional<StepWithoutProfiler>& step);

}  // namespace kernline
