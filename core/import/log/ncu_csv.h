// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/log/log_builder.h"

namespace kernline::logs {

/// Cuts what `ncu --csv --page details` printed, a row a metric of all kernels, into a table a kernel launch, as
/// NcuReader has them. Rows of advice become notes.
void addNcuTables(LogBuilder& log, const LogTable& all);

}  // namespace kernline::logs
