// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads profiles of samply and the Firefox Profiler.
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

namespace kernline::firefox {

/// Whether a text with this beginning is a profile of the Firefox Profiler in its processed form.
[[nodiscard]] bool isProfile(std::string_view head);

/// Reads files of samply and the Firefox Profiler: samples of each thread (samples::SampledThreads), and its markers
/// on a row next to it.
/// Errors: canceled, no threads (as in Firefox's internal form), or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readFirefox(std::shared_ptr<const Input> input,
                                                                 const LoadOptions& options, std::stop_token stop,
                                                                 Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readFirefoxText(std::string text, const LoadOptions& options);

}  // namespace kernline::firefox
