// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/calls/op_statistics.h"
#include "core/analysis/counters/measured_work.h"
#include "core/analysis/statistics/statistics.h"
#include "core/model/names/name_style.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

struct FileStatistics {
  LoadedFile file;
  std::string by;
  std::string kind;
  std::string filter;  ///< empty if all spans count
  std::optional<TimeRange> range;
  Statistics statistics;
  std::optional<Statistics> all = {};  ///< statistics without the filter, with a filter
  /// Self and total times of operators by name, by the rows of `statistics`; else empty.
  std::vector<OpStatisticsRow> ops = {};
  std::map<std::uint32_t, MeasuredWork> measured = {};  ///< counters by the rows' keys, where they were sampled
  std::shared_ptr<const InputShapes> shapes = {};       ///< shapes, where rows are by shape
};

struct StatsStyle {
  std::optional<std::size_t> limit;  ///< rows of each file; 0 for all
  /// Style of kernel names; std::nullopt for short ones in text tables, and unchanged ones elsewhere.
  std::optional<NameStyle> names;
};

/// Rows of all files in one array, file after file; with several files each row has the index of its own.
void writeStatsJson(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style);
/// Writes CSV by RFC 4180, but with line feeds; a first column `file` where there are several.
void writeStatsCsv(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style);
/// Writes the columns of the CSV as a Markdown table.
void writeStatsMarkdown(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style);
/// A table a file.
void writeStatsText(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style);

}  // namespace kernline::cli
