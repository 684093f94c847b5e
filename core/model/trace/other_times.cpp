// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/bounds.h"
#include "core/model/trace/trace_builder.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

/// A span never begins before the one in front of it on its lane ends.
void keepApart(const Lane& lane, std::span<Time> starts, std::span<Duration> durations) {
  Time free{INT64_MIN};
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const Time end = std::max(starts[i] + durations[i], free);
    starts[i] = std::max(starts[i], free);
    durations[i] = end - starts[i];
    free = end;
  }
}

TimeRange extentOf(const Track& track, std::span<const Time> starts, std::span<const Duration> durations) {
  TimeRange extent{Time{INT64_MAX}, Time{INT64_MIN}};
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    extent.begin = std::min(extent.begin, starts[i]);
    extent.end = std::max(extent.end, starts[i] + durations[i]);
  }
  return track.spanCount == 0 ? TimeRange{} : extent;
}

}  // namespace

std::shared_ptr<Trace> TraceBuilder::copyOf(const Trace& trace) {
  auto made = std::shared_ptr<Trace>(new Trace);
  for (std::uint32_t i = 0; i < trace.m_strings.size(); ++i) {  // same order, so ids stay the same
    made->m_strings.intern(trace.m_strings[StringId{i}]);
  }
  made->m_start = trace.m_start;
  made->m_duration = trace.m_duration;
  made->m_offset = trace.m_offset;
  made->m_name = trace.m_name;
  made->m_category = trace.m_category;
  made->m_kind = trace.m_kind;
  made->m_flags = trace.m_flags;
  made->m_categories = trace.m_categories;
  made->m_processes = trace.m_processes;
  made->m_tracks = trace.m_tracks;
  made->m_lanes = trace.m_lanes;
  made->m_launches = trace.m_launches;
  made->m_launchesByActivity = trace.m_launchesByActivity;
  made->m_opOfCall = trace.m_opOfCall;
  made->m_endOffset = trace.m_endOffset;
  made->m_flows = trace.m_flows;
  made->m_flowsByTo = trace.m_flowsByTo;
  made->m_flowRecords = trace.m_flowRecords;
  made->m_instants = trace.m_instants;
  made->m_counters = trace.m_counters;
  made->m_sampleTime = trace.m_sampleTime;
  made->m_sampleValue = trace.m_sampleValue;
  made->m_memory = trace.m_memory;
  made->m_steps = trace.m_steps;
  made->m_bounds = trace.m_bounds;
  made->m_baseTimeNs = trace.m_baseTimeNs;
  made->m_devices = trace.m_devices;
  made->m_metadata = trace.m_metadata;
  made->m_sources = trace.m_sources;
  made->m_events = trace.m_events;
  made->m_report = trace.m_report;
  made->m_isPreview = trace.m_isPreview;
  made->m_readWindow = trace.m_readWindow;
  return made;
}

std::shared_ptr<const Trace> TraceBuilder::withTimes(const Trace& trace, const OtherTimes& times, MetadataEntry note) {
  std::shared_ptr<Trace> made = copyOf(trace);
  for (std::size_t i = 0; i < times.spans.size(); ++i) {
    made->m_start[i] = times.spans[i].begin;
    made->m_duration[i] = times.spans[i].length();
  }
  for (const Lane& lane : made->m_lanes) {
    keepApart(lane, made->m_start, made->m_duration);
  }
  for (Track& track : made->m_tracks) {
    track.extent = extentOf(track, made->m_start, made->m_duration);
  }
  for (Instant& instant : made->m_instants) {
    const ProcessId process = instant.track == TrackId::none ? ProcessId::none : made->track(instant.track).process;
    instant.time = times.moved(instant.track, process, instant.time);
  }
  std::ranges::stable_sort(made->m_instants, {}, &Instant::time);
  for (MemoryEvent& event : made->m_memory) {
    const ProcessId process = event.track == TrackId::none ? ProcessId::none : made->track(event.track).process;
    event.time = times.moved(event.track, process, event.time);
  }
  std::ranges::stable_sort(made->m_memory, {}, &MemoryEvent::time);
  for (const Counter& counter : made->m_counters) {
    Time last{INT64_MIN};
    for (std::uint64_t s = counter.firstSample; s < counter.firstSample + counter.sampleCount; ++s) {
      last = std::max(last, times.moved(TrackId::none, counter.process, made->m_sampleTime[s]));
      made->m_sampleTime[s] = last;
    }
  }
  for (Step& step : made->m_steps) {
    step.range = step.span == SpanId::none ? TimeRange{times.moved(TrackId::none, step.process, step.range.begin),
                                                       times.moved(TrackId::none, step.process, step.range.end)}
                                           : made->range(step.span);
  }
  std::ranges::stable_sort(made->m_steps, {}, [](const Step& step) { return step.range.begin; });
  for (SourceFile& source : made->m_sources) {
    source.text = nullptr;
  }
  made->m_metadata.push_back(std::move(note));
  made->m_bounds = BoundsFinder(*made).bounds();
  return made;
}

}  // namespace kernline
