// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/tables/measurements.h"
#include "core/compare/tables/model_comparison.h"
#include "core/compare/tables/pivot.h"
#include "core/compare/tables/table_comparison.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// The user's choices for a comparison. Empty texts: chosen from the data.
struct CompareChoice {
  std::string rows;
  std::string columns;
  std::string metric;
  std::string baseline;             ///< a value of the rows, else of the columns
  std::vector<std::string> where;   ///< "section=Benchmark"
  std::string better;               ///< "less", "more" or "none"
  std::vector<std::size_t> tables;  ///< numbers of profiler tables from 1, over all logs
  std::string time;                 ///< "device", "host" or "launch"
  std::string models;               ///< the dimension whose values are compared over all cells; these are the rows then
  bool matrix = false;              ///< figures of traces among those of logs

  /// Returns true if it selects measurements or their layout.
  [[nodiscard]] bool isOfViews() const;
};

/// Contents of a comparison: measurements laid out, and profiler tables side by side.
struct CompareAnswer {
  std::vector<std::shared_ptr<const Log>> logs;
  Measurements measurements;
  std::vector<Pivot> views;  ///< best first
  /// Comparisons for the metrics of `views`, if `models` was chosen or columns show one.
  std::vector<ModelComparison> models;
  std::vector<TableRef> profiles;         ///< all there are
  std::optional<TableComparison> tables;  ///< comparison of tables, if they were chosen, or there are two, or one a log
  std::vector<Message> picks;             ///< sentences: which printed tables are compared with which traces, and why
  bool isAboutTables = false;  ///< whether it is of traces, or of tables that were chosen: views do not matter
};

/// Errors: an unknown name, with the known ones; a table that is not there.
[[nodiscard]] Expected<CompareAnswer> compareLogs(std::vector<std::shared_ptr<const Log>> logs,
                                                  const CompareChoice& choice);

void writeCompareJson(Output& output, const CompareAnswer& answer);
/// `limit` rows of tables at most; 0 for all.
void writeCompareText(Output& output, const CompareAnswer& answer, std::size_t limit);

}  // namespace kernline::cli
