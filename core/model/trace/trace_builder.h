// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace kernline {

class SpanArrangement;
struct HostCalls;
struct LinkCandidates;

/// A span on its way into a trace. `track` is what `addTrack` returned.
struct SpanRecord {
  Time start;
  Duration duration;
  std::uint64_t offset = 0;
  StringId name = StringId::empty;
  TrackId track = TrackId::none;
  std::uint32_t correlation = 0;  ///< equal numbers link a call with its device activity; 0 if none
  std::uint32_t external = 0;     ///< equal numbers link an op with its calls and device activity; 0 if none
  CategoryId category = CategoryId::none;
  SpanKind kind = SpanKind::Other;
  SpanFlags flags = SpanFlags::None;
};

/// One end of an arrow. Ends with one key are joined in time order; v2 flows name their span by its offset.
struct FlowEnd {
  enum class Role : std::uint8_t { Start, Step, End };
  static constexpr std::uint64_t noSpan = UINT64_MAX;
  Time time;
  std::uint64_t key = 0;              ///< hash of (category, name, id)
  std::uint64_t offset = 0;           ///< offset of the flow event in the text
  std::uint64_t spanOffset = noSpan;  ///< the span at this offset itself, instead of the one around `time`
  /// Id of the launch link that the flow repeats; it is not stored again then; 0 if none.
  std::uint32_t correlation = 0;
  TrackId track = TrackId::none;
  StringId category = StringId::empty;
  Role role = Role::Start;
  bool bindsEnclosing = true;  ///< false: binds to the next span that starts at or after `time`
};

/// Other times for a trace.
struct OtherTimes {
  std::vector<TimeRange> spans;  ///< new range of each span; the order within a lane stays
  /// Returns the new time of an instant, a memory record or a counter sample of this track, else of this process. Keeps
  /// the order within a track.
  std::function<Time(TrackId, ProcessId, Time)> moved;
};

/// The only writer of traces. Add in any order, then `build()` once: it orders tracks, puts spans on lanes, links
/// device activity with calls and calls with ops, binds flows, derives steps, bounds and titles, and counts what
/// dangles. Ids that the builder hands out are its own; the trace numbers tracks and spans anew.
class TraceBuilder {
 public:
  TraceBuilder();

  [[nodiscard]] StringPool& strings() { return m_trace->m_strings; }
  [[nodiscard]] ImportReport& report() { return m_trace->m_report; }

  StringId intern(std::string_view text) { return strings().intern(text); }
  CategoryId addCategory(StringId name);  ///< the same name gives the same id
  ProcessId addProcess(const Process& process);
  TrackId addTrack(const Track& track);  ///< process, kind, tid, name, title, sortIndex count
  [[nodiscard]] Process& process(ProcessId id) { return m_trace->m_processes[index(id)]; }
  [[nodiscard]] Track& track(TrackId id) { return m_trace->m_tracks[index(id)]; }

  void addSpan(const SpanRecord& span) { m_loose.push_back(span); }
  /// A batch in file order; several batches are in file order among each other.
  void addSpans(std::vector<SpanRecord>&& spans) { m_batches.push_back(std::move(spans)); }
  /// The place of the E of a B, whose args join those of the span; both by offset.
  void setEndOffset(std::uint64_t beginOffset, std::uint64_t endOffset) {
    m_endOffsets.emplace_back(beginOffset, endOffset);
  }
  void addFlowEnds(std::vector<FlowEnd>&& ends) { m_flowEnds.push_back(std::move(ends)); }
  void addInstant(const Instant& instant) { m_trace->m_instants.push_back(instant); }
  void addMemory(const MemoryEvent& event) { m_trace->m_memory.push_back(event); }
  CounterId addCounter(const Counter& counter);                ///< process, name, series, unit count
  void addSample(CounterId counter, Time time, double value);  ///< NaN: not sampled from then on

  void addDevice(Device device) { m_trace->m_devices.push_back(std::move(device)); }
  void addMetadata(std::string key, std::string value) {
    m_trace->m_metadata.push_back({std::move(key), std::move(value)});
  }
  void addSource(SourceFile source) { m_trace->m_sources.push_back(std::move(source)); }
  /// Sets the bounds of the whole trace if only a part of it is added; else they are those of the added events.
  void setBounds(TimeRange whole) { m_wholeBounds = whole; }
  void setReadWindow(const ReadWindow& part) { m_trace->m_readWindow = part; }
  void setBaseTime(std::int64_t utcNs) { m_trace->m_baseTimeNs = utcNs; }
  void setEvents(std::shared_ptr<const EventSource> events) { m_trace->m_events = std::move(events); }
  // The events of a trace that becomes a part of another one.
  [[nodiscard]] static std::shared_ptr<const EventSource> eventsOf(const Trace& trace) { return trace.m_events; }
  /// Calls and activity with the operator whose External id they have, by the former.
  [[nodiscard]] static std::span<const std::pair<SpanId, SpanId>> operatorIdsOf(const Trace& trace) {
    return trace.m_opOfCall;
  }
  /// Returns the trace at other times, with the same ids; if spans would overlap on a lane, the later one begins later.
  /// Its events are not those of the file any more. `note` is added to the metadata.
  [[nodiscard]] static std::shared_ptr<const Trace> withTimes(const Trace& trace, const OtherTimes& times,
                                                              MetadataEntry note);
  /// States that correlation ids are unique over all processes, so that no launch has to be guessed.
  void setCorrelationsUnique() { m_areCorrelationsUnique = true; }
  /// Sets the counts of a trace that was read before, in place of this builder's own.
  void setCounts(ImportReport report, std::uint64_t flowRecords) {
    m_knownReport = std::move(report);
    m_knownFlowRecords = flowRecords;
  }
  void markPreview() { m_trace->m_isPreview = true; }

  /// The finished trace; nullptr if stopped. `threads` workers share the heavy parts.
  [[nodiscard]] std::shared_ptr<const Trace> build(unsigned threads = 1, std::stop_token stop = {});

 private:
  struct Sample {
    CounterId counter;
    Time time;
    double value;
  };

  [[nodiscard]] static std::shared_ptr<Trace> copyOf(const Trace& trace);

  // The steps of build(), in order.
  [[nodiscard]] std::vector<TrackId> orderTracks();
  void adoptSpans(SpanArrangement& arrangement);
  [[nodiscard]] std::vector<HostCalls> linkSpans(const LinkCandidates& candidates);
  void orderInstants(const std::vector<TrackId>& trackPlace);
  void orderSamples();
  void bindFlowEnds(const std::vector<TrackId>& trackPlace, std::span<const HostCalls> hosts);
  [[nodiscard]] bool repeatsLaunch(std::uint32_t correlation, std::span<const HostCalls> hosts) const;
  [[nodiscard]] std::unordered_map<std::uint64_t, SpanId> spansNamedByFlows(const std::vector<FlowEnd>& ends) const;
  void rememberEndOffsets();
  void findBounds();
  void makeTitles();

  std::shared_ptr<Trace> m_trace;
  std::vector<SpanRecord> m_loose;
  std::vector<std::vector<SpanRecord>> m_batches;
  std::vector<std::vector<FlowEnd>> m_flowEnds;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> m_endOffsets;
  std::unordered_map<StringId, CategoryId> m_categoryOf;
  std::vector<Sample> m_samples;
  bool m_areCorrelationsUnique = false;
  std::optional<ImportReport> m_knownReport;
  std::uint64_t m_knownFlowRecords = 0;
  std::optional<TimeRange> m_wholeBounds;
};

}  // namespace kernline
