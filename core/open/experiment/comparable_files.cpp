// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/comparable_files.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

bool canBeCompared(const FileContents& seen) {
  return !seen.isSeen || seen.tables > 0 || seen.measurements > 0;
}

/// Names one or two files of each kind as an example.
std::string exampleOf(const ComparableFiles& files) {
  if (files.runs.size() > 1) {
    return files.runs[0] + " " + files.runs[1];
  }
  if (!files.runs.empty() && !files.logs.empty()) {
    return files.runs.front() + " " + files.logs.front();
  }
  return files.logs.empty() ? files.records.front() : files.logs.front();
}

}  // namespace

ComparableFiles comparableFiles(const Experiment& experiment) {
  ComparableFiles found;
  for (const ExperimentGroup& group : experiment.groups) {
    for (const ExperimentRun& run : group.runs) {
      if (!run.path.empty()) {
        found.runs.push_back(run.path);
      }
    }
    for (const GroupedFile& member : group.files) {
      const FoundFile& file = experiment.files[member.file];
      const bool isLog = file.kind == FileKind::Log || file.kind == FileKind::NcuReport;
      if (isLog && canBeCompared(experiment.contents[member.file])) {
        found.logs.push_back(file.path);
      } else if (file.kind == FileKind::Records) {
        found.records.push_back(file.path);
      }
    }
  }
  return found;
}

Expected<std::vector<std::string>> filesToCompare(const Experiment& experiment) {
  ComparableFiles files = comparableFiles(experiment);
  const auto refused = [&](const Phrase& phrase) {
    return std::unexpected(Error{Error::Kind::Usage, phrase.with(experiment.place, files.runs.size(), files.logs.size(),
                                                                 files.records.size(), exampleOf(files))});
  };
  const bool hasRuns = files.runs.size() > 1;
  const bool isRunWithLogs = files.runs.size() == 1 && !files.logs.empty();
  const bool hasLogs = files.runs.empty() && !files.logs.empty();
  if (files.runs.size() + files.logs.size() + files.records.size() < 2 && files.logs.empty() && files.records.empty()) {
    return std::unexpected(
        Error{Error::Kind::Usage, Phrase::tr("%1 contains nothing to compare").with(experiment.place)});
  }
  if (static_cast<int>(hasRuns) + static_cast<int>(hasLogs || isRunWithLogs) +
              static_cast<int>(!files.records.empty()) !=
          1 ||
      (hasRuns && !files.logs.empty())) {
    return refused(
        Phrase::tr("%1 has %2 runs, %3 logs and ncu reports, and %4 files of results; name those to compare, for "
                   "example %5"));
  }
  if (hasRuns && files.runs.size() > maxUnnamedRuns) {
    return refused(Phrase::tr("%1 has %2 runs; name those to compare, for example %5"));
  }
  if (!files.records.empty()) {
    return std::move(files.records);
  }
  std::vector<std::string> chosen = std::move(files.runs);
  std::ranges::move(files.logs, std::back_inserter(chosen));
  return chosen;
}

}  // namespace kernline
