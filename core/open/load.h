// SPDX-License-Identifier: GPL-3.0-or-later
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

namespace kernline {

/// Reads a profile of any format Kernline knows, recognized by its content. `path` "-" is standard input.
/// Blocks until done; a request on `stop` ends it within milliseconds with Error::Kind::Canceled. Everything that
/// was skipped or repaired is in the trace's report; what is no profile at all is refused in one sentence.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options,
                                                          std::stop_token stop, Progress& progress);

/// Loads an input that is open already, otherwise like `load`. Memory that is short throws.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> loadInput(Input opened, const LoadOptions& options,
                                                               std::stop_token stop, Progress& progress);

}  // namespace kernline
