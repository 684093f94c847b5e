// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/exit_code.h"

#include <string>
#include <vector>

namespace kernline::cli {

/// Becomes the viewer with these files. Returns only if it cannot, after saying why: a word that is no file may be one
/// of the `commands`, misspelled.
[[nodiscard]] ExitCode openViewer(const std::vector<std::string>& files, const std::vector<std::string>& commands);

/// Becomes the viewer without a display. Returns only if it cannot, after saying why.
[[nodiscard]] ExitCode openViewerHidden(const std::vector<std::string>& arguments);

}  // namespace kernline::cli
