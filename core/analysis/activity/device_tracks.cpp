// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_tracks.h"

#include "core/model/names/kernel_name.h"
#include "core/model/trace/titles.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

namespace {

bool hasDeviceActivity(const Trace& trace, const Track& track) {
  return std::ranges::any_of(trace.kinds().subspan(track.firstSpan, track.spanCount), isDeviceActivity);
}

std::string nameOf(const DeviceTracks& device, const Trace& trace) {
  if (const std::string_view model = deviceModel(device.device, trace.devices()); !model.empty()) {
    return std::string{model};
  }
  if (device.device >= 0) {
    return deviceNumber(trace.process(device.process), trace.strings());
  }
  return std::string{device.process == ProcessId::none ? std::string_view{}
                                                       : trace.text(trace.process(device.process).title)};
}

std::string titleOf(const DeviceTracks& device, const Trace& trace) {
  std::string title = device.rank >= 0 ? fmt::format("rank {} · ", device.rank) : "";
  if (device.device >= 0) {
    const std::string number = deviceNumber(trace.process(device.process), trace.strings());
    return title + (number == device.name ? number : fmt::format("{} · {}", number, device.name));
  }
  return title + device.name;
}

}  // namespace

std::vector<DeviceTracks> deviceTracks(const Trace& trace) {
  std::vector<DeviceTracks> devices;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    if (!hasDeviceActivity(trace, track)) {
      continue;
    }
    const Process* process = track.process == ProcessId::none ? nullptr : &trace.process(track.process);
    const std::int32_t rank = process == nullptr ? -1 : process->rank;
    const std::int32_t device = process == nullptr ? -1 : process->device;
    auto found =
        std::ranges::find_if(devices, [&](const DeviceTracks& d) { return d.rank == rank && d.device == device; });
    if (found == devices.end()) {
      found = devices.insert(
          found, {.rank = rank, .device = device, .process = track.process, .name = {}, .title = {}, .tracks = {}});
      found->name = nameOf(*found, trace);
      found->title = titleOf(*found, trace);
    }
    found->tracks.push_back(TrackId{t});
  }
  return devices;
}

std::vector<SpanId> activitiesByStart(const Trace& trace, const DeviceTracks& device) {
  std::vector<SpanId> activities;
  for (const TrackId t : device.tracks) {
    const Track& track = trace.track(t);
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (isCountedActivity(trace, SpanId{i})) {
        activities.push_back(SpanId{i});
      }
    }
  }
  const auto startOf = [&](SpanId span) { return trace.start(span); };
  if (!std::ranges::is_sorted(activities, {}, startOf)) {
    std::ranges::stable_sort(activities, {}, startOf);
  }
  return activities;
}

bool CommunicationNames::contains(StringId name) {
  return m_known.of(name, [&] { return isCommunication(m_trace.text(name)); });
}

}  // namespace kernline
