// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <string>
#include <vector>

namespace kernline::cli {

/// Becomes the viewer with these files. Returns only if it cannot, after saying why.
[[nodiscard]] ExitCode openViewer(const std::vector<std::string>& files);

/// Runs the viewer without a display and waits for it. Its own exit code, or unusableInput if it cannot be run.
[[nodiscard]] ExitCode runViewerHidden(const std::vector<std::string>& arguments);

}  // namespace kernline::cli
