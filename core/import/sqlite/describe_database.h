// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"

#include <string>

namespace kernline::sqlite {

/// Describes, in one clause, a database that is no profile Kernline reads, and what to do with it.
[[nodiscard]] std::string describeDatabase(const Connection& database);

}  // namespace kernline::sqlite
