// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <string_view>

namespace kernline {

/// Whether a column tells runs apart, but not by what they were: times of day, ids, hashes. Each cell has its own.
[[nodiscard]] bool onlyIdentifies(const Log& log, const LogTable& table, std::size_t column);

/// Whether a column of that name says of failed runs why they failed.
[[nodiscard]] bool saysWhyItFailed(std::string_view name);

/// Whether two columns say the same in every row: the same texts, or numbers in a constant ratio.
[[nodiscard]] bool sayTheSame(const Log& log, const LogTable& table, std::size_t one, std::size_t other);

}  // namespace kernline
