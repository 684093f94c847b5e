// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <string_view>

namespace kernline {

/// Returns true if a column only identifies runs: times of day, ids, hashes. Each cell has its own.
[[nodiscard]] bool onlyIdentifies(const Log& log, const LogTable& table, std::size_t column);

/// Returns true if a column of that name has the reason why runs failed.
[[nodiscard]] bool saysWhyItFailed(std::string_view name);

/// Returns true if two columns have the same in every row: the same texts, or numbers in a constant ratio.
[[nodiscard]] bool sayTheSame(const Log& log, const LogTable& table, std::size_t one, std::size_t other);

}  // namespace kernline
