// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads profiles of pprof.
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

namespace kernline::pprof {

/// Whether a file with this beginning, unpacked, is a profile of pprof (perftools.profiles.Profile).
[[nodiscard]] bool isProfile(std::string_view head);

/// Reads such a profile. It has weights of stacks and no times: each of its kinds of values ("cpu", "alloc_space") is
/// a row whose spans are as wide as they weigh, heaviest first; one nanosecond is a nanosecond, a byte or a sample. All
/// rows as one count the value that pprof itself shows first. `SourceFile::format` has a note on that. Errors:
/// canceled, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPprof(std::shared_ptr<const Input> input,
                                                               const LoadOptions& options, std::stop_token stop,
                                                               Progress& progress);

/// Reads bytes in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPprofBytes(std::string bytes, const LoadOptions& options);

}  // namespace kernline::pprof
