// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// The host threads that launch device activity, by number. Linear in the launches.
[[nodiscard]] std::vector<TrackId> launchingThreads(const Trace& trace);

}  // namespace kernline
