// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device_activity.h"

#include "core/analysis/busy_time.h"
#include "core/format/kernel_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace kernline {

namespace {

enum class Work : std::uint8_t { Compute, Communication, Memcpy, Memset, None };

constexpr std::size_t workCount = static_cast<std::size_t>(Work::None);

/// Tells communication kernels by name, each name once.
class WorkOf {
 public:
  explicit WorkOf(const Trace& trace) : m_trace(trace), m_known(trace.strings().size(), Known::No) {}

  Work operator()(SpanId span) {
    if (has(m_trace.flags(span), SpanFlags::OutsideBounds)) {
      return Work::None;
    }
    switch (m_trace.kind(span)) {
      case SpanKind::Kernel:
        return isCommunicationName(m_trace.name(span)) ? Work::Communication : Work::Compute;
      case SpanKind::Memcpy:
        return Work::Memcpy;
      case SpanKind::Memset:
        return Work::Memset;
      default:
        return Work::None;
    }
  }

 private:
  enum class Known : std::uint8_t { No, Computes, Communicates };

  bool isCommunicationName(StringId name) {
    Known& known = m_known[index(name)];
    if (known == Known::No) {
      known = isCommunication(m_trace.text(name)) ? Known::Communicates : Known::Computes;
    }
    return known == Known::Communicates;
  }

  const Trace& m_trace;
  std::vector<Known> m_known;
};

/// When one device did what.
struct DeviceWork {
  std::int32_t rank = -1;
  std::int32_t device = -1;
  const Process* process = nullptr;
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
             WorkOf& workOf) {
  std::array<IntervalUnion, workCount> unions;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const SpanId span{i};
    const Work work = workOf(span);
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

/// Producers that name no device still write kernels, so the spans decide and not the process.
bool hasDeviceWork(const Trace& trace, const Track& track) {
  return std::ranges::any_of(trace.kinds().subspan(track.firstSpan, track.spanCount), isDeviceWork);
}

/// Everything that ran on each device, in the order of the trace's tracks; empty if stopped.
std::vector<DeviceWork> deviceWork(const Trace& trace, std::optional<TimeRange> range, const std::stop_token& stop) {
  std::vector<DeviceWork> devices;
  WorkOf workOf{trace};
  for (const Track& track : trace.tracks()) {
    if (!hasDeviceWork(trace, track)) {
      continue;
    }
    const Process* process = track.process == ProcessId::none ? nullptr : &trace.process(track.process);
    const std::int32_t rank = process == nullptr ? -1 : process->rank;
    const std::int32_t device = process == nullptr ? -1 : process->device;
    auto found =
        std::ranges::find_if(devices, [&](const DeviceWork& d) { return d.rank == rank && d.device == device; });
    if (found == devices.end()) {
      found = devices.emplace(devices.end());
      found->rank = rank;
      found->device = device;
      found->process = process;
    }
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
      if (stop.stop_requested()) {
        return {};
      }
      addLane(*found, trace, trace.lanes()[lane], range, workOf);
    }
  }
  for (DeviceWork& device : devices) {
    unite(device);
  }
  return stop.stop_requested() ? std::vector<DeviceWork>{} : std::move(devices);
}

std::string nameOf(const DeviceWork& work, const Trace& trace) {
  const auto known = std::ranges::find(trace.devices(), work.device, &Device::id);
  if (known != trace.devices().end() && !known->name.empty()) {
    return known->name;
  }
  return std::string{work.process == nullptr ? std::string_view{} : trace.text(work.process->title)};
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
    activities.push_back({.rank = work.rank,
                          .device = work.device,
                          .name = nameOf(work, trace),
                          .window = hasWork ? work.window : TimeRange{},
                          .times = timesOf(work, [](const IntervalUnion& u) { return u.length(); }),
                          .kernels = count(Work::Compute) + count(Work::Communication),
                          .copies = count(Work::Memcpy),
                          .fills = count(Work::Memset),
                          .repaired = work.repaired,
                          .excluded = work.excluded});
  }
  return activities;
}

std::vector<StepActivity> stepActivity(const Trace& trace, std::stop_token stop) {
  std::vector<StepActivity> activities;
  if (trace.steps().empty()) {
    return activities;
  }
  const std::vector<DeviceWork> devices = deviceWork(trace, {}, stop);
  for (const Step& step : trace.steps()) {
    StepActivity activity;
    activity.step = step;
    const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    for (const DeviceWork& work : devices) {
      if (rank >= 0 && work.rank >= 0 && rank != work.rank) {
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
