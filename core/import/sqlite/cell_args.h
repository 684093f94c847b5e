// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/model/trace/event_details.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kernline::sqlite {

// Cells of rows as args.

void addArg(ArgNode& args, std::string_view key, ArgNode::Kind kind, std::string text);
void addNumber(ArgNode& args, std::string_view key, std::int64_t value);
/// Adds a quotient rounded to six digits.
void addQuotient(ArgNode& args, std::string_view key, double value);
/// "grid": [8, 1, 1].
void addNumbers(ArgNode& args, std::string_view key, std::span<const std::int64_t> values);
/// Adds a cell as it is; none for NULL.
void addCell(ArgNode& args, std::string_view key, const Rows& rows, int column);

}  // namespace kernline::sqlite
