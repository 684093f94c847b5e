// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/undisturbed.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace kernline {

/// What a step takes without the profiler; null where that is not known or about the same.
[[nodiscard]] nlohmann::ordered_json withoutProfilerJson(const std::optional<StepWithoutProfiler>& step);

}  // namespace kernline
