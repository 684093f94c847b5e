// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/memory_comparison.h"
#include "core/model/base/error.h"
#include "ui/views/memory/device_curves.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace kernline::ui {

/// Two runs on one axis, with what makes them cheap to draw. Made by a worker, then immutable.
struct OverlayCurves {
  MemoryComparison comparison;
  CurvePyramid base;
  CurvePyramid other;
  CurvePyramid difference;
  TimeRange bounds;           ///< union of both bounds
  std::int64_t max = 0;       ///< maximum of both curves
  std::int64_t furthest = 0;  ///< the difference's largest distance from 0
};

/// Errors: the other run has no such device; stopped.
[[nodiscard]] Expected<std::shared_ptr<const OverlayCurves>> makeOverlayCurves(const MemoryHistory& base,
                                                                               std::size_t device,
                                                                               const MemoryHistory& other,
                                                                               MemoryAlignment alignment,
                                                                               const std::stop_token& stop);

}  // namespace kernline::ui
