// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/trace_builder.h"

#include "core/model/trace/block_spans.h"
#include "core/model/trace/bounds.h"
#include "core/model/trace/flow_binding.h"
#include "core/model/trace/launch_links.h"
#include "core/model/trace/span_arrangement.h"
#include "core/model/trace/steps.h"
#include "core/model/trace/titles.h"
#include "core/model/trace/track_order.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

namespace kernline {

namespace {

SpanFlags without(SpanFlags all, SpanFlags flag) {
  return static_cast<SpanFlags>(static_cast<std::uint8_t>(all) & ~static_cast<std::uint8_t>(flag));
}

/// `items` in the order that `order` lists them.
template <typename Item, typename Id>
std::vector<Item> reordered(const std::vector<Item>& items, const std::vector<Id>& order) {
  std::vector<Item> result;
  result.reserve(items.size());
  for (const Id id : order) {
    result.push_back(items[index(id)]);
  }
  return result;
}

template <typename Id>
std::vector<Id> inverted(const std::vector<Id>& order) {
  std::vector<Id> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[index(order[i])] = Id{i};
  }
  return place;
}

template <typename Id>
Id renumbered(Id old, const std::vector<Id>& place) {
  return old == Id::none ? old : place[index(old)];
}

}  // namespace

TraceBuilder::TraceBuilder() : m_trace(new Trace) {}

CategoryId TraceBuilder::addCategory(StringId name) {
  if (name == StringId::empty) {
    return CategoryId::none;
  }
  auto& known = m_trace->m_categories;
  const auto [at, isNew] = m_categoryOf.emplace(name, CategoryId::none);
  if (isNew && known.size() < index(CategoryId::none)) {
    at->second = static_cast<CategoryId>(known.size());
    known.push_back(name);
  }
  return at->second;
}

ProcessId TraceBuilder::addProcess(const Process& process) {
  m_trace->m_processes.push_back(process);
  return ProcessId{static_cast<std::uint32_t>(m_trace->m_processes.size() - 1)};
}

TrackId TraceBuilder::addTrack(const Track& track) {
  m_trace->m_tracks.push_back(track);
  return TrackId{static_cast<std::uint32_t>(m_trace->m_tracks.size() - 1)};
}

CounterId TraceBuilder::addCounter(const Counter& counter) {
  m_trace->m_counters.push_back(counter);
  return CounterId{static_cast<std::uint32_t>(m_trace->m_counters.size() - 1)};
}

void TraceBuilder::addSample(CounterId counter, Time time, double value) {
  m_samples.push_back({counter, time, value});
}

std::shared_ptr<const Trace> TraceBuilder::build(unsigned threads, std::stop_token stop) {
  if (!m_loose.empty()) {
    m_batches.push_back(std::move(m_loose));
  }
  const std::vector<TrackId> trackPlace = orderTracks();
  SpanArrangement arrangement(std::move(m_batches), trackPlace, threads);
  m_batches.clear();
  if (!arrangement.arrange(m_trace->m_tracks, m_trace->m_lanes, stop)) {
    return nullptr;
  }
  adoptSpans(arrangement);
  const std::vector<HostCalls> hosts = linkSpans(arrangement.takeLinkCandidates());
  orderInstants(trackPlace);
  orderSamples();
  if (stop.stop_requested()) {
    return nullptr;
  }
  bindFlowEnds(trackPlace, hosts);
  rememberEndOffsets();
  findBounds();
  m_trace->m_steps = findSteps(*m_trace);
  makeTitles();
  if (m_knownReport) {
    m_trace->m_report = std::move(*m_knownReport);
    m_trace->m_flowRecords = m_knownFlowRecords;
  }
  return std::move(m_trace);
}

std::vector<TrackId> TraceBuilder::orderTracks() {
  const DisplayOrder order = displayOrder(m_trace->m_processes, m_trace->m_tracks, m_trace->m_strings);
  const std::vector<ProcessId> processPlace = inverted(order.processes);
  m_trace->m_processes = reordered(m_trace->m_processes, order.processes);
  m_trace->m_tracks = reordered(m_trace->m_tracks, order.tracks);
  for (Track& track : m_trace->m_tracks) {
    track.process = renumbered(track.process, processPlace);
  }
  for (Counter& counter : m_trace->m_counters) {
    counter.process = renumbered(counter.process, processPlace);
  }
  return inverted(order.tracks);
}

