// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/query/counter_pyramid.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"

#include <array>
#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Idle intervals, with sums that answer for any range at once.
class IdleNotes {
 public:
  using Shares = std::array<double, idleCauseCount>;

  IdleNotes() = default;
  explicit IdleNotes(std::vector<IdleInterval> intervals);

  [[nodiscard]] const std::vector<IdleInterval>& intervals() const { return m_intervals; }
  /// How much of each pixel of an axis each cause takes, 0 to 1, from left to right.
  template <typename Visit>
  void sharesAlong(const TimeAxis& axis, const Visit& visit) const {
    std::size_t hint = 0;
    Time begin = axis.timeAt(0);
    Sums before = sumsBefore(begin, hint);
    for (int x = 0; x < axis.width(); ++x) {
      const Time end = axis.timeAt(x + 1);
      const Sums upTo = sumsBefore(end, hint);
      visit(sharesBetween(before, upTo, {begin, end}));
      begin = end;
      before = upTo;
    }
  }
  /// The interval that holds `time`, or else the first behind it; nullptr if there is none.
  [[nodiscard]] const IdleInterval* from(Time time) const;
  /// The same, where times are asked for from left to right; `hint` is 0 at first.
  [[nodiscard]] const IdleInterval* from(Time time, std::size_t& hint) const;

 private:
  using Sums = std::array<std::int64_t, idleCauseCount>;
  /// `hint` is where an earlier time was found; it moves to where this one is.
  [[nodiscard]] Sums sumsBefore(Time time, std::size_t& hint) const;
  [[nodiscard]] static Shares sharesBetween(const Sums& first, const Sums& last, TimeRange range);

  std::vector<IdleInterval> m_intervals;
  std::vector<Time> m_ends;  // of the intervals: a search through these alone touches less memory
  std::vector<Sums> m_sums;  // of the intervals before each
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
  /// The same, where ranges are asked for from left to right; `hint` is 0 at first.
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

/// What the timeline may show of each device beside its spans.
struct DeviceNotes {
  std::vector<DeviceNote> devices;

  /// nullptr if there is no note on this process.
  [[nodiscard]] const DeviceNote* of(ProcessId process) const;
};

}  // namespace kernline::ui
