// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about memory over time: live blocks, stacked blocks, runs on one axis, memory in logs.
#pragma once

#include "core/analysis/memory/memory_comparison.h"
#include "core/model/base/message.h"
#include "core/model/memory/memory_history.h"

namespace kernline {

/// Returns true if no record has a time, as in snapshots of torch before 2.1: each record is then a nanosecond.
[[nodiscard]] bool isNumbered(const MemoryHistory& history);

/// "12.85 ms" since the beginning; of records without times "event 17".
[[nodiscard]] Message momentText(const MemoryHistory& history, Time moment);

/// Formats a time on the axis that two runs share.
[[nodiscard]] Message momentText(const MemoryComparison& comparison, Time moment);

/// "6.702 ms"; of records without times "17 events".
[[nodiscard]] Message lengthText(const MemoryHistory& history, Duration length);

}  // namespace kernline
