// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/trace_work.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Work of a kernel, or of everything that an operator launched, as one call.
struct SpanWork {
  WorkFigures figures;
  std::vector<WorkRow> calls;  ///< rows of the operators, with their rules or why they have none
};

/// `launched` ascending: the span itself, or what was launched in it. `device` as `WorkDevice` has it. Empty if
/// stopped.
[[nodiscard]] SpanWork spanWork(TraceAnalysis& analysis, std::vector<SpanId> launched, const QString& device,
                                const std::stop_token& stop);

}  // namespace kernline::ui
