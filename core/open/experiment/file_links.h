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

/// What belongs to which run, and runs that are one under two forms. Of each file only the strongest links are there:
/// what a name guesses does not stand beside what contents say.
[[nodiscard]] std::vector<FileLink> linksBetween(const std::vector<FoundFile>& files,
                                                 const std::vector<FileContents>& contents,
                                                 const std::vector<ExperimentRun>& runs);

}  // namespace kernline
