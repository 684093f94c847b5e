// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/phase_sums.h"
#include "ui/kit/tables/table_rows.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::ui {

/// The phases of steps as rows: what they took, and what they needed of the memory of `device`. Without memory columns
/// where there are no records of it.
[[nodiscard]] TableRows phaseRows(const std::shared_ptr<const std::vector<PhaseSum>>& phases, std::int32_t device);
/// Returns true if the phases show more than that there was work.
[[nodiscard]] bool hasPhases(const std::vector<PhaseSum>& phases);

}  // namespace kernline::ui
