// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/block_stack.h"
#include "core/analysis/memory/curve_envelope.h"
#include "core/model/base/error.h"
#include "core/model/memory/memory_history.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// A curve with what makes it cheap to draw.
struct DrawnCurve {
  std::string name;  ///< name of a category; empty for the allocated bytes as one
  const MemoryCurve* curve = nullptr;
  CurvePyramid pyramid;
};

/// A mark in the row where it overlaps no other.
struct PlacedMark {
  std::size_t mark = 0;  ///< index in the history's marks
  std::size_t row = 0;
};

/// Curves of one device. Built by a worker, then immutable.
struct DeviceCurves {
  static constexpr std::size_t maxMarkRows = 3;

  std::shared_ptr<const MemoryHistory> history;
  std::size_t device = 0;
  std::vector<DrawnCurve> parts;  ///< upper edges of filled areas, from the bottom up; the last is everything
  DrawnCurve reserved;            ///< no curve if not recorded
  std::vector<PlacedMark> marks;  ///< sorted by begin; those that found no row are left out
  std::size_t markRows = 0;
  std::int64_t max = 0;              ///< maximum of all curves
  std::vector<MemoryCurve> stacked;  ///< storage of `parts`
  BlockPyramid blocks;

  [[nodiscard]] const MemoryDevice& of() const { return history->devices[device]; }
  /// Whether there are blocks to stack; else only curves.
  [[nodiscard]] bool hasBlocks() const { return !of().blocks.empty() && stacked.empty(); }
};

/// Errors: stopped.
[[nodiscard]] Expected<std::shared_ptr<const DeviceCurves>> makeDeviceCurves(
    std::shared_ptr<const MemoryHistory> history, std::size_t device, const std::stop_token& stop);

}  // namespace kernline::ui
