// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/span_columns.h"
#include "core/output/sql/table.h"

#include <memory>
#include <optional>

namespace kernline::sql {

/// `spans`.
[[nodiscard]] std::unique_ptr<Table> spanTable(Model& model);
/// `kernels`: the spans that are one, with more columns.
[[nodiscard]] std::unique_ptr<Table> kernelTable(Model& model);

[[nodiscard]] const TableSchema& spanSchema();
[[nodiscard]] const TableSchema& kernelSchema();

}  // namespace kernline::sql