void TraceBuilder::adoptSpans(SpanArrangement& arrangement) {
  SpanColumns columns = arrangement.takeColumns();
  m_trace->m_start = std::move(columns.start);
  m_trace->m_duration = std::move(columns.duration);
  m_trace->m_offset = std::move(columns.offset);
  m_trace->m_name = std::move(columns.name);
  m_trace->m_category = std::move(columns.category);
  m_trace->m_kind = std::move(columns.kind);
  m_trace->m_flags = std::move(columns.flags);
  std::vector<SpanId> overlaps = arrangement.overlapping();
  std::erase_if(overlaps, [&](SpanId s) {
    const bool isExpected = isBlock(*m_trace, s);  // an SM has several at once
    SpanFlags& flags = m_trace->m_flags[index(s)];
    flags = isExpected ? without(flags, SpanFlags::Overlapping) : flags;
    return isExpected;
  });
  if (!overlaps.empty()) {
    const SpanId first = std::ranges::min(overlaps, {}, [&](SpanId s) { return m_trace->offset(s); });
    report().addMany(IssueKind::PartialOverlap, overlaps.size(), m_trace->offset(first), m_trace->nameText(first));
  }
}

std::vector<HostCalls> TraceBuilder::linkSpans(const LinkCandidates& candidates) {
  LaunchLinks links = linkLaunches(candidates, *m_trace, m_areCorrelationsUnique);
  const auto count = [&](IssueKind kind, SpanId s) { report().add(kind, m_trace->offset(s), m_trace->nameText(s)); };
  for (const SpanId s : links.withoutLaunch) {
    count(IssueKind::KernelWithoutLaunch, s);
  }
  for (const SpanId s : links.ambiguous) {
    count(IssueKind::AmbiguousLaunch, s);
  }
  for (const Launch& launch : links.byActivity) {
    if (m_trace->start(launch.activity) < m_trace->start(launch.call)) {
      count(IssueKind::NegativeLaunchLatency, launch.activity);
    }
  }
  for (std::size_t i = 0; i < links.byCall.size();) {
    std::size_t next = i + 1;
    while (next < links.byCall.size() && links.byCall[next].call == links.byCall[i].call) {
      ++next;
    }
    // A graph launch by name; any other call that started several things is no replay (a copy with a fill, say).
    if (m_trace->nameText(links.byCall[i].call).find("GraphLaunch") != std::string_view::npos) {
      for (std::size_t k = i; k < next; ++k) {
        const SpanId activity = links.byCall[k].activity;
        if (!has(m_trace->flags(activity), SpanFlags::GraphReplay)) {  // the importer has counted a replay already
          m_trace->m_flags[index(activity)] |= SpanFlags::GraphReplay;
          count(IssueKind::GraphReplay, activity);
        }
      }
    }
    i = next;
  }
  m_trace->m_launches = std::move(links.byCall);
  m_trace->m_launchesByActivity = std::move(links.byActivity);
  m_trace->m_opOfCall = std::move(links.opOf);
  return std::move(links.hosts);
}

void TraceBuilder::orderInstants(const std::vector<TrackId>& trackPlace) {
  for (Instant& instant : m_trace->m_instants) {
    instant.track = renumbered(instant.track, trackPlace);
  }
  for (MemoryEvent& event : m_trace->m_memory) {
    event.track = renumbered(event.track, trackPlace);
  }
  std::ranges::stable_sort(m_trace->m_instants, {}, &Instant::time);
  std::ranges::stable_sort(m_trace->m_memory, {}, &MemoryEvent::time);
}

void TraceBuilder::orderSamples() {
  const auto isBefore = [](const Sample& a, const Sample& b) {
    return std::tie(a.counter, a.time) < std::tie(b.counter, b.time);
  };
  std::ranges::stable_sort(m_samples, isBefore);
  m_trace->m_sampleTime.reserve(m_samples.size());
  m_trace->m_sampleValue.reserve(m_samples.size());
  for (std::size_t i = 0; i < m_samples.size();) {
    Counter& counter = m_trace->m_counters[index(m_samples[i].counter)];
    counter.firstSample = i;
    counter.minimum = counter.maximum = m_samples[i].value;
    const CounterId id = m_samples[i].counter;
    for (; i < m_samples.size() && m_samples[i].counter == id; ++i) {
      m_trace->m_sampleTime.push_back(m_samples[i].time);
      m_trace->m_sampleValue.push_back(m_samples[i].value);
      counter.minimum = std::min(counter.minimum, m_samples[i].value);
      counter.maximum = std::max(counter.maximum, m_samples[i].value);
    }
    counter.sampleCount = i - counter.firstSample;
  }
  m_samples = {};
}

