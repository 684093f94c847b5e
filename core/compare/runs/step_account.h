// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// What the work of one row (a kernel, a family, an operator) does to a device within steps.
struct RowAccount {
  std::uint64_t count = 0;  ///< pieces of work that start within the steps
  Duration total;           ///< their time within the steps, what runs beside other work too
  /// What they add to the busy time: work that runs while something that began earlier still runs adds nothing. So
  /// these add up to the busy time exactly.
  Duration added;
};

/// Where the time of steps went on one device, without a rest: wall = sum of `added` + sum of `idle`.
struct StepAccount {
  Duration wall;  ///< the steps' lengths together
  Duration busy;  ///< the sum of all `added`
  std::vector<RowAccount> rows;
  std::array<Duration, idleCauseCount> idle{};
  std::vector<Duration> lengths;  ///< of each step
};

/// `work` is the device's, by start, and `rowOfWork` below `rowCount`; `steps` ascend and do not overlap; `idle` is of
/// the same device and covers them. Linear.
[[nodiscard]] StepAccount accountFor(const Trace& trace, std::span<const SpanId> work,
                                     std::span<const std::uint32_t> rowOfWork, std::size_t rowCount,
                                     std::span<const TimeRange> steps, const DeviceIdle& idle);

}  // namespace kernline
