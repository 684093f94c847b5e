// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"

#include <sqlite3.h>

namespace kernline::sql {

/// Adds the functions of `functionSchemas()`. `model` must outlive `db`. Returns an SQLite result code.
[[nodiscard]] int registerFunctions(sqlite3* db, Model& model);

}  // namespace kernline::sql
