// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/load_ranks.h"

#include "core/base/parallel.h"
#include "core/ranks/open_ranks.h"
#include "core/ranks/rank_files.h"

#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace kernline::ui {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> stopped() {
  return std::unexpected(Error{Error::Kind::Cancelled, "Stopped."});
}

Expected<OpenedFile> indexed(std::shared_ptr<const RankSet> set, const std::stop_token& stop) {
  auto index = set ? QueryIndex::build(set->trace, stop, defaultThreads()) : nullptr;
  if (!index) {
    return stopped();
  }
  return OpenedFile{.index = std::move(index), .ranks = std::move(set)};
}

/// Those in the folder itself that have a rank in their names.
std::map<std::string, std::vector<std::string>> filesByRun(const fs::path& folder) {
  std::map<std::string, std::vector<std::string>> runs;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (rankOfPath(name)) {
      runs[pathWithoutRank(name)].push_back(at->path().string());
    }
  }
  return runs;
}

/// Of a path that runsInFolder gives; else none.
std::vector<std::string> filesOfRun(const fs::path& path) {
  std::error_code error;
  if (path.filename().string().find('#') == std::string::npos || fs::exists(path, error)) {
    return {};
  }
  return filesByRun(path.parent_path())[path.filename().string()];
}

/// Members of an archive may be anything; only where each says another rank are they read as ranks.
bool isArchiveOfRanks(const std::string& path) {
  const auto found = mayHoldRanks(path) ? findRankFiles({path}) : Expected<RankPaths>();
  std::set<std::int32_t> ranks;
  for (const std::string& file : found ? found->files : std::vector<std::string>()) {
    const auto rank = rankOfPath(std::string_view(file).substr(std::min(file.size(), path.size())));
    if (!rank || !ranks.insert(*rank).second) {
      return false;
    }
  }
  return ranks.size() > 1;
}

}  // namespace

std::vector<std::string> runsInFolder(const std::string& folder) {
  std::vector<std::string> runs;
  for (const auto& [run, files] : filesByRun(folder)) {
    if (files.size() > 1) {
      runs.push_back((fs::path(folder) / run).string());
    }
  }
  return runs;
}

std::optional<Expected<OpenedFile>> loadRanks(const std::string& path, const LoadOptions& options,
                                              const std::stop_token& stop, Progress& progress) {
  std::vector<std::string> paths = filesOfRun(path);
  std::error_code error;
  if (paths.empty() && (fs::is_directory(path, error) || isArchiveOfRanks(path))) {
    paths.push_back(path);
  }
  if (paths.empty()) {
    return std::nullopt;
  }
  auto set = openRanks(paths, {}, options, stop, progress);
  return set ? indexed(std::move(*set), stop) : std::unexpected(std::move(set.error()));
}

Expected<OpenedFile> loadWithClocks(const RankSet& set, const RankCorrections& corrections,
                                    const std::stop_token& stop) {
  return indexed(withClocks(set, corrections, defaultThreads(), stop), stop);
}

}  // namespace kernline::ui
