// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/merge_ranks.h"

#include "core/compare/ranks/merged_events.h"
#include "core/model/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

namespace {

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;

/// One more than the largest offset that anything of the trace may have.
std::uint64_t offsetsOf(const Trace& trace) {
  if (trace.sources().size() == 1 && trace.sources().front().text) {
    return trace.sources().front().text->size() + 1;
  }
  std::uint64_t last = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    last = std::max({last, trace.offset(SpanId{i}), trace.endOffset(SpanId{i}).value_or(0)});
  }
  for (const Instant& instant : trace.instants()) {
    last = std::max(last, instant.offset);
  }
  for (const MemoryEvent& event : trace.memoryEvents()) {
    last = std::max(last, event.offset);
  }
  for (const IssueKind kind : trace.report().kinds()) {
    last = std::max(last, trace.report()[kind].firstOffset);
  }
  return last + 1;
}

/// Adds one part to the trace of all, with what it names (texts, categories, rows) numbered anew.
class PartAdder {
 public:
  PartAdder(TraceBuilder& builder, const RankPart& part, std::uint64_t firstOffset, std::uint32_t firstLink)
      : m_builder(builder),
        m_trace(*part.trace),
        m_part(part),
        m_firstOffset(firstOffset),
        m_firstLink(firstLink),
        m_operators(TraceBuilder::operatorIdsOf(m_trace)),
        m_words(m_trace.strings().size(), StringId::none),
        m_categories(m_trace.categories().size(), CategoryId::none) {}

  void addAll() {
    addRows();
    addSpans();
    addMoments();
    addCounters();
  }

  [[nodiscard]] std::vector<FlowEnd> flows(std::uint64_t firstKey) {
    std::vector<FlowEnd> ends;
    ends.reserve(2 * m_trace.flows().size());
    for (const Flow& flow : m_trace.flows()) {
      const StringId category = word(flow.category);
      for (const FlowEnd::Role role : {FlowEnd::Role::Start, FlowEnd::Role::End}) {
        FlowEnd end;
        end.key = firstKey;
        end.spanOffset = offset(m_trace.offset(role == FlowEnd::Role::Start ? flow.from : flow.to));
        end.category = category;
        end.role = role;
        ends.push_back(end);
      }
      ++firstKey;
    }
    return ends;
  }

 private:
  StringId word(StringId own) {
    StringId& known = m_words[index(own)];
    if (known == StringId::none) {
      known = m_builder.intern(m_trace.text(own));
    }
    return known;
  }

  CategoryId category(CategoryId own) {
    if (own == CategoryId::none) {
      return own;
    }
    CategoryId& known = m_categories[index(own)];
    if (known == CategoryId::none) {
      known = m_builder.addCategory(word(m_trace.categories()[index(own)]));
    }
    return known;
  }

  [[nodiscard]] std::uint64_t offset(std::uint64_t own) const { return m_firstOffset + own; }

  [[nodiscard]] Time shifted(Time time) const { return {std::clamp(time.ns + m_part.shift.ns, -maxTimeNs, maxTimeNs)}; }
  [[nodiscard]] Time shiftedMoment(Time time) const {
    const bool isOutlier = time.ns == 0 && m_trace.bounds().begin.ns > 0;
    return isOutlier ? time : shifted(time);
  }

  /// Spans as numbers that link calls, work and operators; 0 is none.
  [[nodiscard]] std::uint32_t link(SpanId span) const {
    return span == SpanId::none ? 0 : m_firstLink + static_cast<std::uint32_t>(index(span)) + 1;
  }

  void addRows() {
    for (Process process : m_trace.processes()) {
      process.pid = word(process.pid);
      process.name = word(process.name);
      process.labels = word(process.labels);
      process.rank = m_part.rank;
      m_processes.push_back(m_builder.addProcess(process));
    }
    for (const Track& own : m_trace.tracks()) {
      Track track;
      track.process = own.process == ProcessId::none ? own.process : m_processes[index(own.process)];
      track.kind = own.kind;
      track.tid = word(own.tid);
      track.name = word(own.name);
      track.sortIndex = own.sortIndex;
      m_tracks.push_back(m_builder.addTrack(track));
    }
  }

