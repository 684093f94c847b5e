// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// Names of a table's columns.
[[nodiscard]] std::vector<std::string> columnNames(const Log& log, const LogTable& table);
/// The printed cells of a row.
[[nodiscard]] std::vector<std::string> rowTexts(const Log& log, const LogTable& table, std::size_t row);
/// "name=number" of all totals.
[[nodiscard]] std::string totalsText(const Log& log, const LogTable& table);
/// "section | key=value,… | subject | name | number unit | ±error" of a metric.
[[nodiscard]] std::string metricText(const Log& log, const LogMetric& metric);
/// The context's parameters as "name=text".
[[nodiscard]] std::string parametersText(const Log& log, const LogContext& context);
/// "kind count [lines]" of each kind of issue, a line each.
[[nodiscard]] std::string issuesText(const Log& log);
/// All of a log, for golden files.
[[nodiscard]] std::string dumpLog(const Log& log);

}  // namespace kernline::test
