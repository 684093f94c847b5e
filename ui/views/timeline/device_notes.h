// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/query/counter_pyramid.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/interval_sums.h"

#include <cstddef>
#include <vector>

namespace kernline::ui {

/// Rows that a timeline shows on demand.
struct NoteRows {
  bool idle = false;    ///< idle causes, of each device
  bool queues = false;  ///< queue depth, of each device that has one
  bool path = false;    ///< the critical path

  [[nodiscard]] bool any() const { return idle || queues || path; }
  bool operator==(const NoteRows&) const = default;
};

/// Idle causes of a device over time.
class IdleNotes {
 public:
  IdleNotes() = default;
  explicit IdleNotes(std::vector<IdleInterval> intervals);

  [[nodiscard]] const std::vector<IdleInterval>& intervals() const { return m_intervals; }
  [[nodiscard]] const IntervalSums& sums() const { return m_sums; }
  /// The interval that holds `time`, or else the first after it; nullptr if there is none.
  [[nodiscard]] const IdleInterval* from(Time time) const;
  /// Finds the interval from left to right; `hint` is 0 at first.
  [[nodiscard]] const IdleInterval* from(Time time, std::size_t& hint) const;

 private:
  std::vector<IdleInterval> m_intervals;
  IntervalSums m_sums;  // sums by cause
};

/// A queue's depth over time, with the extremes of any range.
class QueueNotes {
 public:
  QueueNotes() = default;
  explicit QueueNotes(const std::vector<QueueSample>& samples);

  [[nodiscard]] bool isEmpty() const { return m_times.empty(); }
  [[nodiscard]] double maxDepth() const { return m_maxDepth; }
  /// Least and greatest depth within `range`. O(log n).
  [[nodiscard]] ValueRange depthIn(TimeRange range) const;
  /// Returns the depths from left to right; `hint` is 0 at first.
  [[nodiscard]] ValueRange depthIn(TimeRange range, std::size_t& hint) const;

 private:
  std::vector<Time> m_times;
  std::vector<double> m_depths;
  CounterPyramid m_pyramid;
  double m_maxDepth = 0;
};

struct DeviceNote {
  ProcessId process = ProcessId::none;
  IdleNotes idle;
  QueueNotes queue;
};

/// Notes that the timeline can show for each device, in addition to its spans.
struct DeviceNotes {
  std::vector<DeviceNote> devices;

  /// nullptr if there is no note on this process.
  [[nodiscard]] const DeviceNote* of(ProcessId process) const;
};

}  // namespace kernline::ui
