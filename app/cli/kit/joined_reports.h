// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/ncu/measured_kernels.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// Adds `--ncu REPORT…`: reports of Nsight Compute of the program that was profiled.
void addNcuOption(CLI::App& command, std::vector<std::string>& into);

/// A profile, and the reports that are to be joined to it.
struct ProfileWithReports {
  std::string profile;
  std::vector<std::string> reports;
};

/// Returns the only run in a folder or an archive of several files, with its reports; else the path itself. `reports`
/// are added. std::nullopt, with a line on stderr, if it is unusable or does not have exactly one run.
[[nodiscard]] std::optional<ProfileWithReports> profileWithReports(const std::string& path,
                                                                   std::vector<std::string> reports);

/// nullopt if one cannot be used, or is no report with launches, which has been reported then.
[[nodiscard]] std::optional<std::vector<NcuReport>> loadReports(const std::vector<std::string>& paths);

/// Joins the reports, if there are any, to the trace of `analysis`, and what its recorder counted. With reports, reads
/// the args of all kernels.
void useReports(const std::vector<NcuReport>& reports, TraceAnalysis& analysis);

}  // namespace kernline::cli
