// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/list_table.h"

#include <vector>

namespace kernline::sql {

/// `launches` and `flows`.
[[nodiscard]] std::vector<ListSpec> linkTables();
/// `steps`, `counters`, `instants` and `memory`.
[[nodiscard]] std::vector<ListSpec> timeTables();
/// `tracks`, `issues` and `meta`.
[[nodiscard]] std::vector<ListSpec> aboutTables();

}  // namespace kernline::sql
