// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string_view>

namespace kernline {

/// The digits of a whole number from 2^53 on, which the number of a cell may miss; empty for all other cells, and where
/// the cell counts in another unit than it was printed in.
[[nodiscard]] std::string_view largeInteger(const Log& log, const LogCell& cell);
/// Returns the large integer of a number and its text.
[[nodiscard]] std::string_view largeInteger(double number, std::string_view text);

}  // namespace kernline
