// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/statistics/statistics_table.h"

#include <QString>

#include <cstdint>
#include <span>

namespace kernline::ui {

/// "112 spans · busy 670.6 µs": all that was counted, in a line.
[[nodiscard]] QString figuresText(const StatisticsTable& table);

/// Returns the sum of these rows: "filtered: 8 spans, 111.2 µs, 16.6 % of all".
[[nodiscard]] QString subtotalText(const StatisticsTable& table, std::span<const std::uint32_t> rows);

}  // namespace kernline::ui
