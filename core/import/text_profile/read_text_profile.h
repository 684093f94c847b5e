// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads output of py-spy dump and line_profiler.
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

namespace kernline::text_profile {

/// Whether a text with this beginning is what `py-spy dump` or line_profiler print.
[[nodiscard]] bool isTextProfile(std::string_view head);

/// Reads it: stacks as wide as they weigh, a row for each thread or file. Other lines are counted.
/// Errors: canceled, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readTextProfile(std::shared_ptr<const Input> input,
                                                                     const LoadOptions& options, std::stop_token stop,
                                                                     Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readTextProfileText(std::string text, const LoadOptions& options);

}  // namespace kernline::text_profile
