// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <span>
#include <vector>

namespace kernline {

/// Positions of steps, apart by their process: each rank has its own.
[[nodiscard]] std::vector<std::vector<std::size_t>> byProcess(std::span<const Step> steps,
                                                              std::span<const std::size_t> positions);

/// Returns the positions of steps that neither warm up nor were interrupted. `ranges`: as the devices end them.
[[nodiscard]] std::vector<std::size_t> usualSteps(const FoundSteps& found, std::span<const TimeRange> ranges);

/// Whether `processes` (`byProcess`) are ranks that wait for each other, with as many steps each: these are the same.
[[nodiscard]] bool shareSteps(const RunGraph& graph, std::span<const std::vector<std::size_t>> processes);

/// Returns the quicker half of the similar steps of each process, by their lengths in `made`, a replay: the others were
/// slowed by the system or the profiler. Of ranks that wait for each other these are the same steps. Returns all if
/// they differ, or if the program itself slowed some: one host function, or device activities, took longer by most of
/// the difference.
[[nodiscard]] std::vector<std::size_t> typicalSteps(const RunGraph& graph, std::span<const Step> steps,
                                                    std::span<const std::size_t> counted,
                                                    std::span<const TimeRange> recorded,
                                                    std::span<const TimeRange> made);

}  // namespace kernline
