// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_activity.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_tracks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace kernline {

namespace {

enum class ActivityKind : std::uint8_t { Compute, Communication, Memcpy, Memset, None };

constexpr std::size_t activityKinds = static_cast<std::size_t>(ActivityKind::None);

ActivityKind activityKindOf(const Trace& trace, SpanId span, CommunicationNames& communication) {
  if (has(trace.flags(span), SpanFlags::OutsideBounds)) {
    return ActivityKind::None;
  }
  switch (trace.kind(span)) {
    case SpanKind::Kernel:
      return communication.contains(trace.name(span)) ? ActivityKind::Communication : ActivityKind::Compute;
    case SpanKind::Memcpy:
      return ActivityKind::Memcpy;
    case SpanKind::Memset:
      return ActivityKind::Memset;
    default:
      return ActivityKind::None;
  }
}

/// Busy intervals of one device, by kind of work.
struct DeviceIntervals {
  DeviceTracks rows;
  std::array<std::vector<IntervalUnion>, activityKinds> lanes;
  std::array<IntervalUnion, activityKinds> unions;
  IntervalUnion kernel;
  IntervalUnion busy;
  IntervalUnion exposed;
  TimeRange window{{std::numeric_limits<std::int64_t>::max()}, {std::numeric_limits<std::int64_t>::min()}};
  std::array<std::uint64_t, activityKinds> counts{};
  std::uint64_t repaired = 0;
  std::uint64_t excluded = 0;
};

bool isInside(TimeRange interval, const std::optional<TimeRange>& range) {
  return !range ||
         (interval.isEmpty() ? range->contains(interval.begin) : !range->isEmpty() && interval.overlaps(*range));
}

void addLane(DeviceIntervals& device, const Trace& trace, const Lane& lane, const std::optional<TimeRange>& range,
             CommunicationNames& communication) {
  std::array<IntervalUnion, activityKinds> unions;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const SpanId span{i};
    const ActivityKind kind = activityKindOf(trace, span, communication);
    TimeRange interval = trace.range(span);
    if (kind == ActivityKind::None) {
      device.excluded += isDeviceActivity(trace.kind(span)) ? 1 : 0;
      continue;
    }
    if (!isInside(interval, range)) {
      continue;
    }
    interval = range ? interval.clippedTo(*range) : interval;
    unions[static_cast<std::size_t>(kind)].append(interval);
    ++device.counts[static_cast<std::size_t>(kind)];
    device.repaired += has(trace.flags(span), SpanFlags::Repaired) ? 1 : 0;
    device.window = device.window.unitedWith(interval);
  }
  for (std::size_t w = 0; w < activityKinds; ++w) {
    device.lanes[w].push_back(std::move(unions[w]));
  }
}

void unite(DeviceIntervals& device) {
  for (std::size_t w = 0; w < activityKinds; ++w) {
    device.unions[w] = unionOfAll(std::exchange(device.lanes[w], {}));
  }
  const auto& [compute, communication, memcpy, memset] = device.unions;
  device.kernel = compute.unitedWith(communication);
  device.busy = device.kernel.unitedWith(memcpy).unitedWith(memset);
  device.exposed = communication.minus(compute);
}

/// Returns the activity of each device, in the order of the trace's tracks; empty if stopped.
std::vector<DeviceIntervals> deviceIntervals(const Trace& trace, std::optional<TimeRange> range,
                                             const std::stop_token& stop) {
  std::vector<DeviceIntervals> devices;
  CommunicationNames communication{trace};
  for (DeviceTracks& rows : deviceTracks(trace)) {
    DeviceIntervals& device = devices.emplace_back();
    for (const TrackId t : rows.tracks) {
      const Track& track = trace.track(t);
      for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        if (stop.stop_requested()) {
          return {};
        }
        addLane(device, trace, trace.lanes()[lane], range, communication);
      }
    }
    device.rows = std::move(rows);
    unite(device);
  }
  return stop.stop_requested() ? std::vector<DeviceIntervals>{} : std::move(devices);
}

DeviceTimes timesOf(const DeviceIntervals& intervals) {
  const auto& [compute, communication, memcpy, memset] = intervals.unions;
  return {.busy = intervals.busy.length(),
          .kernel = intervals.kernel.length(),
          .memcpy = memcpy.length(),
          .memset = memset.length(),
          .communication = communication.length(),
          .exposedCommunication = intervals.exposed.length()};
}

TimeRange longestOf(const IntervalUnion& stretches) {
  const auto longest = std::ranges::max_element(stretches.intervals(), {}, &TimeRange::length);
  return longest == stretches.intervals().end() ? TimeRange{} : *longest;
}

}  // namespace

std::vector<DeviceActivity> deviceActivity(const Trace& trace, std::optional<TimeRange> range, std::stop_token stop) {
  std::vector<DeviceActivity> activities;
  for (const DeviceIntervals& intervals : deviceIntervals(trace, range, stop)) {
    const auto count = [&](ActivityKind w) { return intervals.counts[static_cast<std::size_t>(w)]; };
    const bool hasActivity = intervals.window.begin <= intervals.window.end;
    if (!hasActivity && intervals.excluded == 0) {
      continue;
    }
    const IntervalUnion& communication = intervals.unions[static_cast<std::size_t>(ActivityKind::Communication)];
    activities.push_back({.rank = intervals.rows.rank,
                          .device = intervals.rows.device,
                          .name = intervals.rows.name,
                          .title = intervals.rows.title,
                          .window = hasActivity ? intervals.window : TimeRange{},
                          .times = timesOf(intervals),
                          .longestExposed = longestOf(intervals.exposed),
                          .longestOverlapped = longestOf(communication.minus(intervals.exposed)),
                          .kernels = count(ActivityKind::Compute) + count(ActivityKind::Communication),
                          .memcpys = count(ActivityKind::Memcpy),
                          .memsets = count(ActivityKind::Memset),
                          .repaired = intervals.repaired,
                          .excluded = intervals.excluded});
  }
  return activities;
}

}  // namespace kernline
