// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/launch_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_figures.h"

#include <optional>

namespace kernline {

/// The share of the least time that the device needs in the time of a launch, 0 to 1: above if a ceiling is set too low
/// or a cache helps.
struct KernelRoofline {
  std::optional<double> counted;         ///< share for what it did; nullopt if FLOPs or bytes were not counted
  std::optional<double> algorithm;       ///< share for what its algorithm needs; nullopt if unknown
  WorkBound bound = WorkBound::Unknown;  ///< bound of what it did, else of what its algorithm needs
};

/// Computes the roofline of metrics with a duration. FLOPs are compared with the peak of the type that most of them
/// were counted in.
[[nodiscard]] KernelRoofline kernelRoofline(const KernelMetrics& metrics, const LaunchWork& work,
                                            const Ceilings& ceilings);

}  // namespace kernline
