// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_tables.h"

namespace kernline::records {

/// Returns true if a record is from a benchmark of serving (those of vLLM, SGLang and TensorRT-LLM): it has a
/// throughput or a latency by one of their names. Such a record is enough alone.
[[nodiscard]] bool isServingResult(const Record& record);

/// Says the units of their members, which the names leave out: `request_throughput` is in req/s, `duration` in s.
void sayServingUnits(Record& record);

}  // namespace kernline::records
