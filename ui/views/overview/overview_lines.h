// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/counted_launches.h"
#include "ui/views/overview/figure_row.h"
#include "ui/views/overview/figure_tile.h"
#include "ui/views/overview/overview_figures.h"

#include <QString>

#include <optional>
#include <vector>

namespace kernline::ui {

/// Figures as texts and places: what the overview shows, without a widget.

[[nodiscard]] QString overviewTitle(const OverviewFigures& figures);
/// Duration, steps, devices, and what the figures rest on.
[[nodiscard]] QString overviewSubtitle(const OverviewFigures& figures);

[[nodiscard]] std::vector<FigureLine> partLines(const OverviewFigures& figures, const DeviceFigures* device);
[[nodiscard]] std::vector<FigureLine> idleLines(const Trace& trace, const DeviceFigures& device);
/// `without`: the same without the profiler, if that differs; else nullptr.
[[nodiscard]] QString idleSentence(const OverviewFigures& figures, const DeviceFigures& device,
                                   const DeviceIdle* without = nullptr);
/// Empty without communication.
[[nodiscard]] std::vector<FigureLine> communicationLines(const DeviceFigures& device);
[[nodiscard]] std::vector<FigureLine> kernelLines(const Trace& trace, const DeviceFigures& device, std::size_t max);
/// Returns the limits of kernels on the device in the range, as the recorder counted, in time order; the longest if
/// there are more than `max`.
[[nodiscard]] std::vector<FigureLine> countedLines(const OverviewFigures& figures, const DeviceFigures& device,
                                                   const CountedLaunches& counted, std::size_t max);
[[nodiscard]] std::vector<FigureLine> familyLines(const Trace& trace, const DeviceFigures& device);
/// The figures of first rank. `use` is absent while it is being read; `figures` of its steps are empty until they are
/// known, and `idleWithout` the profiler is nullptr.
[[nodiscard]] std::vector<TileFigure> tilesOf(const DeviceFigures& device, const std::optional<SmUse>& use,
                                              const std::vector<StepStats>& figures,
                                              const std::optional<StepWithoutProfiler>& without,
                                              const DeviceIdle* idleWithout = nullptr);

}  // namespace kernline::ui
