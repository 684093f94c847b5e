// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/table_time.h"

#include "core/compare/tables/summary_rows.h"

#include <algorithm>

namespace kernline {

namespace {

double sumOf(const LogTable& table, std::size_t column) {
  double sum = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const LogCell& cell = table.cell(row, column);
    sum += cell.hasNumber() ? cell.number : 0;
  }
  return sum;
}

/// The column of what nsys, nvprof and others say of all calls of a row.
std::optional<std::size_t> totalTime(const LogTable& table) {
  const auto total = table.columnOf(ColumnRole::Total);
  return total && table.columns[*total].quantity == Quantity::Time ? total : std::nullopt;
}

/// Sums up the rows of a summary that are on the device, or on the host; nullopt if there are none.
std::optional<double> summaryTime(const Log& log, const LogTable& table, std::size_t column, bool onDevice) {
  std::optional<double> sum;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const LogCell& cell = table.cell(row, column);
    if (isOnDevice(rowKindOf(log, table, row)) == onDevice) {
      sum = sum.value_or(0) + (cell.hasNumber() ? cell.number : 0);
    }
  }
  return sum;
}

bool hasKind(const LogTable& table, RowKind kind) {
  return std::ranges::any_of(table.rows, [kind](const LogRow& row) { return row.kind == kind; });
}

void takeTotals(const Log& log, const LogTable& table, TableTime& time) {
  for (const LogTotal& total : table.totals) {
    if (total.quantity != Quantity::Time || !total.value.hasNumber()) {
      continue;
    }
    const std::string_view device = log.text(total.device);
    const bool isHost = device == "CPU" || (device.empty() && log.text(total.name).find("CPU") != std::string::npos);
    (isHost ? time.printedHost : time.printedDevice) = total.value.number;
    (isHost ? time.printedHostLine : time.printedDeviceLine) = total.line;
  }
}

}  // namespace

TableTime tableTime(const Log& log, const LogTable& table) {
  TableTime time;
  takeTotals(log, table, time);
  if (table.kind == TableKind::Torch) {
    time.deviceRowKind = hasKind(table, RowKind::Kernel) ? RowKind::Kernel : RowKind::Operator;
    time.deviceRows = table.selfDeviceTime(time.deviceRowKind);
    if (const auto host = table.columnOf(ColumnRole::SelfHost)) {
      time.hostRows = sumOf(table, *host);
    }
  } else if (const auto total = totalTime(table)) {
    time.deviceRows = summaryTime(log, table, *total, true);
    time.hostRows = summaryTime(log, table, *total, false);
  }
  return time;
}

bool isProfile(const LogTable& table) {
  const bool hasTime = table.columnOf(ColumnRole::SelfDevice) || table.columnOf(ColumnRole::SelfHost) ||
                       totalTime(table) || table.columnOf(ColumnRole::HostTotal);
  return table.kind != TableKind::Generic && hasTime && !table.rows.empty();
}

bool hasDeviceTimes(const Log& log, const LogTable& table) {
  const auto total = totalTime(table);
  return table.columnOf(ColumnRole::SelfDevice) || (total && summaryTime(log, table, *total, true));
}

}  // namespace kernline
