// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads records of results in JSON, a row per run, and printed output of notebooks.
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <memory>
#include <stop_token>
#include <string>

namespace kernline::records {

/// Reads JSON with records of results in it (result_files.h, or JSON lines) as a log: a table for each kind of record.
/// CSV, TSV and Markdown are tables of core/import/log already.
/// Once there is `enough` memory taken, it ends with the records so far, and reports that.
/// Errors: NotATrace where there are no such records, Canceled.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readRecords(const Input& input, const std::stop_token& stop,
                                                               Progress& progress, const std::stop_token& enough);

/// A text in memory, for tests; nullptr if there are no records in it.
[[nodiscard]] std::shared_ptr<const Log> readRecordsText(const std::string& text);

}  // namespace kernline::records
