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

bool isThreadRow(const Trace& trace, const Track& track) {
  const bool holdsSamples = track.tid == StringId::empty && trace.text(track.name).ends_with("samples");
  return track.kind != TrackKind::Async && track.kind != TrackKind::Steps && !holdsSamples;
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

}  // namespace kernline::test
