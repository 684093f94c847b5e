// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/interval_union.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// The use of a moment of wall time. A moment in which several things happen at once counts for the first of them in
/// this order, which is that of PyTorch's former TensorBoard plugin; so the parts add up to wall time exactly.
enum class TimeCategory : std::uint8_t {
  Kernel,         ///< a kernel runs on any device, those of communication left out
  Memcpy,         ///< a memcpy runs on a device
  Memset,         ///< a memset runs on a device
  Communication,  ///< none of the above on any device, but a communication kernel, or a host operator named nccl:…
                  ///< or gloo:…; exposed communication (`DeviceTimes`) is more: copies and other devices hide none of
                  ///< it
  Runtime,        ///< none of the above, but the host is in a runtime or driver call
  DataLoader,     ///< … but the host waits in `enumerate(DataLoader)#…` or `enumerate(DataPipe)#…`
  Cpu,            ///< … but the host runs an operator, or an `Optimizer.…` annotation
  Other,          ///< none of these: Python between operators, activity of processes that were not recorded
};

inline constexpr std::size_t timeCategoryCount = static_cast<std::size_t>(TimeCategory::Other) + 1;

/// `kernel`, …, `only_communication`, `data_loader`, … as the command line spells them.
[[nodiscard]] std::string_view toText(TimeCategory part);

struct TimeCategories {
  std::array<Duration, timeCategoryCount> parts{};

  [[nodiscard]] Duration operator[](TimeCategory part) const { return parts[static_cast<std::size_t>(part)]; }
  [[nodiscard]] Duration total() const;
};

/// Breaks down the wall time of each rank, for any range. A process without a rank counts for every rank.
class TimeBreakdown {
 public:
  /// Costs a pass over all spans. Empty if stopped.
  [[nodiscard]] static TimeBreakdown of(const Trace& trace, const std::stop_token& stop = {});

  /// Distributed ranks in ascending order; {-1} if the trace names none.
  [[nodiscard]] const std::vector<std::int32_t>& ranks() const { return m_ranks; }

  /// The parts of `range`, which add up to its length; zeros for an empty range. A rank that is not in `ranks()` is
  /// taken for the first. O(log n + intervals inside).
  [[nodiscard]] TimeCategories within(TimeRange range, std::int32_t rank) const;

  /// The longest uninterrupted interval that counts for `part` within `range`; {0, 0} if there is none. Linear in the
  /// intervals.
  [[nodiscard]] TimeRange longestStretch(TimeCategory part, TimeRange range, std::int32_t rank) const;

 private:
  using Unions = std::array<IntervalUnion, timeCategoryCount - 1>;  // Other is what remains

  [[nodiscard]] std::size_t placeOf(std::int32_t rank) const;

  std::vector<std::int32_t> m_ranks;
  std::vector<Unions> m_unions;  // unions of each rank; no two overlap
};

struct StepParts {
  Step step;
  TimeCategories parts;
};

/// One entry a step, in the trace's order: wall time from the step's start to its end, including activity launched
/// elsewhere. It is no device time: that of a step is in `StepStats`.
[[nodiscard]] std::vector<StepParts> stepBreakdown(const Trace& trace, const TimeBreakdown& breakdown);
/// Breaks down steps that the caller found, with their device activity.
[[nodiscard]] std::vector<StepParts> stepBreakdown(const Trace& trace, const TimeBreakdown& breakdown,
                                                   std::span<const Step> steps);

}  // namespace kernline
