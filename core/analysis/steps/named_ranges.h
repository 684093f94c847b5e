// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <string_view>
#include <vector>

namespace kernline {

/// Leaves those that have a length and begin no earlier than the one before ends, in time order: the rest would count
/// twice.
void keepDisjoint(std::vector<TimeRange>& ranges);

/// The first track that has a span of that name, or none. Linear.
[[nodiscard]] TrackId firstTrackWith(const Trace& trace, std::string_view name);

/// The spans of that name on the first track that has any, in time order, without what overlaps one before.
[[nodiscard]] std::vector<TimeRange> rangesNamed(const Trace& trace, std::string_view name);

}  // namespace kernline
