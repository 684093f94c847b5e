// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads output of `perf script`.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::perf {

/// Whether a text with this beginning is what `perf script` prints: the head of a sample, then a line of its stack.
[[nodiscard]] bool isScript(std::string_view head);

/// Reads it. Each thread is a row, the idle thread of each processor too; a sample of an event of time lasts until the
/// next one of its thread or processor (samples::SampledThreads). Counts of other events are instants and counters
/// (CountedEvents). Errors: canceled, no sample, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPerfScript(std::shared_ptr<const Input> input,
                                                                    const LoadOptions& options, std::stop_token stop,
                                                                    Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPerfScriptText(std::string text, const LoadOptions& options);

}  // namespace kernline::perf
