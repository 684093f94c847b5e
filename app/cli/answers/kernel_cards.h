// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/output.h"
#include "core/model/log/log.h"
#include "core/model/trace/trace.h"

namespace kernline::cli {

/// Writes the limits of launches that Nsight Compute measured, one line each, at most a screen of them unless
/// `complete`. No output for a log without such launches.
void writeKernelCardsText(Output& output, const Log& log, bool complete);
/// Writes the limits of launches that a trace's recorder counted.
void writeKernelCardsText(Output& output, const Trace& trace, bool complete);
/// Returns them with all figures, in the order of the log or of time.
[[nodiscard]] Json kernelCardsJson(const Log& log);
[[nodiscard]] Json kernelCardsJson(const Trace& trace);

}  // namespace kernline::cli
