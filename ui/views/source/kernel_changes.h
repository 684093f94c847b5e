// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/source/sampled_run.h"
#include "core/compare/source/source_comparison.h"

#include <QString>

namespace kernline::ui {

/// Returns other changes of a compared kernel, in a line or two: duration, registers, occupancy, instructions; and the
/// states of warps that changed most.
[[nodiscard]] QString kernelChanges(const SampledRun& before, const SampledRun& after, const ComparedKernel& kernel,
                                    const QString& title);

}  // namespace kernline::ui
