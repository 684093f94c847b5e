// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/exit_code.h"
#include "core/analysis/rerun/rerun_results.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <expected>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::cli {

/// Options for the program of `rerunScript`.
struct ReplayProgramOptions {
  std::string python = "python3";
  std::string l2 = "cold";
  std::size_t samples = 0;  ///< repetitions; 0: as many as the program chooses
  std::vector<std::string> imports;
};

/// Adds `--python`, `--l2`, `--samples` and `--import`.
void addReplayProgramOptions(CLI::App& command, ReplayProgramOptions& into);

/// Runs it and returns its answer; or prints what is missing and returns the exit code.
[[nodiscard]] std::expected<RerunResults, ExitCode> runReplayProgram(const ReplayProgramOptions& options,
                                                                     const std::string& script,
                                                                     const std::stop_token& stop);

}  // namespace kernline::cli
