// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the trace and its only writer, and the import report.
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/message.h"
#include "core/model/base/source_text.h"
#include "core/model/base/string_pool.h"
#include "core/model/base/time.h"
#include "core/model/trace/event_details.h"
#include "core/model/trace/event_source.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/kinds.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

class KernelNames;

/// The origin of a trace.
struct SourceFile {
  std::string path;  ///< path as given; "-" for standard input
  Message format;    ///< description for people: "Chrome trace JSON, gzip"
  std::uint64_t storedBytes = 0;
  std::uint64_t textBytes = 0;  ///< bytes after decompression
  /// Text of Chrome JSON, whose events can be copied verbatim. Null for other formats: such a trace is written from the
  /// model and its details.
  std::shared_ptr<const SourceText> text;
  /// Source from which events and their args are read later, if not from memory.
  std::shared_ptr<const SourceText> origin;
};

/// "Chrome trace JSON, gzip"; the format alone of a file that is in no container.
[[nodiscard]] Message packedFormat(Message format, const std::string& container);

/// A process of the trace, or a device: producers write GPUs as processes.
struct Process {
  StringId pid = StringId::empty;     ///< canonical: a numeric string and its number are one
  StringId name = StringId::empty;    ///< process_name, may be empty
  StringId labels = StringId::empty;  ///< process_labels, comma separated
  StringId title = StringId::empty;   ///< label for people: "GPU 0 · NVIDIA H200", "python (43213)"
  std::int64_t sortIndex = 0;
  std::int32_t device = -1;  ///< index of the device of this process; -1 for a host process
  std::int32_t rank = -1;    ///< distributed rank; -1 if unknown
  bool isSummary = false;    ///< a summary of a device repeats the device's streams, so it is not counted
};

/// One row group: a stream, a thread, an async row. Its spans are those of its lanes.
struct Track {
  ProcessId process = ProcessId::none;
  TrackKind kind = TrackKind::Thread;
  StringId tid = StringId::empty;    ///< canonical; empty for tracks that are no thread
  StringId name = StringId::empty;   ///< thread_name, or the async name; may be empty
  StringId title = StringId::empty;  ///< label for people: "stream 7", "thread 43213 (python)"
  std::int64_t sortIndex = 0;
  std::uint32_t firstLane = 0;
  std::uint32_t laneCount = 0;
  std::uint32_t firstSpan = 0;  ///< its spans are [firstSpan, firstSpan + spanCount)
  std::uint32_t spanCount = 0;
  TimeRange extent;  ///< first start to last end; empty if there are no spans
};

/// One line of spans that never overlap, sorted by start: both edges of a visible range are binary searches.
struct Lane {
  TrackId track = TrackId::none;
  std::uint32_t firstSpan = 0;
  std::uint32_t spanCount = 0;
};

enum class InstantScope : std::uint8_t { Thread, Process, Global };

struct Instant {
  Time time;
  std::uint64_t offset = 0;
  StringId name = StringId::empty;
  TrackId track = TrackId::none;  ///< track of the instant; none if global and without a thread
  CategoryId category = CategoryId::none;
  InstantScope scope = InstantScope::Thread;
};

/// One series of values over time, e.g. "GPU memory: allocated". Samples sorted by time.
struct Counter {
  ProcessId process = ProcessId::none;
  StringId name = StringId::empty;
  StringId series = StringId::empty;  ///< the args key; may be empty
  StringId unit = StringId::empty;    ///< "bytes", "%", … by the file or the name
  std::uint64_t firstSample = 0;
  std::uint64_t sampleCount = 0;
  double minimum = 0;
  double maximum = 0;
};

/// An arrow between two spans: from where it leaves to where it arrives.
struct Flow {
  SpanId from = SpanId::none;
  SpanId to = SpanId::none;
  StringId category = StringId::empty;
};

/// Device activity and the host call that launched it.
struct Launch {
  SpanId call = SpanId::none;
  SpanId activity = SpanId::none;
};

/// One training or inference step.
struct Step {
  StringId name = StringId::empty;
  TimeRange range;
  SpanId span = SpanId::none;  ///< the annotation that marks it
  ProcessId process = ProcessId::none;
};

/// A `[memory]` record of torch.profiler. Absent figures are `absent`.
struct MemoryEvent {
  static constexpr std::int64_t absent = INT64_MIN;
  Time time;
  std::int64_t bytes = 0;  ///< signed: negative is a free
  std::int64_t totalAllocated = absent;
  std::int64_t totalReserved = absent;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  TrackId track = TrackId::none;
  std::int16_t deviceType = 0;  ///< 0 CPU, 1 CUDA, else as c10::DeviceType counts
  std::int16_t device = -1;     ///< index; -1 for the CPU
};

