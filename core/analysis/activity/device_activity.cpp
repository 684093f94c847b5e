// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_activity.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_rows.h"
#include "core/analysis/activity/whole_steps.h"

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

/// When one device did what.
struct DeviceWork {
  DeviceRows rows;
  std::array<std::vector<IntervalUnion>, workCount> lanes;
  std::array<IntervalUnion, workCount> unions;  ///< of the lanes
  IntervalUnion kernel;
  IntervalUnion busy;
  IntervalUnion exposed;
  std::vector<Time> kernelStarts;  ///< sorted
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
      device.excluded += isDeviceWork(trace.kind(span)) ? 1 : 0;
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
    if (work == Work::Compute || work == Work::Communication) {
      device.kernelStarts.push_back(trace.start(span));
    }
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
  std::ranges::sort(device.kernelStarts);
}

/// Everything that ran on each device, in the order of the trace's tracks; empty if stopped.
std::vector<DeviceWork> deviceWork(const Trace& trace, std::optional<TimeRange> range, const std::stop_token& stop) {
  std::vector<DeviceWork> devices;
  CommunicationNames communication{trace};
  for (DeviceRows& rows : deviceRows(trace)) {
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

/// What `length` makes of each union.
template <typename Length>
DeviceTimes timesOf(const DeviceWork& work, const Length& length) {
  const auto& [compute, communication, memcpy, memset] = work.unions;
  return {.busy = length(work.busy),
          .kernel = length(work.kernel),
          .memcpy = length(memcpy),
          .memset = length(memset),
          .communication = length(communication),
          .exposedCommunication = length(work.exposed)};
}

TimeRange longestOf(const IntervalUnion& stretches) {
  const auto longest = std::ranges::max_element(stretches.intervals(), {}, &TimeRange::length);
  return longest == stretches.intervals().end() ? TimeRange{} : *longest;
}

void addTimes(DeviceTimes& sum, const DeviceTimes& times) {
  sum.busy += times.busy;
  sum.kernel += times.kernel;
  sum.memcpy += times.memcpy;
  sum.memset += times.memset;
  sum.communication += times.communication;
  sum.exposedCommunication += times.exposedCommunication;
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
                          .times = timesOf(work, [](const IntervalUnion& u) { return u.length(); }),
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

std::vector<StepActivity> stepActivity(const Trace& trace, std::stop_token stop) {
  return stepActivity(trace, wholeSteps(trace), std::move(stop));
}

std::vector<StepActivity> stepActivity(const Trace& trace, std::span<const Step> steps, std::stop_token stop) {
  std::vector<StepActivity> activities;
  if (steps.empty()) {
    return activities;
  }
  const std::vector<DeviceWork> devices = deviceWork(trace, {}, stop);
  for (const Step& step : steps) {
    StepActivity activity;
    activity.step = step;
    const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    for (const DeviceWork& work : devices) {
      const bool isOfAnother = step.span == SpanId::none && step.process != work.rows.process;
      if (isOfAnother || (rank >= 0 && work.rows.rank >= 0 && rank != work.rows.rank)) {
        continue;
      }
      addTimes(activity.times, timesOf(work, [&](const IntervalUnion& u) { return u.lengthWithin(step.range); }));
      const auto first = std::ranges::lower_bound(work.kernelStarts, step.range.begin);
      activity.kernels +=
          static_cast<std::uint64_t>(std::lower_bound(first, work.kernelStarts.end(), step.range.end) - first);
    }
    activities.push_back(activity);
  }
  return stop.stop_requested() ? std::vector<StepActivity>{} : std::move(activities);
}

}  // namespace kernline
