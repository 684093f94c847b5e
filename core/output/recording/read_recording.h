// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <string>

namespace kernline::recording {

/// Whether a database is what `writeSqlite` writes, with the tables that make a trace of it again.
[[nodiscard]] bool isRecording(const sqlite::Connection& database);

/// Reads it: the trace is the one that was written, equal in everything but where its text came from. `source` knows
/// path and size; `container` is what the file was wrapped in.
/// Errors: written by a later version; stopped.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readRecording(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                                   SourceFile source, const std::string& container,
                                                                   const LoadOptions& options, std::stop_token stop,
                                                                   Progress& progress);

}  // namespace kernline::recording
