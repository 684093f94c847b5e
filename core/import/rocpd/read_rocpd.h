// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads the databases of ROCm: rocprofv3 (schemas 3 and 4), rocmProfileData, rocprof.
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

namespace kernline::rocpd {

/// Whether a database is one of ROCm's profilers: rocprofv3 (rocpd, schemas 3 and 4), rocmProfileData (.rpd), rocprof
/// version 1, and the analysis of rocprof-compute.
[[nodiscard]] bool isRocmDatabase(const sqlite::Connection& database);

/// Reads it. Tables and columns that are not there were not recorded.
/// `source` knows path and size; `container` is what the file was wrapped in.
/// Errors: damaged beyond reading; stopped.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readRocpd(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                               SourceFile source, const std::string& container,
                                                               const LoadOptions& options, std::stop_token stop,
                                                               Progress& progress);

/// Reads from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readRocpdBytes(std::string bytes,
                                                                    const LoadOptions& options = {.threads = 1,
                                                                                                  .onPreview = {}});

}  // namespace kernline::rocpd
