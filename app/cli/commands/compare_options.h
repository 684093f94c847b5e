// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answers/compare_answer.h"
#include "app/cli/commands/compare_form.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace kernline::cli {

struct CompareOptions {
  CompareForm form;
  CompareChoice choice;
  std::string by;  ///< empty for what suits the traces; or a dimension
  std::string step;
  std::vector<std::string> pairs;
  std::string ofRuns;    ///< the first option given that only the comparison of runs takes
  std::string ofTables;  ///< the first that only that of tables takes
  std::string pattern;
  bool series = false;
  bool byTime = false;
  bool isFromPlace = false;  ///< files were found in a folder or an archive, in the order of their names
  bool why = false;
  std::vector<std::string> reports;  ///< Nsight Compute reports, in the order of the traces
};

void addCompareOptions(CLI::App& command, CompareOptions& options);

/// Notes which options were given that have no effect on traces, or on tables; refuses those without any.
void noteGivenOptions(const CLI::App& command, CompareOptions& options);

/// Takes what kernels of traces are matched by.
[[nodiscard]] CLI::Validator runKeyNames();

}  // namespace kernline::cli
