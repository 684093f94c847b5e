// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/output.h"
#include "core/model/log/log.h"
#include "core/model/trace/trace.h"

namespace kernline::cli {

/// What held back the launches that Nsight Compute measured: a line each, at most a screen of them unless `complete`.
/// Nothing for a log without such launches.
void writeKernelCardsText(Output& output, const Log& log, bool complete);
/// The same of those that the recorder of a trace counted.
void writeKernelCardsText(Output& output, const Trace& trace, bool complete);
/// The same with all figures, in the order of the log or in time.
[[nodiscard]] Json kernelCardsJson(const Log& log);
[[nodiscard]] Json kernelCardsJson(const Trace& trace);

}  // namespace kernline::cli