/// A GPU as the file's header or its labels describe it. Zero: unknown.
struct Device {
  std::int32_t id = 0;
  std::string name;
  std::uint64_t memoryBytes = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t computeMajor = 0;
  std::uint32_t computeMinor = 0;
  std::string ceilings = {};  ///< its peak rates, as a line of devices.txt; empty if the file has none
};

/// A member of the document besides the events, e.g. "distributedInfo", with its raw JSON text.
struct MetadataEntry {
  std::string key;
  std::string value;
};

/// The part of a file that was read, if only a range of time was requested.
struct ReadWindow {
  TimeRange asked;
  TimeRange read;             ///< range around `asked`: all that touches this was read
  std::uint64_t leftOut = 0;  ///< spans and other events that were not, for they are outside of it; never 0
};

/// The contents of one or more source files, in columns. Immutable: share it as shared_ptr<const Trace>; no locks.
///
/// Spans are sorted by (track, lane, start). Tracks are in display order: devices first, then by sort index and
/// id. Times are nanoseconds on the trace's own clock; add `baseTime()` for the wall clock.
class Trace {
 public:
  // Texts
  [[nodiscard]] std::string_view text(StringId id) const { return m_strings[id]; }
  [[nodiscard]] const StringPool& strings() const { return m_strings; }

  // Spans
  [[nodiscard]] std::size_t spanCount() const { return m_start.size(); }
  [[nodiscard]] Time start(SpanId s) const { return m_start[index(s)]; }
  [[nodiscard]] Duration duration(SpanId s) const { return m_duration[index(s)]; }
  [[nodiscard]] Time end(SpanId s) const { return start(s) + duration(s); }
  [[nodiscard]] TimeRange range(SpanId s) const { return {start(s), end(s)}; }
  [[nodiscard]] StringId name(SpanId s) const { return m_name[index(s)]; }
  [[nodiscard]] std::string_view nameText(SpanId s) const { return text(name(s)); }
  [[nodiscard]] CategoryId category(SpanId s) const { return m_category[index(s)]; }
  [[nodiscard]] std::string_view categoryText(SpanId s) const { return categoryText(category(s)); }
  [[nodiscard]] SpanKind kind(SpanId s) const { return m_kind[index(s)]; }
  [[nodiscard]] SpanFlags flags(SpanId s) const { return m_flags[index(s)]; }
  /// Returns the offset of its event in the source; see EventSource.
  [[nodiscard]] std::uint64_t offset(SpanId s) const { return m_offset[index(s)]; }

  /// Returns the offset of its end event, if it has one (E).
  [[nodiscard]] std::optional<std::uint64_t> endOffset(SpanId s) const;

  // Columns of all spans, for callers that walk many.
  [[nodiscard]] std::span<const Time> starts() const { return m_start; }
  [[nodiscard]] std::span<const Duration> durations() const { return m_duration; }
  [[nodiscard]] std::span<const StringId> names() const { return m_name; }
  [[nodiscard]] std::span<const SpanKind> kinds() const { return m_kind; }

  [[nodiscard]] std::string_view categoryText(CategoryId c) const {
    return c == CategoryId::none ? std::string_view{} : text(m_categories[index(c)]);
  }
  [[nodiscard]] std::span<const StringId> categories() const { return m_categories; }

  // The place of a span
  [[nodiscard]] LaneId laneOf(SpanId s) const;    ///< O(log lanes)
  [[nodiscard]] TrackId trackOf(SpanId s) const;  ///< O(log tracks)
  /// The innermost span of the same track that contains `s` on a lane above it, or none. O(lanes · log spans).
  [[nodiscard]] SpanId parent(SpanId s) const;

  [[nodiscard]] std::span<const Process> processes() const { return m_processes; }
  [[nodiscard]] const Process& process(ProcessId p) const { return m_processes[index(p)]; }
  [[nodiscard]] std::span<const Track> tracks() const { return m_tracks; }
  [[nodiscard]] const Track& track(TrackId t) const { return m_tracks[index(t)]; }
  [[nodiscard]] std::span<const Lane> lanes() const { return m_lanes; }
  [[nodiscard]] const Lane& lane(LaneId l) const { return m_lanes[index(l)]; }

  // Links
  /// The host call that launched `work`, or none.
  [[nodiscard]] SpanId launchOf(SpanId activity) const;
  /// Returns the device activity that `call` launched, in span order. Empty for spans that are no launch.
  [[nodiscard]] std::span<const Launch> launchedBy(SpanId call) const;
  /// The operator that `s` (a call, or device activity through its call) was made by: External id first, else the
  /// innermost operator around the call; none where there is none, or where a graph replay hides it.
  [[nodiscard]] SpanId opOf(SpanId s) const;
  [[nodiscard]] std::span<const Launch> launches() const { return m_launches; }  ///< sorted by (call, work)
  [[nodiscard]] std::span<const Flow> flows() const { return m_flows; }          ///< sorted by (from, to)
  [[nodiscard]] std::vector<Flow> flowsOf(SpanId s) const;                       ///< leaving from or arriving at s
  /// Flow records in the file (s, t, f and v2), most of which repeat `launches()`.
  [[nodiscard]] std::uint64_t flowRecordCount() const { return m_flowRecords; }

