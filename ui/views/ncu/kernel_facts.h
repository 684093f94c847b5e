// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/launch_card.h"
#include "core/analysis/work/kernel_roofline.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/kit/facts/fact.h"

#include <optional>
#include <vector>

namespace kernline::ui {

/// Explains why times differ from those of a timeline.
[[nodiscard]] QString howMeasured();
/// Describes how the recorder counted a launch of its own trace.
[[nodiscard]] QString howCounted();
/// "1.98 GHz".
[[nodiscard]] QString clockText(double hz);
/// DRAM traffic, FLOPs, intensity and L2 hits, as far as they were measured.
[[nodiscard]] std::vector<Fact> workFacts(const KernelMetrics& metrics);
/// "137.4 GFLOP, counted 1.00× · 96.00 MiB, counted 2.10×": what the algorithm needs, and how much more was done.
[[nodiscard]] std::optional<Fact> algorithmFact(const KernelMetrics& metrics, const LaunchWork& work);
/// Shares of the roofline, by counters and by what the algorithm needs.
[[nodiscard]] std::optional<Fact> rooflineFact(const KernelRoofline& roofline);
/// "14.6 % achieved of 18.8 % that fit · limited by registers".
[[nodiscard]] std::optional<Fact> occupancyFact(const KernelCard& card);
/// Returns facts by the launch alone: the limit of what fits on a multiprocessor, and waves with their tail.
[[nodiscard]] std::vector<Fact> launchFacts(const KernelCard& card);
/// Time, clock, work and L1 hits.
[[nodiscard]] std::vector<Fact> figureFacts(const KernelCard& card);
/// Occupancy, its limit, and the resources that the launch requested.
[[nodiscard]] std::vector<Fact> occupancyFacts(const KernelCard& card);
[[nodiscard]] std::vector<ShareBar> unitBars(const KernelCard& card);
/// The most frequent states of warps; rare ones together are the last bar.
[[nodiscard]] std::vector<ShareBar> stateBars(const KernelCard& card);

}  // namespace kernline::ui
