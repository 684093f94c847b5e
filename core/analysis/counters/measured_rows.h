// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/measured_work.h"
#include "core/analysis/statistics/statistics.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>

namespace kernline {

/// Returns what counters measured for the device activity in rows of statistics, by `StatisticsRow::key`. `options.by`
/// must be the key of the rows. Empty, at no cost, without counters.
[[nodiscard]] std::map<std::uint32_t, MeasuredWork> measuredRows(const Trace& trace, const StatisticsOptions& options);

}  // namespace kernline
