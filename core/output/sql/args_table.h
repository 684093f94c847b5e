// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"
#include "core/output/sql/table.h"

#include <memory>

namespace kernline::sql {

/// `args`: the file's data of spans beyond the model. Each visited span is read again from the file, a few
/// microseconds, so whole walks of large traces take long.
[[nodiscard]] std::unique_ptr<Table> argsTable(Model& model);
[[nodiscard]] const TableSchema& argsSchema();

}  // namespace kernline::sql
