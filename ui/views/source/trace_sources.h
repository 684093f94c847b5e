// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"

#include <memory>

namespace kernline::ui {

/// The sampled program counters of a trace, read once for all who ask as long as one of them keeps them. From workers:
/// reading takes up to a second.
[[nodiscard]] std::shared_ptr<const KernelSources> sourcesOf(const std::shared_ptr<const Trace>& trace);

}  // namespace kernline::ui
