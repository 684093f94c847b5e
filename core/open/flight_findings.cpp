// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/flight_findings.h"

#include "core/import/flight_recorder/read_dump.h"
#include "core/import/source/input.h"
#include "core/open/flight_dumps.h"
#include "core/open/openers.h"
#include "core/open/rank_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxDumpFolders = 64;
constexpr std::size_t maxDumpEntries = 20'000;  // entries per folder

/// Returns one dump of each run in a folder: its reader reads those of the other ranks, too.
std::vector<Input> dumpsIn(const std::filesystem::path& folder, const std::vector<std::string>& rankFiles) {
  std::set<std::string> names;  // the first of each run is always the same
  std::error_code error;
  std::size_t seen = 0;
  for (std::filesystem::directory_iterator at(folder, error);
       !error && at != std::filesystem::directory_iterator() && ++seen < maxDumpEntries; at.increment(error)) {
    std::error_code unknown;
    const bool isRank = rankOfPath(at->path().filename().native()).has_value();
    if (isRank && at->is_regular_file(unknown) && std::ranges::count(rankFiles, at->path().native()) == 0) {
      names.insert(at->path().native());
    }
  }
  std::vector<Input> dumps;
  std::set<std::string> runs;
  for (const std::string& name : names) {
    if (runs.contains(pathWithoutRank(name))) {
      continue;
    }
    Expected<Input> input = openInput(name);
    const std::string_view head = input ? headOf(*input) : std::string_view{};
    if (flight::isPickledDump(head) || flight::isJsonDump(head)) {
      runs.insert(pathWithoutRank(name));
      dumps.push_back(std::move(*input));
    }
  }
  return dumps;
}

}  // namespace

std::vector<Message> flightFindingsBeside(const std::vector<std::string>& rankFiles, const std::stop_token& stop) {
  std::set<std::filesystem::path> folders;
  for (const std::string& file : rankFiles) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    folders.insert(folder.empty() ? std::filesystem::path(".") : folder);
    if (folders.size() == maxDumpFolders) {
      break;
    }
  }
  std::vector<Message> findings;
  for (const std::filesystem::path& folder : folders) {
    for (Input& dump : dumpsIn(folder, rankFiles)) {
      Progress progress;
      const auto log = readFlightDumps(std::move(dump), stop, progress);
      for (const LogFailure& failure : log ? (*log)->failures() : std::span<const LogFailure>{}) {
        findings.push_back(Phrase::tr("Flight recorder: %1.").with((*log)->text(failure.text)));
      }
    }
  }
  return findings;
}

}  // namespace kernline
