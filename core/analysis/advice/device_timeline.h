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

/// A piece of device work, and what of its time can still be claimed.
struct TimelinePiece {
  SpanId span = SpanId::none;
  bool communicates = false;
  bool isTaken = false;  ///< goes as a whole: its work is not used again
  bool isFused = false;  ///< in a chain that one kernel could do
  bool isModelled = false;
  bool hasRoofline = false;
  Duration inside;         ///< the analyzed part of its time: for steps all, for a range the part in it
  Duration left;           ///< of `inside`, in the window while no other work ran on its device (of communication: no
                           ///< other kernel), and not claimed yet
  Duration recoverable;    ///< of `inside`, above its roofline, and not claimed yet
  double insideShare = 0;  ///< of its time

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

/// The work of one device in the analyzed time.
struct DeviceTimeline {
  IntervalUnion window;
  std::vector<Duration> steps;                    ///< how long each in the window is as a whole; none for a range
  std::uint64_t warmUp = 0;                       ///< first steps that are not in the window
  std::vector<Duration> outliers;                 ///< rounds that are not in the window: see `outlierSteps`
  Duration unrecorded;                            ///< not in the window: before its first work, which had queued
  Duration unknown;                               ///< not in the window: before its first work, which had not
  Duration busy;                                  ///< union of its work in the window
  std::vector<TimelinePiece> pieces;              ///< by start: the work of the steps, or what runs in the range
  std::vector<std::vector<std::size_t>> streams;  ///< positions in `pieces`, by start, of each stream
  std::vector<TimelineGap> gaps;                  ///< in time order

  /// The part of `gaps` that this piece ends: positions from `first` to before `end`.
  struct Gaps {
    std::size_t first = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Gaps gapsBefore(Time start) const;
  /// Claims those of them in which launching was the limit, or a graph: how long they are.
  Duration claimLaunchGaps(Time start);
};

/// In time, the device could have gone on at once if the host had launched faster.
[[nodiscard]] bool isLaunchGap(const IdleInterval& idle);

/// Gaps that go when the host is further ahead of the device.
[[nodiscard]] bool isOfHost(IdleCause cause);

/// Returns the timelines of the devices that take part; see `advise`.
[[nodiscard]] std::vector<DeviceTimeline> deviceTimelines(const Trace& trace, const WorkMeter& meter,
                                                          const AdviceQuery& query, const std::stop_token& stop);

}  // namespace kernline
