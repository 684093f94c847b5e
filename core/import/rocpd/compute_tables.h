// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/rocm_timeline.h"
#include "core/import/rocpd/row_events.h"
#include "core/import/sqlite/connection.h"

#include <string>
#include <vector>

namespace kernline::rocpd {

/// Whether these tables are those of `rocprof-compute analyze --output-format db`: dispatches of kernels, and metrics
/// of each kernel.
[[nodiscard]] bool isComputeAnalysis(const std::vector<std::string>& tableNames);

/// Reads them. They go to `tables` by their numbers.
void readComputeAnalysis(const sqlite::Connection& database, RocmTimeline& timeline, std::vector<SourceTable>& tables);

}  // namespace kernline::rocpd
