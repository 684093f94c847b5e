// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"

#include <string>

namespace kernline::sql {

/// A value as text: integers in digits, reals in as many as distinguish them, NULL empty.
[[nodiscard]] std::string toText(const Cell& cell);

}  // namespace kernline::sql
