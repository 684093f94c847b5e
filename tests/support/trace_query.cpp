// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace kernline::test {

std::ostream& operator<<(std::ostream& out, const SpanFacts& span) {
  return out << span.name << " at " << span.startNs << " for " << span.durationNs << " on lane " << span.lane;
}

std::uint32_t laneWithin(const Trace& trace, SpanId span) {
  const LaneId lane = trace.laneOf(span);
  return static_cast<std::uint32_t>(index(lane)) - trace.track(trace.lane(lane).track).firstLane;
}

std::vector<SpanFacts> spansOf(const Trace& trace, TrackId id) {
  std::vector<SpanFacts> spans;
  if (id == TrackId::none) {
    return spans;
  }
  const Track& track = trace.track(id);
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    const SpanId span{i};
    spans.push_back(
        {std::string(trace.nameText(span)), trace.start(span).ns, trace.duration(span).ns, laneWithin(trace, span)});
  }
  std::ranges::sort(spans, {}, [](const SpanFacts& s) { return std::tie(s.startNs, s.lane, s.name); });
  return spans;
}

std::vector<SpanFacts> allSpans(const Trace& trace) {
  std::vector<SpanFacts> spans;
  for (std::size_t t = 0; t < trace.tracks().size(); ++t) {
    std::ranges::copy(spansOf(trace, TrackId{static_cast<std::uint32_t>(t)}), std::back_inserter(spans));
  }
  return spans;
}

std::vector<SpanId> spansNamed(const Trace& trace, std::string_view name) {
  std::vector<SpanId> found;
  const StringId wanted = trace.strings().find(name);
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.name(SpanId{i}) == wanted) {
      found.push_back(SpanId{i});
    }
  }
  return found;
}

SpanId spanNamed(const Trace& trace, std::string_view name) {
  const std::vector<SpanId> found = spansNamed(trace, name);
  EXPECT_EQ(found.size(), 1U) << "spans named " << name;
  return found.empty() ? SpanId::none : found.front();
}

std::string_view pidOf(const Trace& trace, TrackId track) {
  const ProcessId process = trace.track(track).process;
  return process == ProcessId::none ? std::string_view{} : trace.text(trace.process(process).pid);
}

TrackId trackOf(const Trace& trace, std::string_view pid, std::string_view tid) {
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track& track = trace.track(TrackId{i});
    const bool isThread = track.kind != TrackKind::Async && track.kind != TrackKind::Steps;
    if (isThread && trace.text(track.tid) == tid && pidOf(trace, TrackId{i}) == pid) {
      return TrackId{i};
    }
  }
  return TrackId::none;
}

std::vector<std::pair<std::int64_t, double>> samplesOf(const Trace& trace, std::string_view name,
                                                       std::string_view series) {
  std::vector<std::pair<std::int64_t, double>> samples;
  for (const Counter& counter : trace.counters()) {
    if (trace.text(counter.name) == name && trace.text(counter.series) == series) {
      const auto times = trace.sampleTimes(counter);
      const auto values = trace.sampleValues(counter);
      for (std::size_t i = 0; i < times.size(); ++i) {
        samples.emplace_back(times[i].ns, values[i]);
      }
    }
  }
  return samples;
}

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
    if (trace.launchOf(launch.work) != launch.call) {
      return fmt::format("span {} does not know its launch {}", index(launch.work), index(launch.call));
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
