// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"

#include <QString>

#include <cstdint>
#include <span>

namespace kernline::ui {

/// Titles with units and rows as tab-separated lines: numbers plain, in the unit of their column; names as chosen.
/// Tabs and line ends within cells become blanks.
[[nodiscard]] QString gridTsv(const LogGrid& grid, std::span<const std::uint32_t> rows, NameStyle names);

}  // namespace kernline::ui
