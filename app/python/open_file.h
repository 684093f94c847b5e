// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the module of the Python package: files, tables and answers.
#pragma once

#include "app/cli/kit/exit_code.h"
#include "app/cli/kit/loaded_file.h"
#include "core/output/arrow/tables_of_trace.h"

#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::python {

/// A file that Python holds open, and what was made of it so far.
struct OpenFile {
  std::string path;
  std::vector<cli::LoadedDocument> documents;
  std::optional<arrow::TablesOfTrace> tables;  ///< tables of a trace, set by the first question
};

using SharedFile = std::shared_ptr<OpenFile>;
using SharedTable = std::shared_ptr<const arrow::ArrowTable>;

/// "trace", "log" or "memory": what its first document is.
[[nodiscard]] std::string_view kindOf(const OpenFile& file);

/// Output of a command.
struct Answer {
  cli::ExitCode code = cli::done;
  std::string text;
  std::vector<std::string> diagnostics;  ///< lines of standard error
};

/// One line or more for standard error.
using Diagnostics = std::vector<std::string>;

/// A file, and what is doubtful about it.
struct Opened {
  SharedFile file;
  Diagnostics diagnostics;
};

// Each waits for the one before it; none touches Python. A request to stop ends loading, tables and queries soon;
// analyses go on to their end.

/// Makes this process one that answers questions, with the user's rules for names and work. Returns the errors in
/// those.
[[nodiscard]] Diagnostics beginAnswering();

/// Reads what the command line reads: a file, a folder of ranks, an archive.
[[nodiscard]] std::expected<Opened, Diagnostics> openFile(const std::string& path, const std::stop_token& stop);

/// Returns an error if a trace's file was overwritten since it was opened.
[[nodiscard]] std::optional<std::string> changeOf(const OpenFile& file);

/// Runs a command of kernline, its name first. For the paths of `files` it reads the contents of these.
[[nodiscard]] Answer answer(const std::vector<std::string>& arguments, const std::vector<SharedFile>& files,
                            const std::stop_token& stop);

/// A table of a trace (`TablesOfTrace::table`).
[[nodiscard]] std::expected<SharedTable, Diagnostics> tableOf(OpenFile& file, std::string_view name,
                                                              const std::vector<std::string>& columns,
                                                              const std::stop_token& stop);
/// The answer to a SELECT (`TablesOfTrace::query`).
[[nodiscard]] std::expected<SharedTable, Diagnostics> queryOf(OpenFile& file, std::string_view query,
                                                              const std::stop_token& stop);

}  // namespace kernline::python
