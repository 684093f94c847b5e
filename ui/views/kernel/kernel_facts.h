// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measured/kernel_card.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/views/details/span_facts.h"

#include <vector>

namespace kernline::ui {

/// Time, clock, memory traffic, FLOPs and cache hits, as far as they were measured.
[[nodiscard]] std::vector<Fact> figureFacts(const KernelCard& card);
/// Occupancy, what limits it, and what the launch asked for.
[[nodiscard]] std::vector<Fact> occupancyFacts(const KernelCard& card);
[[nodiscard]] std::vector<ShareBar> unitBars(const KernelCard& card);
/// The most frequent states of warps; rare ones together are the last bar.
[[nodiscard]] std::vector<ShareBar> stateBars(const KernelCard& card);

}  // namespace kernline::ui
