// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the SQLite file that `kernline export` writes, and its reader.
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline {

struct SqliteOptions {
  /// The args of every span too: each is read again from the file, and they take more room than all the rest.
  bool withArgs = false;
};

/// Writes the model as an SQLite database with the tables and columns of `sql::tableSchemas()`, so that a query
/// answers there as it does here, except for Kernline's own functions and columns read from the file. `kernels` is a
/// view over `spans`. Tables of their own (recording_tables.h) keep what those leave out, and the file can be opened as
/// a trace again. Returns how many rows were written.
/// Errors: `path` cannot be written or is the source; stopped.
[[nodiscard]] Expected<std::uint64_t> writeSqlite(std::shared_ptr<const Trace> trace, const std::string& path,
                                                  const SqliteOptions& options, std::stop_token stop = {});

}  // namespace kernline
