// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/statistics.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "ui/views/statistics/statistics_table.h"

#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The spans that a row of statistics counts, sorted by start, then by id. O(spans), or O(spans · log spans) by op.
[[nodiscard]] Expected<std::vector<SpanId>> rowSpans(const Trace& trace, const StatisticsOptions& options,
                                                     std::uint32_t key, std::stop_token stop);

/// Returns the spans of the row at a place in a table.
[[nodiscard]] Expected<std::vector<SpanId>> rowSpans(const StatisticsTable& table, std::size_t place,
                                                     std::stop_token stop);

}  // namespace kernline::ui
