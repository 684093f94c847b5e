// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// The steps of one process while it is replayed: its launches, and the begin and end of its steps on the host. Their
/// ends on the devices are known once all activity has run.
class ReplayedSteps {
 public:
  ReplayedSteps() = default;
  ReplayedSteps(const FoundSteps& steps, ProcessId process);

  /// Activity that waited until then for activity which is not recorded. `isGone`: in the replay it does not wait.
  void addQueued(Time start, bool isGone) {
    m_recordedQueue = std::max(m_recordedQueue, start);
    m_queuedUntil = isGone ? m_queuedUntil : std::max(m_queuedUntil, start);
  }

  void addActivity(std::uint32_t activity) { m_launched.push_back(activity); }
  /// The begin or end of the next step, as recorded.
  [[nodiscard]] std::optional<Time> nextMark() const {
    return m_passed < m_marks.size() ? std::optional(m_marks[m_passed].time) : std::nullopt;
  }
  /// Passes a mark in the replay.
  void passMark(Time at);

  /// Writes the steps on the host into `steps`.
  void endOnHost(std::span<TimeRange> steps) const;
  /// Writes the steps into `steps`. `made`: when activity ran; `isAhead`: on a stream of its own.
  void end(const Trace& trace, const RunGraph& graph, const std::function<TimeRange(std::uint32_t)>& made,
           const std::function<bool(std::uint32_t)>& isAhead, std::span<TimeRange> steps) const;

 private:
  /// The begin or end of a step on the host.
  struct Mark {
    Time time;  ///< recorded time
    std::size_t step = 0;
    bool isEnd = false;
    Time at = {};              ///< time in the replay
    std::size_t launched = 0;  ///< number launched until then
  };

  std::vector<Mark> m_marks;  // sorted by time
  std::size_t m_passed = 0;
  std::vector<std::uint32_t> m_launched;
  Time m_queuedUntil{INT64_MIN};
  Time m_recordedQueue{INT64_MIN};
};

/// Returns, for each device whose first activity waited for unrecorded activity, the process that launched it, and its
/// start.
[[nodiscard]] std::vector<std::pair<ProcessId, Time>> queuedActivities(const RunGraph& graph);

/// Steps that are times of a device: from the first activity of each to that of the next one, or to the end of its
/// last.
[[nodiscard]] std::vector<TimeRange> replayedDeviceSteps(const RunGraph& graph, std::span<const Step> steps,
                                                         std::span<const TimeRange> activities);

}  // namespace kernline
