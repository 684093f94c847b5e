// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <QStringList>

namespace kernline::ui {

/// Returns hardware counters of a row's launches: "DRAM traffic: 8.000 MiB → 12.00 MiB (+50.0 %)", a figure each;
/// empty if it was not measured.
[[nodiscard]] QStringList measuredLines(const RunRow& row);

}  // namespace kernline::ui
