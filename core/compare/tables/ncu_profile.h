// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/log/log.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// A report of Nsight Compute (ncu) as a summary comparable with those of other profilers: a row a kernel with
/// its launches, the time of all of them, and the line of the first. The report itself has a table a launch, with a
/// row a metric. nullptr if no launch has a duration.
[[nodiscard]] std::shared_ptr<const Log> profileOfNcu(const Log& log);

/// Returns what to record so that a log's launches can be compared; std::nullopt if it has none, or has durations.
[[nodiscard]] std::optional<Message> missingDurations(const Log& log);

/// Names of totals in such a summary.
inline constexpr std::string_view ncuMinClock = "Lowest SM Frequency";
inline constexpr std::string_view ncuMaxClock = "Highest SM Frequency";
inline constexpr std::string_view ncuLaunches = "Launches";
inline constexpr std::string_view ncuUntimed = "Launches without a duration";

}  // namespace kernline
