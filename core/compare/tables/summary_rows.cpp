// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/summary_rows.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

std::optional<std::size_t> columnNamed(const Log& log, const LogTable& table, std::string_view name) {
  const auto found =
      std::ranges::find_if(table.columns, [&](const LogColumn& column) { return log.text(column.name) == name; });
  return found == table.columns.end() ? std::nullopt
                                      : std::optional(static_cast<std::size_t>(found - table.columns.begin()));
}

std::string_view nameOfRow(const Log& log, const LogTable& table, std::size_t row) {
  const auto name = table.columnOf(ColumnRole::Name);
  return name ? log.text(table.cell(row, *name).text) : std::string_view{};
}

/// "cudaMalloc", "cuLaunchKernel": a C function of the runtime or driver, not a kernel "cutlass_80_…".
bool namesCudaCall(std::string_view name) {
  const std::string_view rest = name.starts_with("cuda") ? name.substr(4)
                                : name.starts_with("cu") ? name.substr(2)
                                                         : "";
  return !rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z' && name.find_first_of("(<") == name.npos;
}

/// "hipMalloc", "hsa_init".
bool namesRocmCall(std::string_view name) {
  const bool isHip = name.size() > 3 && name.starts_with("hip") && name[3] >= 'A' && name[3] <= 'Z';
  return isHip || name.starts_with("hsa_") || name.starts_with("__hip");
}

/// Kernels have instances, copies are counted as operations, and only functions of the host are called.
RowKind kindInNsys(const Log& log, const LogTable& table, std::size_t row) {
  if (const auto category = columnNamed(log, table, "Category")) {
    return log.text(table.cell(row, *category).text).ends_with("API") ? RowKind::Operator : RowKind::Kernel;
  }
  if (columnNamed(log, table, "Range") || columnNamed(log, table, "Style")) {
    return RowKind::Annotation;
  }
  return columnNamed(log, table, "Num Calls") || columnNamed(log, table, "Calls") ? RowKind::Operator : RowKind::Kernel;
}

RowKind kindInNvprof(const Log& log, const LogTable& table, std::size_t row) {
  if (const auto type = columnNamed(log, table, "Type")) {
    const std::string_view text = log.text(table.cell(row, *type).text);
    return text.starts_with("GPU") ? RowKind::Kernel : RowKind::Operator;
  }
  return namesCudaCall(nameOfRow(log, table, row)) ? RowKind::Operator : RowKind::Kernel;
}

}  // namespace

RowKind rowKindOf(const Log& log, const LogTable& table, std::size_t row) {
  switch (table.kind) {
    case TableKind::Nsys:
      return kindInNsys(log, table, row);
    case TableKind::Nvprof:
      return kindInNvprof(log, table, row);
    case TableKind::Rocprof:
      return namesRocmCall(nameOfRow(log, table, row)) ? RowKind::Operator : RowKind::Kernel;
    case TableKind::Unitrace:
      return columnNamed(log, table, "Function") ? RowKind::Operator : RowKind::Kernel;
    case TableKind::Torch:
    case TableKind::Ncu:
    case TableKind::DeepSpeed:
    case TableKind::Generic:
      break;
  }
  return table.rows[row].kind;
}

}  // namespace kernline
