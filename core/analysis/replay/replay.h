// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/recording_cost.h"
#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline {

/// Changes from the recorded run.
struct ReplayChanges {
  RecordingCost recording = {};             ///< is taken out of the time of the host
  double hostFactor = 1;                    ///< factor of all host time
  Duration afterWaits = {};                 ///< extra time of the host to go on after each wait
  std::optional<Duration> maxBetween = {};  ///< maximum gap between dependent activities of a stream
  /// Duration of each activity of the graph (`ReplayActivity::length`); empty if as recorded.
  std::vector<Duration> activityDuration = {};
  std::vector<bool> alone = {};  ///< by activity: a collective that waits for no other rank
  std::vector<bool> ahead = {};  ///< by activity: done on a stream of its own, early enough for all that needs it
  /// Indexed by span: factor of its time and of what it calls; empty if as recorded.
  std::vector<float> hostScale = {};
  std::vector<bool> noWait = {};  ///< indexed by span: a call that does not wait for the device
  bool startsIdle = false;        ///< the device has nothing to do from before the recording
  Time until{INT64_MAX};          ///< later events are left out, and so are their steps
};

[[nodiscard]] inline bool isAhead(const ReplayChanges& changes, std::uint32_t activity) {
  return !changes.ahead.empty() && changes.ahead[activity];
}

/// Returns `activity`, or the next before it on its stream that is not done ahead.
[[nodiscard]] std::uint32_t lastInOrder(const RunGraph& graph, const ReplayChanges& changes, std::uint32_t activity);

/// An event of a replay: a host event, or the start or end of an activity.
struct ReplayEvent {
  enum class Kind : std::uint8_t { Moment, ActivityBegin, ActivityEnd };
  Kind kind = Kind::Moment;
  std::uint32_t at = 0;  ///< a thread of the graph, or an activity
  std::uint32_t moment = 0;
};

/// A run as it would have been.
struct RunReplay {
  static constexpr Time neverLaunched{INT64_MIN / 4};

  std::vector<TimeRange> steps;       ///< steps by the end on devices, in the requested order
  std::vector<TimeRange> hostSteps;   ///< the same on the host; steps that are times of a device are as recorded
  std::vector<TimeRange> activities;  ///< by activity of the graph
  std::vector<ActivityLimit> limit;   ///< by activity
  std::vector<Time> launched;         ///< by activity: begin of its launch call; `neverLaunched` if not recorded
  bool startsIdle = false;            ///< as in `ReplayChanges`
  Time until{INT64_MAX};              ///< the same; of later steps, activities and moments nothing is known
  // Empty unless requested:
  std::vector<std::vector<Time>> moments = {};  ///< by thread and moment of the graph, up to `until`
  std::vector<ReplayEvent> order = {};          ///< each behind all that it rests on
};

enum class KeptMoments : std::uint8_t { None, All };

/// Runs the graph again: host threads go on as they did, launches and streams follow, calls wait where they waited.
/// `steps`: on the host by start, or of a device. O(n). Empty if stopped.
[[nodiscard]] RunReplay replay(const RunGraph& graph, const FoundSteps& steps, const ReplayChanges& changes = {},
                               KeptMoments kept = KeptMoments::None, const std::stop_token& stop = {});

}  // namespace kernline