/// Whether correlation ids already give what a launch flow of this id gives: its call is known to have launched
/// something, or several processes have such a call, so that the flow is no less ambiguous.
bool TraceBuilder::repeatsLaunch(std::uint32_t correlation, std::span<const HostCalls> hosts) const {
  int known = 0;
  for (const HostCalls& host : hosts) {
    const SpanId call = correlation == 0 ? SpanId::none : host.calls.find(correlation);
    if (call != SpanId::none && (++known > 1 || !m_trace->launchedBy(call).empty())) {
      return true;
    }
  }
  return false;
}

void TraceBuilder::bindFlowEnds(const std::vector<TrackId>& trackPlace, std::span<const HostCalls> hosts) {
  std::vector<FlowEnd> ends;
  for (std::vector<FlowEnd>& batch : m_flowEnds) {
    m_trace->m_flowRecords += batch.size();
    for (FlowEnd& end : batch) {
      if (repeatsLaunch(end.correlation, hosts)) {
        continue;
      }
      end.track = renumbered(end.track, trackPlace);
      ends.push_back(end);
    }
    batch = {};
  }
  const std::unordered_map<std::uint64_t, SpanId> spanAt = spansNamedByFlows(ends);
  BoundFlows bound = bindFlows(*m_trace, std::move(ends), spanAt);
  if (bound.dangling != 0) {
    report().addMany(IssueKind::DanglingFlow, bound.dangling, bound.firstDanglingOffset);
  }
  m_trace->m_flows = std::move(bound.flows);
  m_trace->m_flowsByTo = m_trace->m_flows;
  std::ranges::sort(m_trace->m_flowsByTo, {}, [](const Flow& flow) { return std::pair{flow.to, flow.from}; });
}

void TraceBuilder::rememberEndOffsets() {
  if (m_endOffsets.empty()) {
    return;
  }
  std::ranges::sort(m_endOffsets);
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    const auto at = std::ranges::lower_bound(m_endOffsets, m_trace->m_offset[i], {},
                                             &std::pair<std::uint64_t, std::uint64_t>::first);
    if (at != m_endOffsets.end() && at->first == m_trace->m_offset[i]) {
      m_trace->m_endOffset.emplace_back(SpanId{i}, at->second);
    }
  }
}

void TraceBuilder::findBounds() {
  // Producers that forget a timestamp write 0; where everything else is far from 0 and close together, such events
  // would stretch every view.
  const BoundsFinder finder(*m_trace);
  m_trace->m_bounds = m_wholeBounds.value_or(finder.bounds());
  if (!finder.leavesOutZero()) {
    return;
  }
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    if (m_trace->m_start[i].ns == 0) {
      m_trace->m_flags[i] |= SpanFlags::OutsideBounds;
      report().add(IssueKind::ZeroTimeOutlier, m_trace->m_offset[i], m_trace->nameText(SpanId{i}));
    }
  }
  for (const Instant& instant : m_trace->m_instants) {
    if (instant.time.ns == 0) {
      report().add(IssueKind::ZeroTimeOutlier, instant.offset, m_trace->text(instant.name));
    }
  }
}

std::unordered_map<std::uint64_t, SpanId> TraceBuilder::spansNamedByFlows(const std::vector<FlowEnd>& ends) const {
  std::unordered_map<std::uint64_t, SpanId> spanAt;
  for (const FlowEnd& end : ends) {
    if (end.spanOffset != FlowEnd::noSpan) {
      spanAt.emplace(end.spanOffset, SpanId::none);
    }
  }
  for (std::uint32_t i = 0; i < m_trace->spanCount() && !spanAt.empty(); ++i) {
    if (const auto at = spanAt.find(m_trace->m_offset[i]); at != spanAt.end()) {
      at->second = SpanId{i};
    }
  }
  return spanAt;
}

void TraceBuilder::makeTitles() {
  const std::vector<std::string> titles = processTitles(m_trace->m_processes, m_trace->m_devices, strings());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    m_trace->m_processes[i].title = intern(titles[i]);
  }
  for (Track& track : m_trace->m_tracks) {
    track.title = intern(trackTitle(track, strings()));
  }
}

}  // namespace kernline
