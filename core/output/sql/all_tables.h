// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"
#include "core/output/sql/table.h"

#include <memory>
#include <vector>

namespace kernline::sql {

/// One of each in `tableSchemas()`, in that order. `model` must outlive them.
[[nodiscard]] std::vector<std::unique_ptr<Table>> allTables(Model& model);

}  // namespace kernline::sql
