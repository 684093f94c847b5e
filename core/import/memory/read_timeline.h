// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/memory/memory_history.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace kernline::memory {

/// Whether text begins as a file of `export_memory_timeline` does: `[[-1, 1, 37888, 7], …` of the raw one, or
/// `[[1795242700998769, …` with two lists of the other.
[[nodiscard]] bool isTimeline(std::string_view head);

/// Reads a memory timeline of torch.profiler, `.json` (times in µs, and bytes by category at each) or `.raw.json` (a
/// record for each change, in ns). Errors: it is no such file; reading was stopped.
[[nodiscard]] Expected<std::shared_ptr<const MemoryHistory>> readTimeline(Input& input, const LoadOptions& options,
                                                                          const std::stop_token& stop);

}  // namespace kernline::memory
