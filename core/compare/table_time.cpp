// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/table_time.h"

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
  } else if (const auto total = table.columnOf(ColumnRole::Total);
             total && table.columns[*total].quantity == Quantity::Time) {
    time.deviceRows = sumOf(table, *total);
  }
  return time;
}

bool isProfile(const LogTable& table) {
  const bool hasTime = table.columnOf(ColumnRole::SelfDevice) || table.columnOf(ColumnRole::SelfHost) ||
                       table.columnOf(ColumnRole::Total) || table.columnOf(ColumnRole::HostTotal);
  return table.kind != TableKind::Generic && hasTime && !table.rows.empty();
}

}  // namespace kernline
