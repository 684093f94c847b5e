// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/flight_dumps.h"

#include "core/import/flight_recorder/dump_log.h"
#include "core/import/flight_recorder/read_dump.h"
#include "core/import/load_options.h"
#include "core/open/rank_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxRanks = 4096;

struct DumpBeside {
  std::string path;
  bool isOfSameName = true;  ///< same name except for the rank
};

/// Files of one name but for the rank.
struct NamedDumps {
  std::vector<std::string> paths;
  std::set<std::int32_t> ranks;
};

/// The files in a folder whose names say a rank and end alike, by what else their names say.
std::map<std::string, NamedDumps> namedDumps(const fs::path& folder, const std::string& extension) {
  std::map<std::string, NamedDumps> found;
  std::error_code error;
  std::size_t count = 0;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    const auto rank = rankOfPath(name);
    std::error_code ignored;
    if (rank && pathWithoutRank(at->path().extension().string()) == extension && at->is_regular_file(ignored) &&
        ++count <= maxRanks) {
      NamedDumps& dumps = found[pathWithoutRank(name)];
      dumps.paths.push_back(at->path().string());
      dumps.ranks.insert(*rank);
    }
  }
  return found;
}

/// Returns the dumps of the other ranks, in the order of their names. Files of another name are ranks of the same run,
/// gathered from other hosts, if no two names share a rank.
std::vector<DumpBeside> dumpsBeside(const std::string& path) {
  const fs::path file(path);
  const std::string name = file.filename().string();
  std::vector<DumpBeside> found;
  std::error_code error;
  if (!rankOfPath(name) || !fs::is_regular_file(file, error)) {
    return found;
  }
  const auto all = namedDumps(file.has_parent_path() ? file.parent_path() : fs::path("."),
                              pathWithoutRank(file.extension().string()));
  std::set<std::int32_t> ranks;
  std::size_t count = 0;
  for (const auto& [common, dumps] : all) {
    ranks.insert(dumps.ranks.begin(), dumps.ranks.end());
    count += dumps.ranks.size();
  }
  const bool isOneRun = ranks.size() == count;
  for (const auto& [common, dumps] : all) {
    const bool isOfSameName = common == pathWithoutRank(name);
    for (const std::string& other : dumps.paths) {
      if ((isOfSameName || isOneRun) && fs::path(other).filename() != name) {
        found.push_back({.path = other, .isOfSameName = isOfSameName});
      }
    }
  }
  std::ranges::sort(found, {}, &DumpBeside::path);
  return found;
}

/// Returns the rank in the name, else the only rank.
std::int32_t rankOf(const std::string& path, const flight::RankDump& dump) {
  if (const auto named = rankOfPath(path)) {
    return *named;
  }
  const bool isAlone = dump.groups.size() == 1 && dump.groups.front().ranks.size() == 1;
  return isAlone ? dump.groups.front().ranks.front() : flight::unnamedRank;
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
  for (const auto& [other, isOfSameName] : dumpsBeside(path)) {
    if (stop.stop_requested()) {
      return loadingCanceled(path);
    }
    auto opened = openInput(other);
    auto dump = opened ? flight::readDump(*opened, stop, progress) : std::unexpected(opened.error());
    flight::RankDump made;
    if (dump) {
      made = std::move(*dump);
    } else if (isOfSameName) {
      made.damage = dump.error().message.english();
    } else {
      continue;  // no dump
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