  void addSpans() {
    std::vector<SpanRecord> spans;
    spans.reserve(m_trace.spanCount());
    for (std::uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
      const Track& track = m_trace.tracks()[t];
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        spans.push_back(record(SpanId{i}, m_tracks[t]));
      }
    }
    m_builder.addSpans(std::move(spans));
  }

  /// Returns an operator by its id; calls with operators around them are found anew. Call in ascending order of spans.
  SpanId operatorOf(SpanId span) {
    while (!m_operators.empty() && m_operators.front().first < span) {
      m_operators = m_operators.subspan(1);
    }
    return !m_operators.empty() && m_operators.front().first == span ? m_operators.front().second : SpanId::none;
  }

  SpanRecord record(SpanId span, TrackId track) {
    SpanRecord record;
    const SpanKind kind = m_trace.kind(span);
    record.flags = m_trace.flags(span);
    record.start = has(record.flags, SpanFlags::OutsideBounds) ? m_trace.start(span) : shifted(m_trace.start(span));
    record.duration = m_trace.duration(span);
    record.offset = offset(m_trace.offset(span));
    record.name = word(m_trace.name(span));
    record.track = track;
    record.category = category(m_trace.category(span));
    record.kind = kind;
    if (kind == SpanKind::Runtime) {
      record.correlation = link(span);
    } else if (isDeviceActivity(kind)) {
      record.correlation = link(m_trace.launchOf(span));
    }
    record.external = kind == SpanKind::Op ? link(span) : link(operatorOf(span));
    if (const auto end = m_trace.endOffset(span)) {
      m_builder.setEndOffset(record.offset, offset(*end));
    }
    return record;
  }

  [[nodiscard]] TrackId track(TrackId own) const { return own == TrackId::none ? own : m_tracks[index(own)]; }

  void addMoments() {
    for (Instant instant : m_trace.instants()) {
      instant.time = shiftedMoment(instant.time);
      instant.offset = offset(instant.offset);
      instant.name = word(instant.name);
      instant.track = track(instant.track);
      instant.category = category(instant.category);
      m_builder.addInstant(instant);
    }
    for (MemoryEvent event : m_trace.memoryEvents()) {
      event.time = shiftedMoment(event.time);
      event.offset = offset(event.offset);
      event.track = track(event.track);
      m_builder.addMemory(event);
    }
  }

  void addCounters() {
    for (const Counter& own : m_trace.counters()) {
      const CounterId counter = m_builder.addCounter(
          {.process = own.process == ProcessId::none ? own.process : m_processes[index(own.process)],
           .name = word(own.name),
           .series = word(own.series),
           .unit = word(own.unit)});
      const auto times = m_trace.sampleTimes(own);
      const auto values = m_trace.sampleValues(own);
      for (std::size_t i = 0; i < times.size(); ++i) {
        m_builder.addSample(counter, shiftedMoment(times[i]), values[i]);
      }
    }
  }

  TraceBuilder& m_builder;
  const Trace& m_trace;
  const RankPart& m_part;
  std::uint64_t m_firstOffset;
  std::uint32_t m_firstLink;
  std::span<const std::pair<SpanId, SpanId>> m_operators;  // operators not returned yet
  // Indexed by the part's own numbers.
  std::vector<StringId> m_words;
  std::vector<CategoryId> m_categories;
  std::vector<ProcessId> m_processes;
  std::vector<TrackId> m_tracks;
};

/// Adds facts that all parts share once, and differing ones once per rank.
void addFacts(TraceBuilder& builder, std::span<const RankPart> parts) {
  const auto saysSame = [&](const MetadataEntry& entry) {
    return std::ranges::all_of(parts, [&](const RankPart& part) {
      const auto own = std::ranges::find(part.trace->metadata(), entry.key, &MetadataEntry::key);
      return own != part.trace->metadata().end() && own->value == entry.value;
    });
  };
  for (const RankPart& part : parts) {
    for (const MetadataEntry& entry : part.trace->metadata()) {
      if (!saysSame(entry)) {
        builder.addMetadata(fmt::format("rank {}: {}", part.rank, entry.key), entry.value);
      } else if (&part == &parts.front()) {
        builder.addMetadata(entry.key, entry.value);
      }
    }
  }
  std::vector<std::int32_t> known;
  for (const RankPart& part : parts) {
    for (const Device& device : part.trace->devices()) {
      if (std::ranges::find(known, device.id) == known.end()) {
        known.push_back(device.id);
        builder.addDevice(device);
      }
    }
  }
}

