// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The rows of a grid that are shown, and their order.
struct GridArrangement {
  QString filter;                              ///< text that a row must contain, ignoring case
  std::optional<RowKind> kind = {};            ///< rows of this kind alone
  std::optional<std::size_t> sortColumn = {};  ///< nullopt for the printed order
  bool isDescending = false;
  NameStyle names = NameStyle::Short;

  bool operator==(const GridArrangement&) const = default;
};

/// Numbers of rows of `grid` in the order to show them. Cells without a number come last either way; equal cells stay
/// as printed. Empty if stopped.
[[nodiscard]] std::vector<std::uint32_t> arrangeGrid(const LogGrid& grid, const GridArrangement& arrangement,
                                                     const std::stop_token& stop);

}  // namespace kernline::ui
