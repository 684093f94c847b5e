// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/run_graph.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kernline {

/// The devices of a run that is replayed. Activity starts as soon as its launch, its stream and its dependency allow
/// it; a collective ends after all of its ranks have begun. That is computed on the first request: a collective may
/// need the launch of another rank.
class DeviceReplay {
 public:
  /// Runs the process that launches `activity` on until it has done so; false if it cannot.
  using LaunchOfOther = std::function<bool(std::uint32_t activity)>;

  DeviceReplay(const RunGraph& graph, const ReplayChanges& changes, LaunchOfOther launch);
  /// Also notes there when activity begins and ends.
  void noteIn(std::vector<ReplayEvent>* order) { m_order = order; }

  /// The call begins that launches it.
  void launch(std::uint32_t activity, Time call) { m_called[activity] = call; }
  [[nodiscard]] bool isLaunched(std::uint32_t activity) const { return m_called[activity] != never; }
  /// Starts the activity on a stream of its own, which is free from `free` on.
  void startAhead(std::uint32_t activity, Time& free);
  [[nodiscard]] bool isAhead(std::uint32_t activity) const { return kernline::isAhead(m_changes, activity); }

  /// The time at which it runs. Amortised O(1).
  TimeRange of(std::uint32_t activity);

  [[nodiscard]] std::vector<TimeRange> takeActivities() { return std::move(m_made); }
  [[nodiscard]] std::vector<ActivityLimit> takeLimits() { return std::move(m_limits); }
  [[nodiscard]] std::vector<Time> takeLaunches() { return std::move(m_called); }

  static constexpr Time never = RunReplay::neverLaunched;

 private:
  enum class State : std::uint8_t { Waiting, Asked, Begun, Ended };

  /// Returns the activity that must be known before this activity can begin or end; none if there is none.
  [[nodiscard]] std::uint32_t missingToBegin(std::uint32_t activity) const;
  std::uint32_t missingToEnd(std::uint32_t activity);
  void begin(std::uint32_t activity);
  void end(std::uint32_t activity);
  void note(ReplayEvent::Kind kind, std::uint32_t activity) {
    if (m_order != nullptr) {
      m_order->push_back({.kind = kind, .at = activity, .moment = 0});
    }
  }
  [[nodiscard]] bool isAsked(std::uint32_t activity) const { return m_states[activity] != State::Waiting; }
  [[nodiscard]] Duration lengthOf(std::uint32_t activity) const;
  /// Returns how much sooner activity from before the recording must run for the device to be idle as it begins.
  [[nodiscard]] Duration leadOfEarlier() const;
  [[nodiscard]] bool isAlone(std::uint32_t activity) const {
    return !m_changes.alone.empty() && m_changes.alone[activity];
  }

  const RunGraph& m_graph;
  const Trace& m_trace;
  const ReplayChanges& m_changes;
  LaunchOfOther m_launch;
  Duration m_sooner;
  std::vector<Time> m_called;  // begin of the launch call of each activity
  std::vector<State> m_states;
  std::vector<TimeRange> m_made;
  std::vector<ActivityLimit> m_limits;
  std::vector<ReplayEvent>* m_order = nullptr;
};

}  // namespace kernline
