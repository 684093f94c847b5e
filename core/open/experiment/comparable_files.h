// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <string>
#include <vector>

namespace kernline {

/// What of an experiment can be compared with each other, each with the path that opens it.
struct ComparableFiles {
  std::vector<std::string> runs;
  std::vector<std::string> logs;     ///< with something in them to compare; ncu reports too
  std::vector<std::string> records;  ///< of results
};

[[nodiscard]] ComparableFiles comparableFiles(const Experiment& experiment);

/// At most this many runs are compared without being named.
inline constexpr std::size_t maxUnnamedRuns = 16;

/// Those that a person means who names none: all runs, or one run and its logs, or all logs, or all records, where
/// only one of these is there. Errors: several are, or nothing is, with what to name.
[[nodiscard]] Expected<std::vector<std::string>> filesToCompare(const Experiment& experiment);

}  // namespace kernline
