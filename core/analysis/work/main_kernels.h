// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/trace/trace.h"

namespace kernline {

/// Fills in `WorkModel::isMainKernel` and the `mainKernelTime` of its calls.
void findMainKernels(WorkModel& model, const Trace& trace, const WorkRules& rules);

}  // namespace kernline
