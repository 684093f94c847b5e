// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/measured_work.h"
#include "ui/kit/tables/table_rows.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace kernline::ui {

/// Returns the counters of a row's work; nullptr if there are none.
using MeasuredRow = std::function<const MeasuredWork*(std::size_t row)>;

/// DRAM bytes of a launch and a second, how busy tensor pipes were, and how much of the time was sampled.
[[nodiscard]] std::vector<TableColumn> measuredColumns(const MeasuredRow& of);

}  // namespace kernline::ui
