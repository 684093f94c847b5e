// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_tables.h"

namespace kernline::records {

/// Whether a number among the fields is named as measurements are: "latency_ms", "stats.mean", "Throughput (tok/s)".
/// In a single record only that separates results from settings.
[[nodiscard]] bool holdsMeasurement(const Record& record);

/// Whether it is sure to be a result: a number with a unit, or several that are named as measurements.
[[nodiscard]] bool isClearResult(const Record& record);

}  // namespace kernline::records