void addSources(TraceBuilder& builder, const SourceFile& whole, std::span<const RankPart> parts) {
  builder.addSource(whole);
  for (const RankPart& part : parts) {
    const bool isOne = part.trace->sources().size() == 1;
    for (SourceFile source : part.trace->sources()) {
      source.text = isOne ? std::move(source.text) : nullptr;
      builder.addSource(std::move(source));
    }
  }
}

ImportReport reportOf(std::span<const RankPart> parts, std::span<const std::uint64_t> offsets) {
  ImportReport all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ImportReport& own = parts[i].trace->report();
    for (const IssueKind kind : own.kinds()) {
      all.addMany(kind, own[kind].count, offsets[i] + own[kind].firstOffset, own[kind].example);
    }
  }
  return all;
}

std::vector<FlowEnd> arrowEnds(TraceBuilder& builder, std::span<const RankPart> parts,
                               std::span<const std::uint64_t> offsets, std::span<const RankArrow> arrows,
                               std::uint64_t key) {
  std::vector<FlowEnd> ends;
  const StringId category = builder.intern("send");
  const auto add = [&](FlowEnd::Role role, std::size_t part, SpanId span) {
    FlowEnd end;
    end.key = key;
    end.spanOffset = offsets[part] + parts[part].trace->offset(span);
    end.category = category;
    end.role = role;
    ends.push_back(end);
  };
  for (const RankArrow& arrow : arrows) {
    add(FlowEnd::Role::Start, arrow.fromPart, arrow.from);
    add(FlowEnd::Role::End, arrow.toPart, arrow.to);
    ++key;
  }
  return ends;
}

std::shared_ptr<const EventSource> eventsOf(std::span<const RankPart> parts, std::span<const std::uint64_t> offsets) {
  std::vector<MergedEvents::Part> sources;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sources.push_back({offsets[i], TraceBuilder::eventsOf(*parts[i].trace), fmt::format("rank {}", parts[i].rank)});
  }
  return std::make_shared<const MergedEvents>(std::move(sources));
}

}  // namespace

std::vector<std::uint64_t> firstOffsets(std::span<const RankPart> parts) {
  std::vector<std::uint64_t> first;
  std::uint64_t next = 0;
  for (const RankPart& part : parts) {
    first.push_back(next);
    next += offsetsOf(*part.trace);
  }
  return first;
}

std::shared_ptr<const Trace> mergeRanks(const SourceFile& whole, std::span<const RankPart> parts,
                                        std::span<const RankArrow> arrows, unsigned threads, std::stop_token stop) {
  TraceBuilder builder;
  const std::vector<std::uint64_t> offsets = firstOffsets(parts);
  std::uint32_t links = 0;
  std::uint64_t flows = 0;
  std::uint64_t flowRecords = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (stop.stop_requested()) {
      return nullptr;
    }
    PartAdder adder(builder, parts[i], offsets[i], links);
    adder.addAll();
    builder.addFlowEnds(adder.flows(flows));
    links += static_cast<std::uint32_t>(parts[i].trace->spanCount());
    flows += parts[i].trace->flows().size();
    flowRecords += parts[i].trace->flowRecordCount();
  }
  builder.addFlowEnds(arrowEnds(builder, parts, offsets, arrows, flows));
  addFacts(builder, parts);
  addSources(builder, whole, parts);
  builder.setBaseTime(parts.empty() ? 0 : parts.front().trace->baseTimeNs());
  builder.setCorrelationsUnique();
  builder.setCounts(reportOf(parts, offsets), flowRecords);
  builder.setEvents(eventsOf(parts, offsets));
  return builder.build(threads, std::move(stop));
}

}  // namespace kernline
