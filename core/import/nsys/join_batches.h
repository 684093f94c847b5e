// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/batch.h"
#include "core/import/nsys/target_info.h"
#include "core/model/trace/trace_builder.h"

#include <vector>

namespace kernline::nsys {

/// Puts all batches into a builder: makes processes and rows, gives every name, category and correlation its number
/// in the trace, ends spans without an end, and adds counters up. Batches in the order of their offsets.
void joinBatches(TraceBuilder& builder, std::vector<Batch>&& batches, const StringIds& strings, const TargetInfo& info);

}  // namespace kernline::nsys
