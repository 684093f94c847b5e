// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads logs of inference engines over time.
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

namespace kernline::engine {

/// Returns true if a text with this beginning is the log of an engine with its statistics: at least three such lines,
/// and no printed tables.
[[nodiscard]] bool isEngineLog(std::string_view head);

/// Reads the statistics that vLLM, SGLang and TensorRT-LLM print every few seconds, or batches: throughput, running and
/// waiting requests, use of the cache. Each figure is a counter of its engine or rank, each batch an instant. Other
/// lines are counted. Errors: canceled, too large to be decoded, or no trace, if it has results of a benchmark.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readEngineLog(std::shared_ptr<const Input> input,
                                                                   const LoadOptions& options, std::stop_token stop,
                                                                   Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readEngineLogText(std::string text, const LoadOptions& options);

}  // namespace kernline::engine
