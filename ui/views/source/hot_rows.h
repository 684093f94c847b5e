// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "ui/kit/tables/table_rows.h"
#include "ui/views/source/trace_sources.h"

#include <QStringList>

#include <memory>

namespace kernline::ui {

/// Returns distinct titles of the kernels.
[[nodiscard]] QStringList kernelTitles(const KernelSources& sources);

/// The hottest lines of all kernels as rows of a table; nullptr if none. The bars of states are as long as lines are
/// hot.
[[nodiscard]] TableRows hotRows(const std::shared_ptr<const SummedSources>& summed);

/// The column of hotRows that has bars of states.
inline constexpr int hotStates = 2;

}  // namespace kernline::ui
