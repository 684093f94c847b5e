// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log_builder.h"

namespace kernline::logs {

/// Cuts what `ncu --csv` printed, with `--page details` a row a metric of all kernels and with `--page raw` a row a
/// kernel, into a table a kernel launch, as NcuReader has them; with `--print-summary` a table a row of its summary is
/// about. Rows of advice become notes.
void addNcuTables(LogBuilder& log, const LogTable& all);

}  // namespace kernline::logs
