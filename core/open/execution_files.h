// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/wrap_events.h"

#include <string>

namespace kernline {

/// How the operators of the trace at this path get their inputs from the execution trace of the same process that lies
/// in its folder; empty if none does. An execution trace is looked for among files whose names speak of one
/// ("execution_trace.json.gz", "rank0_et.json"), and read when the first operator without inputs is looked at.
[[nodiscard]] WrapEvents joinedWithExecutionTrace(const std::string& tracePath);

}  // namespace kernline
