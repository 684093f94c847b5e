// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// The rows of the activity of the step whose length is in the middle, in the order in which it started.
struct StepSequence {
  std::size_t step = 0;  ///< index among the measured steps
  std::vector<SpanId> spans;
  std::vector<std::uint32_t> rows;
};
[[nodiscard]] StepSequence medianStep(const ComparedRun& run);

/// Proposes rows of the base alone for rows of the other alone: those of one normal name; those in the same place
/// between kernels that are the same; those that the same operator launches as often. Each row in one proposal.
[[nodiscard]] std::vector<RenamedRow> renamedRows(const RunComparison& comparison, std::size_t other,
                                                  const StepSequence& baseStep, const StepSequence& otherStep);

}  // namespace kernline
