// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"

#include <string>

namespace kernline::sqlite {

/// What a database seems to be that is no profile Kernline reads, and what to do with it, as one clause for people.
[[nodiscard]] std::string describeDatabase(const Connection& database);

}  // namespace kernline::sqlite
