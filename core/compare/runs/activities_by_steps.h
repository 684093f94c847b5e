// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_times.h"
#include "core/compare/runs/measured_steps.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// Assigns the activity of a run to its measured steps by the one rule (`stepOfActivities`): to the step that launched
/// it, whenever it ran. Activity that was launched in none of them, as in those that are left out, is of none.
class ActivitiesBySteps {
 public:
  ActivitiesBySteps() = default;
  /// `activities`: that of the measured device by start, `deviceActivities` pieces, then that of other devices. O(n log
  /// n).
  ActivitiesBySteps(const Trace& trace, const MeasuredSteps& measured, std::span<const SpanId> activities,
                    std::size_t deviceActivities);

  /// Returns the step of each position in the activity, or noStep.
  [[nodiscard]] std::span<const std::uint32_t> steps() const { return m_steps; }
  /// The activity of the device that a step has, as positions in the run's activity, by start.
  [[nodiscard]] std::span<const std::uint32_t> activitiesOf(std::size_t step) const;
  /// Returns true if steps of the host have the activity that starts in them, for lack of launches.
  [[nodiscard]] bool isByTime() const { return m_isByTime; }

 private:
  /// Gives each activity to the step in which it starts.
  void goByTime(const Trace& trace, const MeasuredSteps& measured, std::span<const SpanId> activities);
  void listActivities(std::size_t stepCount, std::size_t deviceActivities);

  std::vector<std::uint32_t> m_steps;
  std::vector<std::uint32_t> m_ofSteps;  // positions, step by step
  std::vector<std::size_t> m_firstOf;    // first of each step in `m_ofSteps`; one more for the end
  bool m_isByTime = false;
};

/// The position of the one of `steps` that contains `time`, or noStep. They ascend and do not overlap.
[[nodiscard]] std::uint32_t stepContaining(std::span<const TimeRange> steps, Time time);

}  // namespace kernline
