// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <sqlite3.h>

#include <stop_token>

namespace kernline {

/// Version of an SQLite export's additional tables beyond `sql::tableSchemas()`, from which a trace can be restored.
/// recording            key, value: version, base_time_ns, flow_records recording_processes  id, pid, name, labels,
/// sort_index, device, rank, is_summary recording_tracks     id (tracks.id), process_id, name, tid, sort_index
/// recording_flags      id (spans.id), flags: of spans that have any recording_counters   id, process_id, name, series,
/// unit, samples: of `counters`, one after the other recording_instants   id, track_id, scope: row by row of `instants`
/// recording_memory     id, track_id, device_type, source_offset: row by row of `memory` recording_devices    number,
/// name, memory_bytes, multiprocessors, compute_major, compute_minor recording_metadata   key, value Absent ids are
/// NULL.
inline constexpr int recordingVersion = 1;

/// Writes them into a database that is open for writing. False where it cannot be written, or stopped.
[[nodiscard]] bool writeRecordingTables(sqlite3* database, const Trace& trace, const std::stop_token& stop);

}  // namespace kernline
