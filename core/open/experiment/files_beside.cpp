// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/files_beside.h"

#include <algorithm>

namespace kernline {

std::vector<std::string> filesBeside(const Experiment& experiment, std::string_view run, FileKind kind) {
  std::vector<std::string> beside;
  for (const ExperimentGroup& group : experiment.groups) {
    const auto isFile = [&](const GroupedFile& member) { return experiment.files[member.file].path == run; };
    if (std::ranges::count(group.runs, run, &ExperimentRun::path) == 0 && std::ranges::none_of(group.files, isFile)) {
      continue;
    }
    for (const GroupedFile& member : group.files) {
      const FoundFile& file = experiment.files[member.file];
      if (file.kind == kind && file.path != run) {
        beside.push_back(file.path);
      }
    }
  }
  return beside;
}

}  // namespace kernline
