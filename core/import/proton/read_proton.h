// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads the tree of totals that Triton's Proton writes.
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

namespace kernline::proton {

/// Whether a text with this beginning is the tree that Triton's Proton writes (.hatchet): a JSON array whose first
/// element has a frame with metrics.
[[nodiscard]] bool isTree(std::string_view head);

/// Reads such a tree. It has totals by scope and no times: scopes are spans of a thread, side by side and as wide as
/// what is in them; the launches of a kernel are spans of its device, each as long as the next, that add up to its
/// total. `SourceFile::format` has a note on that. Beyond 131,072 launches in a file, further kernels are drawn as one
/// launch each, and counted so. Errors: canceled, no tree, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readProton(std::shared_ptr<const Input> input,
                                                                const LoadOptions& options, std::stop_token stop,
                                                                Progress& progress);

/// Reads text in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readProtonText(std::string text, const LoadOptions& options);

}  // namespace kernline::proton
