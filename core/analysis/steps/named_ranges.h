// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <string_view>
#include <vector>

namespace kernline {

/// Leaves those that have a length and lie in no other one, in time order. If one begins a little before the one before
/// ends, by less than half of either, that one ends there; others that overlap one before are left out, for they would
/// count twice.
void keepDisjoint(std::vector<TimeRange>& ranges);

/// The first track that has a span of that name, or none. Linear.
[[nodiscard]] TrackId firstTrackWith(const Trace& trace, std::string_view name);

/// The spans of that name on the first track that has any, made disjoint.
[[nodiscard]] std::vector<TimeRange> rangesNamed(const Trace& trace, std::string_view name);

}  // namespace kernline
