// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/rocm_timeline.h"
#include "core/import/rocpd/row_events.h"
#include "core/import/sqlite/connection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::rocpd {

/// Whether these tables are those of rocprof version 1 (tblextr.py): HIP, HSA, OPS, COPY, rocTX, KERN or A.
[[nodiscard]] bool isRocprof(const sqlite::Connection& database, const std::vector<std::string>& tableNames);

/// Reads them. They go to `tables` by their numbers.
void readRocprof(const sqlite::Connection& database, RocmTimeline& timeline, std::vector<SourceTable>& tables);

}  // namespace kernline::rocpd
