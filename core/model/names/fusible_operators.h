// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// Returns whether ATen or prims has an operator of that base name that Inductor lowers to code of its own.
[[nodiscard]] bool isFusibleOperator(std::string_view name);

}  // namespace kernline
