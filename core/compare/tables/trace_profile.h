// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "core/model/trace/trace.h"

#include <memory>

namespace kernline {

/// A trace as the table that torch.profiler would have printed, for comparison with a printed one: a row
/// an operator, annotation, runtime call and cost of the profiler with its calls, self host and (of operators) self
/// device time, a row a kernel (memcpys and memsets too) with its calls and time, and both totals. The log names the
/// trace's file; its lines are 0.
[[nodiscard]] std::shared_ptr<const Log> profileOf(const Trace& trace);

/// Returns true if it is such a table, which was not printed.
[[nodiscard]] bool isOfTrace(const LogTable& table);

}  // namespace kernline
