// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace kernline::ui {

/// A table of the log as printed, with more columns on its rows: their kind, kernel family and notes.
[[nodiscard]] GridPtr makeTableGrid(std::shared_ptr<const Log> log, std::size_t table, const std::stop_token& stop);

/// "Torch profiler", "nsys", …: whose table it is, for people.
[[nodiscard]] QString tableKindName(const LogTable& table);
/// The printed title, or what kind of table it is.
[[nodiscard]] QString tableTitle(const Log& log, const LogTable& table);

}  // namespace kernline::ui
