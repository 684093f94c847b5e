// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/wrap_events.h"

#include <string>

namespace kernline {

/// Returns a function that gives the operators of the trace at this path their inputs from the execution trace of the
/// same process in its folder; empty if there is none. An execution trace is looked for among files with names of one
/// ("execution_trace.json.gz", "rank0_et.json"), and read when the first operator without inputs is read.
[[nodiscard]] WrapEvents joinedWithExecutionTrace(const std::string& tracePath);

}  // namespace kernline
