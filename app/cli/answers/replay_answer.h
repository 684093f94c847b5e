// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/rerun/rerun_plan.h"
#include "core/analysis/rerun/rerun_results.h"
#include "core/analysis/work/reference_device.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline::cli {

/// Calls of an operator with the same inputs, and what one of them needs.
struct ReplayRow {
  RerunCase one;
  std::optional<double> flops = {};
  std::optional<double> bytes = {};
  std::optional<double> rooflineNs = {};       ///< roofline on the device of the profile
  std::optional<double> aloneRooflineNs = {};  ///< roofline on the device that measured
};

struct ReplayedStep {
  std::size_t index = 0;  ///< index among the steps of its process
  std::size_t count = 0;  ///< steps of that process
  std::string name;
};

struct FileReplay {
  LoadedFile file;
  std::optional<TimeRange> range;    ///< range of --range or --steps
  std::optional<ReplayedStep> step;  ///< step in which calls are counted
  bool isOfStep = false;             ///< only the operators of that step are listed
  ReferenceDevice device;
  std::vector<ReplayRow> rows;  ///< all that are requested, by time
  std::size_t top = 0;          ///< rows to list, 0 for all
  std::optional<RerunResults> results;
};

/// Rows that are listed, and run.
[[nodiscard]] std::span<const ReplayRow> listedRows(const FileReplay& answer);

void writeReplayJson(Output& output, const FileReplay& answer);
void writeReplayCsv(Output& output, const FileReplay& answer);
void writeReplayText(Output& output, const FileReplay& answer);

}  // namespace kernline::cli
