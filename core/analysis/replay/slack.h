// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/time.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// Returns how much later each device activity could begin before the last step that counts ends later, by activity of
/// the graph. Critical work has 0. `replay` has its moments, and was made with `changes`. Empty if stopped. O(n).
[[nodiscard]] std::vector<Duration> slackOfActivities(const ReplayedRun& run, const ReplayChanges& changes,
                                                      const RunReplay& replay, const std::stop_token& stop = {});

}  // namespace kernline
