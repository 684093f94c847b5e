// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/unit_text.h"
#include "core/model/log/log_builder.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline::logs {

// Tables of one kernel's metrics: a row a metric, each with a unit of its own, in a column. Numbers of a known unit are
// in its base unit, and so is the unit of the row.

/// The columns of what `ncu` prints of a launch, and of what `--print-summary` prints of many.
inline constexpr std::string_view ncuValue[] = {"Metric Value"};
inline constexpr std::string_view ncuSummary[] = {"Minimum", "Maximum", "Average"};

/// A table of Nsight Compute without rows: `Section`, `Metric Name`, `Metric Unit` and a column for each of `values`.
[[nodiscard]] LogTable emptyNcuTable(LogBuilder& log, std::string_view kernel, ContextId context,
                                     std::span<const std::string_view> values = ncuValue);
/// Adds a row with as many values as the table has columns for them.
void addNcuMetric(LogBuilder& log, LogTable& table, std::uint32_t line, std::string_view section,
                  std::string_view metric, std::string_view unit, std::span<const std::string_view> values);

/// The unit of an ncu metric, decimal as ncu has it: "Kbyte/block" is bytes, "cycle/nsecond" hertz.
[[nodiscard]] std::optional<UnitText> ncuUnit(std::string_view text);

/// A row of nvprof's tables of metrics and events.
struct NvprofMetric {
  std::string_view invocations;
  std::string_view name;
  std::string_view description;  ///< events have none
  std::span<const std::string_view> values;
};

/// A table of nvprof without rows: `Invocations`, `name` ("Metric Name", "Event Name"), `Metric Description`,
/// `Metric Unit`, and a column for each of `values`.
[[nodiscard]] LogTable emptyNvprofTable(LogBuilder& log, std::string_view title, ContextId context,
                                        std::string_view name, std::span<const std::string_view> values);
/// Adds a row; false, without a row, if invocations or a value are no number. Levels ("Low (1)") count as theirs.
bool addNvprofMetric(LogBuilder& log, LogTable& table, std::uint32_t line, const NvprofMetric& metric);

/// Returns the title of such a table: "kernel, Device …". nvprof quotes devices in its text, and does not in its CSV.
[[nodiscard]] std::string nvprofTitle(std::string_view kernel, std::string_view device);

}  // namespace kernline::logs
