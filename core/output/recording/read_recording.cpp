// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/read_recording.h"

#include "core/import/load_options.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/trace_builder.h"
#include "core/output/recording/recorded_events.h"
#include "core/output/recording/recorded_texts.h"
#include "core/output/recording/recording_tables.h"
#include "core/output/recording/table_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::recording {

namespace {

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;
/// Span numbers serve as ids that link; 0 is none.
constexpr std::int64_t maxSpans = std::int64_t{UINT32_MAX} - 2;
constexpr std::size_t maxExampleLength = 1024;

template <typename Kind>
std::optional<Kind> kindOf(std::string_view text, Kind last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (toText(static_cast<Kind>(i)) == text) {
      return static_cast<Kind>(i);
    }
  }
  return std::nullopt;
}

std::optional<IssueKind> issueOf(std::string_view key) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    if (issueText(static_cast<IssueKind>(i)).key == key) {
      return static_cast<IssueKind>(i);
    }
  }
  return std::nullopt;
}

class RecordingReader {
 public:
  RecordingReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes, const std::stop_token& stop,
                  const std::stop_token& enough, Progress& progress)
      : m_bytes(std::move(bytes)), m_stop(stop), m_progress(progress), m_database(m_bytes, stop, enough) {}

  Expected<std::shared_ptr<const Trace>> run(SourceFile source, const std::string& container, unsigned threads) {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    const std::string path = source.path;
    readFacts();
    if (m_version > recordingVersion) {
      return std::unexpected(
          Error{Error::Kind::NotATrace,
                Phrase::tr("%1: written by a newer version of Kernline. Update Kernline to open it").with(path)});
    }
    readAll(source.storedBytes);
    m_progress.stage = Progress::Stage::Arranging;
    source.format = packedFormat(Phrase::tr("Kernline SQLite export"), container);
    source.textBytes = m_bytes->view().size();
    m_builder.addSource(std::move(source));
    m_builder.setBaseTime(m_baseTime);
    m_builder.setCorrelationsUnique();
    m_builder.setCounts(std::move(m_report), static_cast<std::uint64_t>(m_flowRecords));
    m_builder.setEvents(recordedEvents(m_bytes, m_usesRowNumbers));
    auto trace = m_stop.stop_requested() ? nullptr : m_builder.build(threads, m_stop);
    m_bytes->release();
    if (trace == nullptr) {
      return loadingCanceled(path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

 private:
  struct Moment {
    TrackId track = TrackId::none;
    std::int64_t what = 0;  // a scope, or the type of a device
    std::uint64_t offset = 0;
  };

  template <typename Read>
  void walk(std::string_view table, std::string_view columns, const Read& read) {
    walkTable(m_database, table, columns, m_report, m_stop, read);
  }

  StringId word(std::string_view text) { return m_texts.intern(text); }

  Time clamped(std::int64_t ns) {
    if (ns < -maxTimeNs || ns > maxTimeNs) {
      m_report.add(IssueKind::ClampedTime, 0);
    }
    return {std::clamp(ns, -maxTimeNs, maxTimeNs)};
  }

  template <typename Id>
  static Id found(const std::map<std::int64_t, Id>& ids, const std::optional<std::int64_t>& number) {
    const auto at = number ? ids.find(*number) : ids.end();
    return at == ids.end() ? Id::none : at->second;
  }

  void readAll(std::uint64_t storedBytes) {
    readProcesses();
    readTracks();
    readDevices();
    readIssues();
    readFlags();
    readLaunches();
    findOffsets();
    readSpans(storedBytes);
    readFlows();
    readCounters();
    readInstants();
    readMemory();
  }

  void readFacts() {
    walk("recording", "key, value", [&](const TableRow& row) {
      const std::string_view key = row.text(0);
      const std::int64_t value = row.integerOr(1, 0);
      (key == "version" ? m_version : key == "base_time_ns" ? m_baseTime : m_flowRecords) = value;
    });
  }

  void readProcesses() {
    walk("recording_processes", "pid, name, labels, sort_index, device, rank, is_summary", [&](const TableRow& row) {
      m_processes[row.id()] = m_builder.addProcess({.pid = word(row.text(0)),
                                                    .name = word(row.text(1)),
                                                    .labels = word(row.text(2)),
                                                    .sortIndex = row.integerOr(3, 0),
                                                    .device = row.numberOr<std::int32_t>(4, -1),
                                                    .rank = row.numberOr<std::int32_t>(5, -1),
                                                    .isSummary = row.integerOr(6, 0) != 0});
    });
  }

  void readTracks() {
    std::map<std::int64_t, TrackKind> kinds;
    walk("tracks", "kind", [&](const TableRow& row) {
      kinds[row.id()] = kindOf(row.text(0), TrackKind::Bookkeeping).value_or(TrackKind::Thread);
    });
    walk("recording_tracks", "process_id, name, tid, sort_index", [&](const TableRow& row) {
      Track track;
      track.process = found(m_processes, row.integer(0));
      track.kind = kinds.contains(row.id()) ? kinds[row.id()] : TrackKind::Thread;
      track.name = word(row.text(1));
      track.tid = word(row.text(2));
      track.sortIndex = row.integerOr(3, 0);
      m_tracks[row.id()] = m_builder.addTrack(track);
    });
  }

  void readIssues() {
    walk("issues", "kind, count, source_offset, example", [&](const TableRow& row) {
      if (const auto kind = issueOf(row.text(0))) {
        m_report.addMany(*kind, static_cast<std::uint64_t>(std::max<std::int64_t>(0, row.integerOr(1, 0))),
                         static_cast<std::uint64_t>(row.integerOr(2, 0)), row.text(3).substr(0, maxExampleLength));
      }
    });
  }

  void readFlags() {
    walk("recording_flags", "flags",
         [&](const TableRow& row) { m_flags[row.id()] = static_cast<SpanFlags>(row.integerOr(0, 0) & 0x1f); });
  }

  void readLaunches() {
    walk("launches", "work_id, call_id",
         [&](const TableRow& row) { m_launches.emplace_back(row.integerOr(0, -1), row.integerOr(1, -1)); });
    std::ranges::sort(m_launches);
  }

  [[nodiscard]] std::uint32_t callOf(std::int64_t work) const {
    const auto at = std::ranges::lower_bound(m_launches, work, {}, &std::pair<std::int64_t, std::int64_t>::first);
    return at != m_launches.end() && at->first == work ? linkId(at->second) : 0;
  }

  static std::uint32_t linkId(std::optional<std::int64_t> span) {
    return span && *span >= 0 && *span <= maxSpans ? static_cast<std::uint32_t>(*span) + 1 : 0;
  }

  /// Spans keep the offsets of the profile, unless two of them share one: arrows refer to spans by offset.
  void findOffsets() {
    std::vector<std::uint64_t> offsets;
    walk("spans", "source_offset",
         [&](const TableRow& row) { offsets.push_back(static_cast<std::uint64_t>(row.integerOr(0, row.id()))); });
    std::ranges::sort(offsets);
    sqlite::Rows flows = m_database.select("SELECT rowid FROM flows LIMIT 1");
    const bool hasFlows = flows.isOpen() && flows.step();
    m_usesRowNumbers = hasFlows && std::ranges::adjacent_find(offsets) != offsets.end();
    m_spanCount = offsets.size();
  }

  void readSpans(std::uint64_t storedBytes) {
    std::uint64_t done = 0;
    std::vector<SpanRecord> spans;
    spans.reserve(m_spanCount);
    walk("spans", "name, category, kind, start_ns, duration_ns, track_id, op_id, source_offset",
         [&](const TableRow& row) {
           if (++done % 4096 == 0) {
             m_progress.bytesDone = storedBytes * done / std::max<std::uint64_t>(1, m_spanCount);
           }
           readSpan(row, spans);
         });
    m_builder.addSpans(std::move(spans));
  }

  void readSpan(const TableRow& row, std::vector<SpanRecord>& spans) {
    SpanRecord span;
    span.track = found(m_tracks, row.integer(5));
    const auto start = row.integer(3);
    if (span.track == TrackId::none || !start || row.id() < 0 || row.id() > maxSpans) {
      m_report.add(IssueKind::BrokenEvent, 0, row.text(0).substr(0, maxExampleLength));
      return;
    }
    span.start = clamped(*start);
    span.duration = clamped(std::max<std::int64_t>(0, row.integerOr(4, 0))) - Time{};
    const std::int64_t offset = m_usesRowNumbers ? row.id() : row.integerOr(7, row.id());
    span.offset = static_cast<std::uint64_t>(offset);
    span.name = word(row.text(0));
    span.category = row.text(1).empty() ? CategoryId::none : m_builder.addCategory(word(row.text(1)));
    span.kind = kindOf(row.text(2), SpanKind::Overhead).value_or(SpanKind::Other);
    const auto flags = m_flags.find(row.id());
    span.flags = flags == m_flags.end() ? SpanFlags::None : flags->second;
    span.correlation = span.kind == SpanKind::Runtime ? linkId(row.id()) : callOf(row.id());
    span.external = span.kind == SpanKind::Op ? linkId(row.id()) : linkId(row.integer(6));
    m_offsets.emplace_back(row.id(), span.offset);
    spans.push_back(span);
  }

  [[nodiscard]] std::uint64_t offsetOf(std::optional<std::int64_t> span) const {
    const auto at = span
                        ? std::ranges::lower_bound(m_offsets, *span, {}, &std::pair<std::int64_t, std::uint64_t>::first)
                        : m_offsets.end();
    return at != m_offsets.end() && at->first == *span ? at->second : FlowEnd::noSpan;
  }

  void readFlows() {
    std::vector<FlowEnd> ends;
    walk("flows", "from_id, to_id, category", [&](const TableRow& row) {
      const StringId category = word(row.text(2));
      for (const FlowEnd::Role role : {FlowEnd::Role::Start, FlowEnd::Role::End}) {
        FlowEnd end;
        end.key = static_cast<std::uint64_t>(row.id());
        end.spanOffset = offsetOf(row.integer(role == FlowEnd::Role::Start ? 0 : 1));
        end.category = category;
        end.role = role;
        ends.push_back(end);
      }
    });
    m_builder.addFlowEnds(std::move(ends));
  }

  void readCounters() {
    std::vector<std::pair<CounterId, std::int64_t>> left;
    walk("recording_counters", "process_id, name, series, unit, samples", [&](const TableRow& row) {
      const CounterId counter = m_builder.addCounter({.process = found(m_processes, row.integer(0)),
                                                      .name = word(row.text(1)),
                                                      .series = word(row.text(2)),
                                                      .unit = word(row.text(3))});
      left.emplace_back(counter, row.integerOr(4, 0));
    });
    auto current = left.begin();
    walk("counters", "time_ns, value", [&](const TableRow& row) {
      while (current != left.end() && current->second <= 0) {
        ++current;
      }
      if (current != left.end()) {
        --current->second;
        m_builder.addSample(current->first, clamped(row.integerOr(0, 0)), row.real(1));
      }
    });
  }

  /// Reads fields that a table of the model leaves out, by the place of the row.
  std::unordered_map<std::int64_t, Moment> readMoments(std::string_view table, std::string_view columns) {
    std::unordered_map<std::int64_t, Moment> moments;
    walk(table, columns, [&](const TableRow& row) {
      moments[row.id()] = {found(m_tracks, row.integer(0)), row.integerOr(1, 0),
                           static_cast<std::uint64_t>(row.integerOr(2, 0))};
    });
    return moments;
  }

  void readInstants() {
    const auto moments = readMoments("recording_instants", "track_id, scope, 0");
    std::int64_t place = 0;
    walk("instants", "name, category, time_ns, source_offset", [&](const TableRow& row) {
      const auto more = moments.find(place++);
      Instant instant;
      instant.name = word(row.text(0));
      instant.category = row.text(1).empty() ? CategoryId::none : m_builder.addCategory(word(row.text(1)));
      instant.time = clamped(row.integerOr(2, 0));
      instant.offset = static_cast<std::uint64_t>(row.integerOr(3, 0));
      if (more != moments.end()) {
        instant.track = more->second.track;
        instant.scope = static_cast<InstantScope>(std::clamp<std::int64_t>(more->second.what, 0, 2));
      }
      m_builder.addInstant(instant);
    });
  }

  void readMemory() {
    const auto moments = readMoments("recording_memory", "track_id, device_type, source_offset");
    std::int64_t place = 0;
    walk("memory", "time_ns, bytes, allocated_bytes, reserved_bytes, address, device", [&](const TableRow& row) {
      const auto more = moments.find(place++);
      MemoryEvent event;
      event.time = clamped(row.integerOr(0, 0));
      event.bytes = row.integerOr(1, 0);
      event.totalAllocated = row.integerOr(2, MemoryEvent::absent);
      event.totalReserved = row.integerOr(3, MemoryEvent::absent);
      event.address = static_cast<std::uint64_t>(row.integerOr(4, 0));
      event.device = row.numberOr<std::int16_t>(5, -1);
      if (more != moments.end()) {
        event.track = more->second.track;
        event.deviceType = std::in_range<std::int16_t>(more->second.what) ? static_cast<std::int16_t>(more->second.what)
                                                                          : std::int16_t{0};
        event.offset = more->second.offset;
      }
      m_builder.addMemory(event);
    });
  }

  void readDevices() {
    walk("recording_devices", "number, name, memory_bytes, multiprocessors, compute_major, compute_minor",
         [&](const TableRow& row) {
           m_builder.addDevice({.id = row.numberOr<std::int32_t>(0, 0),
                                .name = m_texts.kept(row.text(1)),
                                .memoryBytes = static_cast<std::uint64_t>(row.integerOr(2, 0)),
                                .multiprocessors = row.numberOr<std::uint32_t>(3, 0),
                                .computeMajor = row.numberOr<std::uint32_t>(4, 0),
                                .computeMinor = row.numberOr<std::uint32_t>(5, 0)});
         });
    walk("recording_metadata", "key, value",
         [&](const TableRow& row) { m_builder.addMetadata(m_texts.kept(row.text(0)), m_texts.kept(row.text(1))); });
  }

  std::shared_ptr<const sqlite::DatabaseBytes> m_bytes;
  std::stop_token m_stop;
  Progress& m_progress;
  sqlite::Connection m_database;
  TraceBuilder m_builder;
  ImportReport m_report;
  RecordedTexts m_texts{m_builder, m_report, m_bytes->view().size()};
  std::int64_t m_version = 0;
  std::int64_t m_baseTime = 0;
  std::int64_t m_flowRecords = 0;
  bool m_usesRowNumbers = false;
  std::size_t m_spanCount = 0;
  std::map<std::int64_t, ProcessId> m_processes;
  std::map<std::int64_t, TrackId> m_tracks;
  std::unordered_map<std::int64_t, SpanFlags> m_flags;
  std::vector<std::pair<std::int64_t, std::int64_t>> m_launches;  // work and call, by work
  std::vector<std::pair<std::int64_t, std::uint64_t>> m_offsets;  // offsets of spans, by number
};

}  // namespace

bool isRecording(const sqlite::Connection& database) {
  const std::vector<std::string> tables = database.tables();
  return std::ranges::find(tables, "recording") != tables.end() && std::ranges::find(tables, "spans") != tables.end();
}

Expected<std::shared_ptr<const Trace>> readRecording(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                     SourceFile source, const std::string& container,
                                                     const LoadOptions& options, std::stop_token stop,
                                                     Progress& progress) {
  const unsigned threads = options.threads == 0 ? defaultThreads() : options.threads;
  return RecordingReader(std::move(bytes), stop, options.memoryExhausted, progress)
      .run(std::move(source), container, threads);
}

}  // namespace kernline::recording
