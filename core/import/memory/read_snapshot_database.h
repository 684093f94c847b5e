// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline::memory {

/// Whether a database is what `torch.cuda.memory._dump_snapshot_sqlite` writes: device_traces, blocks, segments.
[[nodiscard]] bool isSnapshotDatabase(const sqlite::Connection& database);

/// Reads it into the same history as a pickle of that snapshot. Columns are found by name; stacks are the JSON of
/// `frames`. If memory runs out, the oldest records are left out. Errors: it has no device; reading was
/// stopped.
[[nodiscard]] Expected<std::shared_ptr<const MemoryHistory>> readSnapshotDatabase(
    const std::shared_ptr<const sqlite::DatabaseBytes>& bytes, const std::string& path, const std::string& container,
    std::uint64_t storedBytes, const LoadOptions& options, const std::stop_token& stop, Progress& progress);

}  // namespace kernline::memory
