// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/load_ranks.h"

#include "core/model/base/parallel.h"
#include "core/open/open_ranks.h"
#include "core/open/rank_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace kernline::ui {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> stoppedRanks() {
  return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
}

Expected<OpenedFile> indexed(std::shared_ptr<const RankSet> set, const std::stop_token& stop) {
  auto index = set ? QueryIndex::build(set->trace, stop, defaultThreads()) : nullptr;
  if (!index) {
    return stoppedRanks();
  }
  return OpenedFile{.index = std::move(index), .ranks = std::move(set)};
}

/// Members of an archive may be anything; only where each says another rank are they read as ranks.
bool isArchiveOfRanks(const std::string& path) {
  const auto found = canHoldRanks(path) ? findRankFiles({path}) : Expected<RankPaths>();
  if (!found && found.error().kind == Error::Kind::Usage) {
    return true;  // several runs, which are reported then
  }
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

std::optional<Expected<OpenedFile>> loadRanks(const std::string& path, const LoadOptions& options,
                                              const std::stop_token& stop, Progress& progress) {
  std::error_code error;
  const bool isFolder = fs::is_directory(path, error) && !onlyProfileIn(path);
  if (!isFolder && !isNameOfRun(path) && !isArchiveOfRanks(path)) {
    return std::nullopt;
  }
  auto set = openRanks({path}, {}, options, stop, progress);
  return set ? indexed(std::move(*set), stop) : std::unexpected(std::move(set.error()));
}

std::optional<Expected<OpenedFile>> loadDigests(const std::string& path, const LoadOptions& options,
                                                const std::stop_token& stop, Progress& progress) {
  const std::optional<Expected<RankPaths>> found = digestsAt(path);
  if (!found) {
    return std::nullopt;
  }
  if (!*found) {
    return Expected<OpenedFile>(std::unexpected(found->error()));
  }
  auto set = openDigests(**found, options, stop, progress);
  return set ? Expected<OpenedFile>(OpenedFile{.index = nullptr, .ranks = std::move(*set)})
             : std::unexpected(std::move(set.error()));
}

Expected<OpenedFile> loadWithClocks(const RankSet& set, const RankCorrections& corrections,
                                    const std::stop_token& stop) {
  return indexed(withClocks(set, corrections, defaultThreads(), stop), stop);
}

}  // namespace kernline::ui
