// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads the tables of an Nsight Systems export.
#pragma once

#include "core/import/load_options.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <string>

namespace kernline::nsys {

struct ReadOptions {
  LoadOptions load;
  std::int64_t rowsAtATime = std::int64_t{1} << 17;  ///< tests make it small
};

/// Reads a file of `nsys export --type sqlite`, of any version: tables and columns that are missing were not recorded.
/// Any other database is refused in one sentence on what it seems to be. `source` knows path and size; `container` is
/// the format around the file.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readNsys(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                              SourceFile source, const std::string& container,
                                                              const ReadOptions& options, std::stop_token stop,
                                                              Progress& progress);

/// Reads from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readNsysBytes(std::string bytes, const ReadOptions& options);

}  // namespace kernline::nsys
