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

enum class Work : std::uint8_t { Compute, Communication, Memcpy, Memset, None };

constexpr std::size_t workCount = static_cast<std::size_t>(Work::None);

Work workOf(const Trace& trace, SpanId span, CommunicationNames& communication) {
  if (has(trace.flags(span), SpanFlags::OutsideBounds)) {
    return Work::None;
  }
  switch (trace.kind(span)) {
    case SpanKind::Kernel:
      return communication.contains(trace.name(span)) ? Work::Communication : Work::Compute;
    case SpanKind::Memcpy:
      return Work::Memcpy;
    case SpanKind::Memset:
      return Work::Memset;
    default:
      return Work::None;
  }
}

/// Busy intervals of one device, by kind of work.
struct DeviceWork {
  DeviceTracks rows;
  std::array<std::vector<IntervalUnion>, workCount> lanes;
  std::array<IntervalUnion, workCount> unions;
  IntervalUnion kernel;
  IntervalUnion busy;
  IntervalUnion exposed;
  TimeRange window{{std::numeric_limits<std::int64_t>::max()}, {std::numeric_limits<std::int64_t>::min()}};
  std::array<std::uint64_t, workCount> counts{};
  std::uint64_t repaired = 0;
  std::uint64_t excluded = 0;
};

bool isInside(TimeRange interval, const std::optional<TimeRange>& range) {
  return !range ||
         (interval.isEmpty() ? range->contains(interval.begin) : !range->isEmpty() && interval.overlaps(*range));
}

void addLane(DeviceWork& device, const Trace& trace, const Lane& lane, const std::optional<TimeRange>& range,
             CommunicationNames& communication) {
  std::array<IntervalUnion, workCount> unions;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const SpanId span{i};
    const Work work = workOf(trace, span, communication);
    TimeRange interval = trace.range(span);
    if (work == Work::None) {
      device.excluded += isDeviceActivity(trace.kind(span)) ? 1 : 0;
      continue;
    }
    if (!isInside(interval, range)) {
      continue;
    }
    interval = range ? interval.clippedTo(*range) : interval;
    unions[static_cast<std::size_t>(work)].append(interval);
    ++device.counts[static_cast<std::size_t>(work)];
    device.repaired += has(trace.flags(span), SpanFlags::Repaired) ? 1 : 0;
    device.window = device.window.unitedWith(interval);
  }
  for (std::size_t w = 0; w < workCount; ++w) {
    device.lanes[w].push_back(std::move(unions[w]));
  }
}

void unite(DeviceWork& device) {
  for (std::size_t w = 0; w < workCount; ++w) {
    device.unions[w] = unionOfAll(std::exchange(device.lanes[w], {}));
  }
  const auto& [compute, communication, memcpy, memset] = device.unions;
  device.kernel = compute.unitedWith(communication);
  device.busy = device.kernel.unitedWith(memcpy).unitedWith(memset);
  device.exposed = communication.minus(compute);
}

/// Returns the activity of each device, in the order of the trace's tracks; empty if stopped.
std::vector<DeviceWork> deviceWork(const Trace& trace, std::optional<TimeRange> range, const std::stop_token& stop) {
  std::vector<DeviceWork> devices;
  CommunicationNames communication{trace};
  for (DeviceTracks& rows : deviceTracks(trace)) {
    DeviceWork& device = devices.emplace_back();
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
  return stop.stop_requested() ? std::vector<DeviceWork>{} : std::move(devices);
}

DeviceTimes timesOf(const DeviceWork& work) {
  const auto& [compute, communication, memcpy, memset] = work.unions;
  return {.busy = work.busy.length(),
          .kernel = work.kernel.length(),
          .memcpy = memcpy.length(),
          .memset = memset.length(),
          .communication = communication.length(),
          .exposedCommunication = work.exposed.length()};
}

TimeRange longestOf(const IntervalUnion& stretches) {
  const auto longest = std::ranges::max_element(stretches.intervals(), {}, &TimeRange::length);
  return longest == stretches.intervals().end() ? TimeRange{} : *longest;
}

}  // namespace

std::vector<DeviceActivity> deviceActivity(const Trace& trace, std::optional<TimeRange> range, std::stop_token stop) {
  std::vector<DeviceActivity> activities;
  for (const DeviceWork& work : deviceWork(trace, range, stop)) {
    const auto count = [&](Work w) { return work.counts[static_cast<std::size_t>(w)]; };
    const bool hasWork = work.window.begin <= work.window.end;
    if (!hasWork && work.excluded == 0) {
      continue;
    }
    const IntervalUnion& communication = work.unions[static_cast<std::size_t>(Work::Communication)];
    activities.push_back({.rank = work.rows.rank,
                          .device = work.rows.device,
                          .name = work.rows.name,
                          .title = work.rows.title,
                          .window = hasWork ? work.window : TimeRange{},
                          .times = timesOf(work),
                          .longestExposed = longestOf(work.exposed),
                          .longestOverlapped = longestOf(communication.minus(work.exposed)),
                          .kernels = count(Work::Compute) + count(Work::Communication),
                          .memcpys = count(Work::Memcpy),
                          .memsets = count(Work::Memset),
                          .repaired = work.repaired,
                          .excluded = work.excluded});
  }
  return activities;
}

}  // namespace kernline
