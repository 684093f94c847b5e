// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/interval_union.h"
#include "core/analysis/advice/advice.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// A device activity, and what of its time can still be claimed.
struct TimelinePiece {
  SpanId span = SpanId::none;
  bool communicates = false;
  bool isTaken = false;  ///< goes as a whole: its activity is not used again
  bool isFused = false;  ///< whether it is in a chain that one kernel could do
  bool isModeled = false;
  bool hasRoofline = false;
  Duration inside;       ///< the analyzed part of its time: for steps all, for a range the part in it
  Duration left;         ///< part of `inside` in the window, not claimed yet, while nothing else ran on its device (for
                         ///< communication: no other kernel)
  Duration recoverable;  ///< part of `inside` above its roofline, not claimed yet
  double insideShare = 0;  ///< share of its time that is in `inside`

  /// Takes as much of `wanted` as is left.
  Duration claim(Duration wanted);
  /// Claims time above the roofline.
  Duration claimRecoverable(Duration wanted);
};

/// A time in which the device was idle, for one reason.
struct TimelineGap {
  IdleInterval idle;
  bool isClaimed = false;
};

/// The activity of one device in the analyzed time.
struct DeviceTimeline {
  IntervalUnion window;
  std::vector<Duration> steps;        ///< length of each whole step in the window; none for a range
  std::uint64_t warmUp = 0;           ///< first steps that are not in the window
  std::vector<Duration> outliers;     ///< rounds that are not in the window: see `outlierSteps`
  Duration unrecorded;                ///< not in the window: before its first activity, which had queued
  Duration unknown;                   ///< not in the window: before its first activity, which had not
  Duration busy;                      ///< union of its activity in the window
  std::vector<TimelinePiece> pieces;  ///< sorted by start: activities of the steps, or those running in the range
  std::vector<std::vector<std::size_t>> streams;  ///< positions in `pieces`, by start, of each stream
  std::vector<TimelineGap> gaps;                  ///< ascending

  /// The part of `gaps` that this piece ends: positions from `first` to before `end`.
  struct Gaps {
    std::size_t first = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Gaps gapsBefore(Time start) const;
  /// Claims those of them in which launching was the limit, or a graph: how long they are.
  Duration claimLaunchGaps(Time start);
};

/// Returns whether the device would have gone on in this time if the host had launched faster.
[[nodiscard]] bool isLaunchGap(const IdleInterval& idle);

/// Gaps that go when the host is further ahead of the device.
[[nodiscard]] bool isOfHost(IdleCause cause);

/// Returns the timelines of the devices that take part; see `advise`.
[[nodiscard]] std::vector<DeviceTimeline> deviceTimelines(const Trace& trace, const WorkMeter& meter,
                                                          const AdviceQuery& query, const std::stop_token& stop);

}  // namespace kernline
