// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/model/base/time.h"
#include "core/model/log/log.h"

#include <memory>
#include <string>
#include <vector>

namespace kernline::cli {

/// A log that could be read, and how long that took.
struct LoadedLog {
  std::string path;
  std::shared_ptr<const Log> log;
  Duration loadTime;
};

void writeTablesJson(Output& output, const std::vector<LoadedLog>& logs);
/// Every cell as a line of its own: file, table, row, column, number, unit, text; measurements after the tables.
void writeTablesCsv(Output& output, const std::vector<LoadedLog>& logs);
/// Writes text for people: numbers in units that fit, the first rows of each table unless `complete`.
void writeTablesText(Output& output, const LoadedLog& log, bool complete);
/// Writes the contents of a log in some lines.
void writeLogSummaryText(Output& output, const LoadedLog& log, bool complete);

}  // namespace kernline::cli
