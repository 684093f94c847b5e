// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/flight_dumps.h"

#include "core/import/flight_recorder/dump_log.h"
#include "core/import/flight_recorder/read_dump.h"
#include "core/import/load_options.h"
#include "core/open/rank_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxRanks = 4096;

/// Of the other ranks, in the order of their names.
std::vector<std::string> dumpsBeside(const std::string& path) {
  const fs::path file(path);
  const std::string name = file.filename().string();
  const std::string common = pathWithoutRank(name);
  std::vector<std::string> found;
  std::error_code error;
  if (!rankOfPath(name) || !fs::is_regular_file(file, error)) {
    return found;
  }
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string other = at->path().filename().string();
    std::error_code ignored;
    const bool isOther = other != name && rankOfPath(other) && pathWithoutRank(other) == common;
    if (isOther && at->is_regular_file(ignored) && found.size() < maxRanks) {
      found.push_back(at->path().string());
    }
  }
  std::ranges::sort(found);
  return found;
}

/// What the name says, else the only rank there is.
std::int32_t rankOf(const std::string& path, const flight::RankDump& dump) {
  if (const auto named = rankOfPath(path)) {
    return *named;
  }
  const bool isAlone = dump.groups.size() == 1 && dump.groups.front().ranks.size() == 1;
  return isAlone ? dump.groups.front().ranks.front() : 0;
}

}  // namespace

Expected<std::shared_ptr<const Log>> readFlightDumps(Input input, const std::stop_token& stop, Progress& progress) {
  const std::string path = input.path;
  const std::string container = input.container;
  const std::uint64_t storedBytes = input.storedBytes;
  auto first = flight::readDump(input, stop, progress);
  if (!first) {
    return std::unexpected(std::move(first.error()));
  }
  first->rank = rankOf(path, *first);
  std::vector<flight::RankDump> dumps;
  dumps.push_back(std::move(*first));
  for (const std::string& other : dumpsBeside(path)) {
    if (stop.stop_requested()) {
      return loadingCanceled(path);
    }
    auto opened = openInput(other);
    auto dump = opened ? flight::readDump(*opened, stop, progress) : std::unexpected(opened.error());
    flight::RankDump made;
    if (dump) {
      made = std::move(*dump);
    } else {
      made.damage = dump.error().message.english();
    }
    made.rank = rankOf(other, made);
    const bool isKnown = std::ranges::find(dumps, made.rank, &flight::RankDump::rank) != dumps.end();
    if (!isKnown) {
      dumps.push_back(std::move(made));
    }
  }
  std::ranges::stable_sort(dumps, {}, &flight::RankDump::rank);
  const std::string format = fmt::format("NCCL flight recorder dump{}{}", container.empty() ? "" : ", ", container);
  return flight::logOfDumps(dumps, path, format, storedBytes);
}

}  // namespace kernline
