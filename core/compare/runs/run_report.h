// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"

#include <string>

namespace kernline {

/// One HTML file that needs no other: for each other run the verdict with its reasons, the waterfall from the
/// base's step to its own as a picture, possible renames; then the table of all rows.
[[nodiscard]] std::string runReport(const RunComparison& comparison, const ComparedWork* work = nullptr);

}  // namespace kernline
