// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/model/base/message.h"
#include "core/model/base/progress.h"
#include "core/model/base/time.h"
#include "core/open/experiment/found_files.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Contents of a file that show which files belong together.
struct FileContents {
  bool isSeen = false;  ///< false: the file was not looked into, and the rest is unknown
  std::optional<TimeRange> span;
  std::int64_t baseTimeNs = 0;         ///< UTC of time 0 of `span`; 0 if unknown
  std::vector<std::string> processes;  ///< processes of a trace
  std::vector<std::string> kernels;    ///< short names, sorted, each once
  std::vector<std::string> cutNames;   ///< cut names in a table, as beginnings of full names
  std::vector<std::string> fullNames;  ///< full names of a trace's kernels, which cut ones are looked for in
  std::vector<std::string> files;      ///< files written by the log, as it spells them or where they are
  std::size_t spans = 0;
  std::size_t tables = 0;
  std::size_t measurements = 0;
  std::size_t collectives = 0;  ///< number of collectives in a flight recorder dump
  Message missing = {};         ///< missing part that did not fit into memory; empty if none
};

/// The most files that are looked into, and about how much text in all; the rest is grouped by name alone.
inline constexpr std::size_t maxSeenFiles = 512;
inline constexpr std::uint64_t maxSeenBytes = std::uint64_t{1} << 30U;

/// Reads the files one after the other, some at a time, and stores what shows which belong together. The kind of each
/// file is set in `files`: unusable ones become Unread, with the reason.
[[nodiscard]] std::vector<FileContents> seeContents(std::vector<FoundFile>& files, const LoadOptions& options,
                                                    const std::stop_token& stop, Progress& progress);

}  // namespace kernline
