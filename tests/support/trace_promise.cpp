// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_promise.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::test {

namespace {

std::string brokenLane(const Trace& trace, const Lane& lane) {
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    if (trace.duration(SpanId{i}).ns < 0) {
      return fmt::format("span {} has a negative duration", i);
    }
    if (i > lane.firstSpan && trace.end(SpanId{i - 1}) > trace.start(SpanId{i})) {
      return fmt::format("span {} begins before its neighbour on the lane ends", i);
    }
  }
  return {};
}

std::string brokenTrack(const Trace& trace, std::uint32_t number, std::uint32_t& nextSpan, std::uint32_t& nextLane) {
  const Track& track = trace.track(TrackId{number});
  if (track.firstSpan != nextSpan || track.firstLane != nextLane) {
    return fmt::format("track {} does not follow its neighbour", number);
  }
  for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
    const Lane& lane = trace.lane(LaneId{l});
    if (lane.track != TrackId{number} || lane.firstSpan != nextSpan) {
      return fmt::format("lane {} does not follow its neighbour", l);
    }
    if (std::string broken = brokenLane(trace, lane); !broken.empty()) {
      return broken;
    }
    nextSpan += lane.spanCount;
  }
  nextLane += track.laneCount;
  if (nextSpan != track.firstSpan + track.spanCount) {
    return fmt::format("the lanes of track {} hold another number of spans than it", number);
  }
  return {};
}

std::string brokenLinks(const Trace& trace) {
  for (const Launch& launch : trace.launches()) {
    if (trace.launchOf(launch.activity) != launch.call) {
      return fmt::format("span {} does not know its launch {}", index(launch.activity), index(launch.call));
    }
  }
  for (const Flow& flow : trace.flows()) {
    if (index(flow.from) >= trace.spanCount() || index(flow.to) >= trace.spanCount()) {
      return "a flow leads to no span";
    }
  }
  return {};
}

}  // namespace

std::string brokenPromise(const Trace& trace) {
  std::uint32_t nextSpan = 0;
  std::uint32_t nextLane = 0;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    if (std::string broken = brokenTrack(trace, t, nextSpan, nextLane); !broken.empty()) {
      return broken;
    }
  }
  if (nextSpan != trace.spanCount() || nextLane != trace.lanes().size()) {
    return "spans or lanes belong to no track";
  }
  const auto time = [](const auto& item) { return item.time; };
  if (!std::ranges::is_sorted(trace.instants(), {}, time) || !std::ranges::is_sorted(trace.memoryEvents(), {}, time)) {
    return "instants or memory events are not sorted by time";
  }
  for (const Counter& counter : trace.counters()) {
    if (!std::ranges::is_sorted(trace.sampleTimes(counter))) {
      return "the samples of a counter are not sorted by time";
    }
  }
  return brokenLinks(trace);
}

}  // namespace kernline::test
