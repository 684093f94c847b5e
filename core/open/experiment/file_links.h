// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <vector>

namespace kernline {

/// Two files that belong together.
struct FileLink {
  std::size_t file = 0;
  std::size_t other = 0;
  JoinReason reason = JoinReason::Folder;
  Message why;
};

/// Returns links of files to runs, and of runs that are the same in two forms. Each file has only its strongest links:
/// guesses by name are left out if contents decide.
[[nodiscard]] std::vector<FileLink> linksBetween(const std::vector<FoundFile>& files,
                                                 const std::vector<FileContents>& contents,
                                                 const std::vector<ExperimentRun>& runs);

}  // namespace kernline
