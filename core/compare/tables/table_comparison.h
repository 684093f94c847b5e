// SPDX-License-Identifier: GPL-3.0-or-later
// This folder compares printed tables and results: columns, dimensions, matrices, charts, speed-ups.
#pragma once

#include "core/compare/tables/table_time.h"
#include "core/model/base/message.h"
#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A profiler's table in a log.
struct TableRef {
  std::shared_ptr<const Log> log;
  std::size_t table = 0;

  [[nodiscard]] const LogTable& operator*() const { return log->tables()[table]; }
  bool operator==(const TableRef&) const = default;
};

/// Its subject and parameters, else what stood before its lines, else its title, else where it begins: "Softmax,
/// seq_len=256", "g43".
[[nodiscard]] Message tableName(const TableRef& ref);

/// Returns the names of several tables; equal ones are distinguished by their files, then by their lines.
[[nodiscard]] std::vector<Message> tableNames(std::span<const TableRef> refs);

/// The tables to compare if none are chosen: both of two; of several logs the ones whose name
/// each log has once, kernels first, else the one of each log that lists kernels. Empty if that leaves a choice.
[[nodiscard]] std::vector<TableRef> tablesToCompare(std::span<const TableRef> refs);

/// The tables to show first if none was chosen: those of `tablesToCompare`, else what others
/// than the first one's subject did with its parameters, else the first two. Four at most.
[[nodiscard]] std::vector<TableRef> tablesToBeginWith(std::span<const TableRef> refs);

/// The time of a row that is compared: of all its calls, on the device or on the host; or of a launch on average, if
/// one table has launches that others have not, as a report of Nsight Compute does.
enum class RowTime : std::uint8_t { Device, Host, Launch };
[[nodiscard]] std::string_view toText(RowTime time);  ///< "device", "host", "launch"
[[nodiscard]] std::optional<RowTime> rowTimeFrom(std::string_view text);

/// The way a row was found in another table.
enum class NameMatch : std::uint8_t {
  Exact,         ///< the same name
  CutByFigures,  ///< a name that was cut: of the longer ones the only one called as often and that took as long
  Cut,           ///< a name that was cut: the only longer one that begins so, or what was cut to the same
  ShortName,     ///< kernels whose short names are the same and occur once on either side
};
[[nodiscard]] std::string_view toText(NameMatch match);  ///< "exact", "cut_by_figures", "cut", "short_name"
/// Returns the text after a name that was matched so, e.g. "≈ cut name, by count and time"; empty for exact matches.
[[nodiscard]] std::string_view remarkOn(NameMatch match);

/// Figures of a compared row in one table. Rows of one name and kind, as cut names often are, count together.
struct ComparedSide {
  std::vector<std::size_t> rows;                             ///< rows of the table; empty if it has none
  double count = 0;                                          ///< calls; 0 if the table has no such column
  double time = 0;                                           ///< ns, of all calls
  double median = std::numeric_limits<double>::quiet_NaN();  ///< ns, of a single row of a table that has medians
  bool canBeCut = false;                                     ///< it has none, but one whose cut name may be this

  [[nodiscard]] bool isPresent() const { return !rows.empty(); }
};

struct ComparedRow {
  std::string name;  ///< the longest of them
  RowKind kind = RowKind::Plain;
  NameMatch match = NameMatch::Exact;
  std::vector<ComparedSide> sides;  ///< one a table, the base first
  /// ns, of the last table that has it against the base. An absent row counts 0 if the table lists all, else it is NaN
  /// for unknown, as for the time of a launch.
  double delta = 0;
  double ratio = std::numeric_limits<double>::quiet_NaN();  ///< the same by the base; NaN if it is not in both
  /// delta by the net change of the total, so that what gets longer is negative where the total gets shorter. Rows of
  /// one kind add up to at most the whole, rows of all kinds to more.
  double shareOfChange = std::numeric_limits<double>::quiet_NaN();

  /// "both", "only_base", "only_other".
  [[nodiscard]] std::string_view status() const;
};

/// The speedup over the base, and by which time.
struct SpeedUp {
  enum class By : std::uint8_t { DeviceTime, HostTime, WallTime, LaunchTime, Printed };
  By by = By::DeviceTime;
  std::size_t table = 0;  ///< table compared with table 0
  double value = 0;
  double base = 0;              ///< ns; 0 of a printed one
  double other = 0;             ///< ns
  bool isOfListedRows = false;  ///< no total was printed
  std::uint32_t line = 0;       ///< line of a printed total
};
[[nodiscard]] std::string_view toText(SpeedUp::By by);  ///< "device_time", …, "printed"

struct TableComparison {
  std::vector<TableRef> tables;  ///< the base first
  std::vector<Message> names;
  std::vector<TableTime> times;
  /// Whether a table lists (all but a thousandth of) the time in kernels, and in operators. A row that is missing in
  /// such a table is new or gone; otherwise it may only have been left out of a table that was cut off.
  std::vector<bool> listsAllKernels;
  std::vector<bool> listsAllOperators;
  RowTime rowTime = RowTime::Device;
  std::vector<ComparedRow> rows;  ///< sorted by absolute delta, greatest first; those without one last
  std::vector<SpeedUp> speedUps;  ///< table by table
  std::vector<Message> reasons;   ///< sentences on what the speed-ups count and why they differ

  /// The time that is compared, ns; NaN of a launch if launches were not counted.
  [[nodiscard]] double timeOf(const ComparedSide& side) const;
  [[nodiscard]] bool listsAll(std::size_t table, RowKind kind) const;
  /// "1.203×", "new", "gone", "not listed"; of a cut name, which may not be the same kernel's, "≈1.203×" and
  /// "cut name", as of what another table may list under one.
  [[nodiscard]] std::string change(const ComparedRow& row) const;
  /// Returns the share of a table's device (or host) total; NaN if it has none, and for a launch.
  [[nodiscard]] double share(const ComparedRow& row, std::size_t table) const;
};

/// A report of Nsight Compute: a selection of launches, each measured alone.
[[nodiscard]] bool isOfNcu(const TableRef& ref);

/// Returns the time to compare: of a launch if a table is a report of Nsight Compute, of the device if all tables have
/// such times, else of the host.
[[nodiscard]] RowTime fittingTime(std::span<const TableRef> tables);

/// Compares at least one table, by the fitting time without `rowTime`. For tables of different profilers only kernels
/// are compared, or by host time only calls and operators.
[[nodiscard]] TableComparison compareTables(std::vector<TableRef> tables, std::optional<RowTime> rowTime = {});

/// All profiler tables of these logs, in order; the launches that Nsight Compute measured as one (ncu_profile.h).
[[nodiscard]] std::vector<TableRef> profilesOf(std::span<const std::shared_ptr<const Log>> logs);

}  // namespace kernline
