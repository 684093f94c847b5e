// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads speedscope's own files, sampled and evented.
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

namespace kernline::speedscope {

/// Whether a text with this beginning is a profile in speedscope's own format.
[[nodiscard]] bool isProfile(std::string_view head);

/// Reads such a profile: each of its profiles is a thread, evented ones with their spans, sampled ones with a span for
/// each frame as long as consecutive samples have it. Times are rounded to the nanosecond, half away from zero; where
/// values are bytes or have no unit, one is a nanosecond, and `SourceFile::format` has a note on that.
/// Errors: canceled, no profile, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readSpeedscope(std::shared_ptr<const Input> input,
                                                                    const LoadOptions& options, std::stop_token stop,
                                                                    Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readSpeedscopeText(std::string text, const LoadOptions& options);

}  // namespace kernline::speedscope
