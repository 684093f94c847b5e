// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/step_range.h"
#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace kernline::cli {

/// Values of `--steps-by WHICH`.
inline constexpr const char* kindsOfSteps =
    "Kind of steps: recorded, annotations, functions, rounds, a name of spans (# for numbers), or a regular expression";

/// Adds `--range A..B` and `--steps A..B`, which exclude each other, and `--steps-by WHICH`. Their syntax is checked
/// before any file is read.
void addRangeOptions(CLI::App& command, RangeChoice& into);

/// Adds `--lazy` to `--range`, for commands that give `RangeChoice::rangeToRead` to `loadFile`.
void addLazyOption(CLI::App& command, RangeChoice& into);

/// Resolves checked options to the part within `file`; std::nullopt for the whole file. Error if it is outside of the
/// profile, or if there are no such steps.
[[nodiscard]] Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const LoadedFile& file);
/// Resolves a range within bounds, for documents that are no trace and have no steps.
[[nodiscard]] Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const std::string& path,
                                                             TimeRange bounds);
/// Resolves a range of a trace.
[[nodiscard]] Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const std::string& path,
                                                             const Trace& trace);
/// Tells the steps of `--steps-by` if there are such.
void useSteps(const RangeChoice& choice, TraceAnalysis& analysis);

}  // namespace kernline::cli
