// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_of_spans.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

namespace {

/// Each counted work of a device with its span.
template <typename Do>
void eachActivityOf(const Trace& trace, const DeviceTracks& device, const Do& run) {
  for (const TrackId t : device.tracks) {
    const Track& track = trace.track(t);
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (isCountedActivity(trace, SpanId{i})) {
        run(SpanId{i});
      }
    }
  }
}

bool knowsLaunches(const Trace& trace, const DeviceTracks& device) {
  return std::ranges::any_of(device.tracks, [&](TrackId t) {
    const Track& track = trace.track(t);
    bool knows = false;
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !knows; ++i) {
      knows = isCountedActivity(trace, SpanId{i}) && trace.launchOf(SpanId{i}) != SpanId::none;
    }
    return knows;
  });
}

void addActivitiesOf(const Trace& trace, const FoundSteps& steps, const StepTimes& times, const DeviceTracks& device,
                     std::vector<std::uint32_t>& ofSpan) {
  const auto processOf = [&](SpanId span) { return trace.track(trace.trackOf(span)).process; };
  const bool isByLaunch = !steps.isOnDevice && knowsLaunches(trace, device);
  eachActivityOf(trace, device, [&](SpanId activity) {
    std::uint32_t& step = ofSpan[index(activity)];
    if (steps.isOnDevice) {
      step = times.at(processOf(activity), trace.start(activity));
    } else if (isByLaunch) {
      const SpanId call = trace.launchOf(activity);
      step = call == SpanId::none ? noStep : times.at(processOf(call), trace.start(call));
    } else {
      step = times.atDevice(processOf(activity), device.rank, trace.start(activity));
    }
  });
}

}  // namespace

std::vector<std::uint32_t> stepOfActivities(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  std::vector<std::uint32_t> ofSpan(trace.spanCount(), noStep);
  const StepTimes times(trace, steps.steps);
  for (const DeviceTracks& device : deviceTracks(trace)) {
    if (!stop.stop_requested()) {
      addActivitiesOf(trace, steps, times, device, ofSpan);
    }
  }
  return ofSpan;
}

std::vector<std::uint32_t> stepOfSpans(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  std::vector<std::uint32_t> ofSpan = stepOfActivities(trace, steps, stop);
  const StepTimes times(trace, steps.steps);
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::Thread || steps.isOnDevice || stop.stop_requested()) {
      continue;
    }
    parallelFor(defaultThreads(), track.spanCount / spansBetweenStops + 1, [&](std::size_t part) {
      const auto first = static_cast<std::uint32_t>(part * spansBetweenStops);
      for (std::uint32_t i = first; i < std::min(first + spansBetweenStops, track.spanCount); ++i) {
        const SpanId span{track.firstSpan + i};
        if (!isDeviceActivity(trace.kind(span))) {
          ofSpan[index(span)] = times.at(track.process, trace.start(span));
        }
      }
    });
  }
  return ofSpan;
}

}  // namespace kernline
