// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <nlohmann/json.hpp>

#include <cstddef>

namespace kernline {

/// Returns, for each stream with device activity, how busy it was in each of `count` equal parts of the trace's bounds,
/// in thousandths, and how busy in each 4, each 16, … of these: levels, finest first, down to one number.
[[nodiscard]] nlohmann::ordered_json streamBuckets(const Trace& trace, std::size_t count);

/// The most that was allocated and reserved on each device in each of `count` parts; -1 if it has no record.
[[nodiscard]] nlohmann::ordered_json memoryBuckets(const Trace& trace, std::size_t count);

}  // namespace kernline