  // Other things in time
  [[nodiscard]] std::span<const Instant> instants() const { return m_instants; }  ///< sorted by time
  [[nodiscard]] std::span<const Counter> counters() const { return m_counters; }
  [[nodiscard]] std::span<const Time> sampleTimes(const Counter& c) const {
    return std::span{m_sampleTime}.subspan(c.firstSample, c.sampleCount);
  }
  [[nodiscard]] std::span<const double> sampleValues(const Counter& c) const {
    return std::span{m_sampleValue}.subspan(c.firstSample, c.sampleCount);
  }
  [[nodiscard]] std::uint64_t counterSampleCount() const { return m_sampleTime.size(); }
  [[nodiscard]] std::span<const MemoryEvent> memoryEvents() const { return m_memory; }  ///< sorted by time
  [[nodiscard]] std::span<const Step> steps() const { return m_steps; }                 ///< sorted by start

  // Names
  /// The distinct names of its kernels. Made on first use, from any thread.
  [[nodiscard]] const KernelNames& kernelNames() const;

  // The whole
  /// First start to last end of everything that counts: events at time 0 among epoch times do not.
  [[nodiscard]] TimeRange bounds() const { return m_bounds; }
  [[nodiscard]] std::int64_t baseTimeNs() const { return m_baseTimeNs; }  ///< UTC of time 0; 0 if unknown
  [[nodiscard]] std::span<const Device> devices() const { return m_devices; }
  [[nodiscard]] std::span<const MetadataEntry> metadata() const { return m_metadata; }
  [[nodiscard]] std::span<const SourceFile> sources() const { return m_sources; }
  [[nodiscard]] const ImportReport& report() const { return m_report; }
  /// Only a part of the file, published early so that there is something to see while the rest loads.
  [[nodiscard]] bool isPreview() const { return m_isPreview; }
  /// nullopt if no range was requested, or all of the file is in it.
  [[nodiscard]] const std::optional<ReadWindow>& readWindow() const { return m_readWindow; }

  /// All that the source has of a span, read again now. E's args are merged over B's.
  [[nodiscard]] EventDetails details(SpanId s) const;
  /// Returns at least the args of these keys; faster than `details`.
  [[nodiscard]] ArgNode args(SpanId s, std::span<const std::string_view> keys) const;
  /// Spans of equal texts have equal args of these keys. Quicker still.
  [[nodiscard]] std::string argsText(SpanId s, std::span<const std::string_view> keys) const;
  [[nodiscard]] EventDetails detailsAt(std::uint64_t offset) const;  ///< details of the event at a source offset
  /// An offset for people: "byte 4,711", "CUPTI_ACTIVITY_KIND_KERNEL, row 12".
  [[nodiscard]] Message placeText(std::uint64_t offset) const;

  /// Private bytes of all columns, strings apart.
  [[nodiscard]] std::size_t columnBytes() const;

 private:
  friend class TraceBuilder;
  struct LazyKernelNames;
  Trace();

  StringPool m_strings;
  std::vector<Time> m_start;
  std::vector<Duration> m_duration;
  std::vector<std::uint64_t> m_offset;
  std::vector<StringId> m_name;
  std::vector<CategoryId> m_category;
  std::vector<SpanKind> m_kind;
  std::vector<SpanFlags> m_flags;

  std::vector<StringId> m_categories;
  std::vector<Process> m_processes;
  std::vector<Track> m_tracks;
  std::vector<Lane> m_lanes;

  std::vector<Launch> m_launches;                             // sorted by (call, work)
  std::vector<Launch> m_launchesByActivity;                   // sorted by work
  std::vector<std::pair<SpanId, SpanId>> m_opOfCall;          // call or unlaunched activity → op, by first
  std::vector<std::pair<SpanId, std::uint64_t>> m_endOffset;  // offset of the E of a B, by span
  std::vector<Flow> m_flows;
  std::vector<Flow> m_flowsByTo;
  std::uint64_t m_flowRecords = 0;

  std::vector<Instant> m_instants;
  std::vector<Counter> m_counters;
  std::vector<Time> m_sampleTime;
  std::vector<double> m_sampleValue;
  std::vector<MemoryEvent> m_memory;
  std::vector<Step> m_steps;

  TimeRange m_bounds;
  std::int64_t m_baseTimeNs = 0;
  std::vector<Device> m_devices;
  std::vector<MetadataEntry> m_metadata;
  std::vector<SourceFile> m_sources;
  std::shared_ptr<const EventSource> m_events;
  ImportReport m_report;
  std::shared_ptr<LazyKernelNames> m_kernelNames;
  bool m_isPreview = false;
  std::optional<ReadWindow> m_readWindow;
};

}  // namespace kernline
