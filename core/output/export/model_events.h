// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"
#include "core/output/export/cut_trace.h"
#include "core/output/file/output_file.h"

#include <stop_token>

namespace kernline {

/// Writes what `range` touches as a Chrome trace, from the model: for traces whose source is no Chrome JSON that could
/// be copied. Spans with their args as the source gives them, instants, counters, records of memory, names of processes
/// and rows, and an arrow for every launch and every flow. Processes of several ranks are called "rank 1: python".
/// Categories become kineto's, so that a span is read as what it is here; correlation ids are numbered anew, unique in
/// the file.
[[nodiscard]] CutTrace writeModelTrace(OutputFile& file, const Trace& trace, TimeRange range,
                                       const std::stop_token& stop);

}  // namespace kernline
