// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/reports_beside.h"

#include <algorithm>

namespace kernline {

std::vector<std::string> reportsBeside(const Experiment& experiment, std::string_view run) {
  std::vector<std::string> reports;
  for (const ExperimentGroup& group : experiment.groups) {
    const auto isFile = [&](const GroupedFile& member) { return experiment.files[member.file].path == run; };
    if (std::ranges::count(group.runs, run, &ExperimentRun::path) == 0 && std::ranges::none_of(group.files, isFile)) {
      continue;
    }
    for (const GroupedFile& member : group.files) {
      const FoundFile& file = experiment.files[member.file];
      if (file.kind == FileKind::NcuReport && file.path != run) {
        reports.push_back(file.path);
      }
    }
  }
  return reports;
}

}  // namespace kernline
