// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"
#include "ui/views/query/query_result.h"

#include <memory>

namespace kernline::ui {

/// A result as the query gave it. Sorted, NULL comes first, numbers before texts. nullptr for no rows and no columns.
[[nodiscard]] TableRows resultRows(const std::shared_ptr<const QueryResult>& result);

}  // namespace kernline::ui
