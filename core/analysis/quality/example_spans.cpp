// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/example_spans.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/query/call_walk.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

std::vector<bool> launchedActivities(const Trace& trace) {
  std::vector<bool> launched(trace.spanCount());
  for (const Launch& launch : trace.launches()) {
    launched[index(launch.activity)] = true;
  }
  return launched;
}

void addFlags(FlaggedSpans& found, SpanId span, SpanFlags flags) {
  if (flags == SpanFlags::None) {
    return;
  }
  const std::pair<SpanFlags, Examples*> kinds[] = {{SpanFlags::Overlapping, &found.overlapping},
                                                   {SpanFlags::GraphReplay, &found.graphReplay},
                                                   {SpanFlags::OutsideBounds, &found.atZero},
                                                   {SpanFlags::Unfinished, &found.unfinished},
                                                   {SpanFlags::Repaired, &found.repaired}};
  for (const auto& [flag, examples] : kinds) {
    if (has(flags, flag)) {
      examples->add(span);
    }
  }
}

bool anyActivityOn(const Trace& trace, const Lane& lane) {
  return std::ranges::any_of(trace.kinds().subspan(lane.firstSpan, lane.spanCount), isDeviceActivity);
}

bool hasActivityOn(const Trace& trace, const Lane& lane, TimeRange range) {
  const auto ids = std::views::iota(lane.firstSpan, lane.firstSpan + lane.spanCount);
  auto at = std::ranges::partition_point(ids, [&](auto i) { return trace.end(SpanId{i}) <= range.begin; });
  for (; at != ids.end() && trace.start(SpanId{*at}) < range.end; ++at) {
    if (isCountedActivity(trace, SpanId{*at}) && trace.range(SpanId{*at}).overlaps(range)) {
      return true;
    }
  }
  return false;
}

bool hasActivityWithin(const Trace& trace, const Track& track, TimeRange range) {
  const auto lanes = trace.lanes().subspan(track.firstLane, track.laneCount);
  return std::ranges::any_of(lanes, [&](const Lane& lane) { return hasActivityOn(trace, lane, range); });
}

/// cudaLaunchKernelExC, cuLaunchKernel, hipExtModuleLaunchKernel, hipGraphLaunch, …
bool launchesActivity(std::string_view call) {
  return call.find("LaunchKernel") != std::string_view::npos || call.find("GraphLaunch") != std::string_view::npos;
}

}  // namespace

Examples overlappingActivities(const Trace& trace) {
  Examples found;
  for (const Track& track : trace.tracks()) {
    const auto lanes = trace.lanes().subspan(track.firstLane, track.laneCount);
    if (track.kind != TrackKind::Stream ||
        std::ranges::count_if(lanes, [&](const Lane& lane) { return anyActivityOn(trace, lane); }) < 2) {
      continue;  // annotations may have lanes of their own
    }
    std::vector<SpanId> over;
    SpanId longest = SpanId::none;  // span that ends last so far
    CallOrder order(trace, track, TimeRange::always(), SpanKinds::deviceActivities());
    for (SpanId span = order.next(); span != SpanId::none; span = order.next()) {
      if (!isCountedActivity(trace, span) || trace.duration(span).ns == 0) {
        continue;
      }
      if (longest != SpanId::none && trace.end(longest) > trace.start(span) &&
          (over.empty() || over.back() != longest)) {
        over.push_back(longest);
      }
      longest = longest == SpanId::none || trace.end(longest) < trace.end(span) ? span : longest;
    }
    std::ranges::sort(over);
    for (const SpanId span : over) {
      found.add(span);
    }
  }
  return found;
}

FlaggedSpans flaggedSpans(const Trace& trace) {
  FlaggedSpans found;
  const std::vector<bool> launched = launchedActivities(trace);
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const bool isActivity = isDeviceActivity(trace.kind(span));
    addFlags(found, span, trace.flags(span));
    if (isActivity) {
      ++found.work;
      if (!launched[i]) {
        found.withoutLaunch.add(span);
      }
      if (trace.kind(span) == SpanKind::Kernel && trace.duration(span).ns == 0) {
        found.kernelsOfNoLength.add(span);
      }
    }
  }
  return found;
}

Examples launchesWithoutActivity(const Trace& trace) {
  Examples calls;
  if (std::ranges::any_of(trace.kinds(), isDeviceActivity)) {
    return calls;
  }
  std::unordered_map<StringId, bool> launches;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.kind(span) != SpanKind::Runtime) {
      continue;
    }
    const auto [known, isNew] = launches.try_emplace(trace.name(span), false);
    if (isNew) {
      known->second = launchesActivity(trace.nameText(span));
    }
    if (known->second) {
      calls.add(span);
    }
  }
  return calls;
}

EarlyActivities earlyActivities(const Trace& trace) {
  EarlyActivities early;
  for (const Launch& launch : trace.launches()) {
    const Time start = trace.start(launch.activity);
    if (start < trace.start(launch.call)) {
      early.beforeCall.add(launch.activity);
    } else if (start < trace.end(launch.call) && trace.kind(launch.activity) == SpanKind::Kernel) {
      early.beforeReturn.add(launch.activity);
    }
  }
  return early;
}

Examples stepsWithoutActivity(const Trace& trace, const std::stop_token& stop) {
  Examples steps;
  const std::vector<DeviceTracks> devices = deviceTracks(trace);
  for (const Step& step : trace.steps()) {
    const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    const auto works = [&](const DeviceTracks& device) {
      return (rank < 0 || device.rank < 0 || rank == device.rank) && std::ranges::any_of(device.tracks, [&](TrackId t) {
               return hasActivityWithin(trace, trace.track(t), step.range);
             });
    };
    if (!devices.empty() && !stop.stop_requested() && std::ranges::none_of(devices, works)) {
      steps.add(step.span);
    }
  }
  return steps;
}

}  // namespace kernline
