// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/recording_tables.h"

#include "core/model/trace/part_of_file.h"
#include "core/output/recording/row_writer.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

template <typename Id>
std::optional<std::int64_t> numberOf(Id id) {
  return id == Id::none ? std::nullopt : std::optional(static_cast<std::int64_t>(index(id)));
}

std::int64_t signedOf(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

class RecordingWriter {
 public:
  RecordingWriter(sqlite3* database, const Trace& trace, const std::stop_token& stop)
      : m_database(database), m_trace(trace), m_stop(stop) {}

  bool run() {
    return writeFacts() && writeProcesses() && writeTracks() && writeFlags() && writeCounters() && writeInstants() &&
           writeMemory() && writeDevices() && writeMetadata() && !m_stop.stop_requested();
  }

 private:
  [[nodiscard]] std::string_view text(StringId id) const { return m_trace.text(id); }

  bool writeFacts() {
    RowWriter rows(m_database, "recording", "key TEXT, value INTEGER");
    rows.add("version", recordingVersion);
    rows.add("base_time_ns", m_trace.baseTimeNs());
    rows.add("flow_records", signedOf(m_trace.flowRecordCount()));
    return rows.isGood();
  }

  bool writeProcesses() {
    RowWriter rows(m_database, "recording_processes",
                   "id INTEGER PRIMARY KEY, pid TEXT, name TEXT, labels TEXT, sort_index INTEGER, device INTEGER, rank "
                   "INTEGER, is_summary INTEGER");
    std::int64_t id = 0;
    for (const Process& process : m_trace.processes()) {
      rows.add(id++, text(process.pid), text(process.name), text(process.labels), process.sortIndex, process.device,
               process.rank, process.isSummary ? 1 : 0);
    }
    return rows.isGood();
  }

  bool writeTracks() {
    RowWriter rows(m_database, "recording_tracks",
                   "id INTEGER PRIMARY KEY, process_id INTEGER, name TEXT, tid TEXT, sort_index INTEGER");
    std::int64_t id = 0;
    for (const Track& track : m_trace.tracks()) {
      rows.add(id++, numberOf(track.process), text(track.name), text(track.tid), track.sortIndex);
    }
    return rows.isGood();
  }

  bool writeFlags() {
    RowWriter rows(m_database, "recording_flags", "id INTEGER PRIMARY KEY, flags INTEGER");
    for (std::uint32_t i = 0; i < m_trace.spanCount() && rows.isGood(); ++i) {
      if (const SpanFlags flags = m_trace.flags(SpanId{i}); flags != SpanFlags::None) {
        rows.add(i, static_cast<int>(flags));
      }
    }
    return rows.isGood();
  }

  bool writeCounters() {
    RowWriter rows(m_database, "recording_counters",
                   "id INTEGER PRIMARY KEY, process_id INTEGER, name TEXT, series TEXT, unit TEXT, samples INTEGER");
    std::int64_t id = 0;
    for (const Counter& counter : m_trace.counters()) {
      rows.add(id++, numberOf(counter.process), text(counter.name), text(counter.series), text(counter.unit),
               signedOf(counter.sampleCount));
    }
    return rows.isGood();
  }

  bool writeInstants() {
    RowWriter rows(m_database, "recording_instants", "id INTEGER PRIMARY KEY, track_id INTEGER, scope INTEGER");
    std::int64_t id = 0;
    for (const Instant& instant : m_trace.instants()) {
      rows.add(id++, numberOf(instant.track), static_cast<int>(instant.scope));
    }
    return rows.isGood();
  }

  bool writeMemory() {
    RowWriter rows(m_database, "recording_memory",
                   "id INTEGER PRIMARY KEY, track_id INTEGER, device_type INTEGER, source_offset INTEGER");
    std::int64_t id = 0;
    for (const MemoryEvent& event : m_trace.memoryEvents()) {
      rows.add(id++, numberOf(event.track), event.deviceType, signedOf(event.offset));
    }
    return rows.isGood();
  }

  bool writeDevices() {
    RowWriter rows(m_database, "recording_devices",
                   "number INTEGER, name TEXT, memory_bytes INTEGER, multiprocessors INTEGER, compute_major INTEGER, "
                   "compute_minor INTEGER");
    for (const Device& device : m_trace.devices()) {
      rows.add(device.id, std::string_view(device.name), signedOf(device.memoryBytes), device.multiprocessors,
               device.computeMajor, device.computeMinor);
    }
    return rows.isGood();
  }

  bool writeMetadata() {
    RowWriter rows(m_database, "recording_metadata", "key TEXT, value TEXT");
    for (const MetadataEntry& entry : m_trace.metadata()) {
      rows.add(std::string_view(entry.key), std::string_view(entry.value));
    }
    if (const auto part = partOfFileEntry(m_trace)) {
      rows.add(std::string_view(part->key), std::string_view(part->value));
    }
    return rows.isGood();
  }

  sqlite3* m_database;
  const Trace& m_trace;
  const std::stop_token& m_stop;
};

}  // namespace

bool writeRecordingTables(sqlite3* database, const Trace& trace, const std::stop_token& stop) {
  return RecordingWriter(database, trace, stop).run();
}

}  // namespace kernline
