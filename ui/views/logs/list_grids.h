// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"
#include "ui/views/logs/log_outline.h"

#include <memory>
#include <stop_token>

namespace kernline::ui {

/// Numbers that were printed one by one as a table: a row a run, a column a metric. Runs that failed have a row too.
[[nodiscard]] GridPtr makeMeasurementGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node,
                                          const std::stop_token& stop);
/// Names and values of a machine or a run.
[[nodiscard]] GridPtr makeSettingsGrid(std::shared_ptr<const Log> log, const OutlineNode& node);
/// Builds a grid of memory allocated minus freed by the rows of all tables, largest first.
[[nodiscard]] GridPtr makeMemoryGrid(std::shared_ptr<const Log> log, const std::stop_token& stop);
/// Builds a grid of the log's contents below a node, one row each.
[[nodiscard]] GridPtr makeContentsGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node);

/// Makes the rows and columns of a node of the outline; nullptr for what is text alone, or if stopped.
[[nodiscard]] GridPtr makeNodeGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node,
                                   const std::stop_token& stop);

}  // namespace kernline::ui
