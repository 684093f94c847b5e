// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <string>
#include <vector>

namespace kernline {

/// Files of an experiment that can be compared with each other, each with the path that opens it.
struct ComparableFiles {
  std::vector<std::string> runs;
  std::vector<std::string> logs;     ///< logs with something in them to compare; ncu reports too
  std::vector<std::string> records;  ///< records of results
};

[[nodiscard]] ComparableFiles comparableFiles(const Experiment& experiment);

/// Maximum number of runs that are compared without being named.
inline constexpr std::size_t maxUnnamedRuns = 16;

/// Returns the files to compare if the user names none: all runs, or one run and its logs, or all logs, or all records,
/// if only one of these is there. Errors: several are, or none is, with what to name.
[[nodiscard]] Expected<std::vector<std::string>> filesToCompare(const Experiment& experiment);

}  // namespace kernline
