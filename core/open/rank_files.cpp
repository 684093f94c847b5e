// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/rank_files.h"

#include "core/import/source/archive_members.h"
#include "core/import/source/member_path.h"
#include "core/model/base/text.h"
#include "core/model/format/quantity.h"
#include "core/open/formats.h"
#include "core/output/digest/digest_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <unordered_set>

namespace kernline {

namespace {

namespace fs = std::filesystem;

constexpr int maxFolderDepth = 3;
constexpr std::size_t maxFiles = std::size_t{1} << 16;

struct RankText {
  std::size_t begin = 0;  // offset of the digits
  std::size_t end = 0;
  std::int32_t rank = -1;
};

/// The digits behind "rank" (with "-", "_", "=" or a blank between), or behind "_r", ".r", "-r".
std::optional<RankText> rankIn(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), toLower);
  const auto numberAt = [&](std::size_t at) -> std::optional<RankText> {
    std::int32_t rank = -1;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), rank);
    if (error != std::errc{} || rank < 0) {
      return std::nullopt;
    }
    return RankText{at, static_cast<std::size_t>(end - text.data()), rank};
  };
  for (std::size_t at = text.find("rank"); at != std::string::npos; at = text.find("rank", at + 1)) {
    std::size_t digits = at + 4;
    digits += digits < text.size() && std::string_view("-_= ").contains(text[digits]) ? 1 : 0;
    if (const auto found = numberAt(digits)) {
      return found;
    }
  }
  for (std::size_t at = text.find('r', 1); at != std::string::npos; at = text.find('r', at + 1)) {
    const auto found = std::string_view("_-.").contains(text[at - 1]) ? numberAt(at + 1) : std::nullopt;
    const bool isWhole = found && (found->end == text.size() || std::string_view("_-.").contains(text[found->end]));
    if (isWhole) {
      return found;
    }
  }
  return std::nullopt;
}

constexpr std::string_view exportName = "spans.parquet";

bool looksLikeProfile(std::string_view path) {
  const std::string_view name = fileNameOf(path);
  return name.contains(".json") || name.contains(".trace") || name.ends_with(".sqlite") || name == exportName;
}

Expected<std::vector<std::string>> filesOfFolder(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  static_cast<void>(fs::directory_iterator(folder, error));  // the folder itself is not one to be skipped
  fs::recursive_directory_iterator at;
  if (!error) {
    at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
  }
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at.depth() >= maxFolderDepth) {
      at.disable_recursion_pending();
    }
    std::error_code ignored;
    if (at->is_regular_file(ignored) && looksLikeProfile(at->path().native()) && found.size() < maxFiles) {
      found.push_back(at->path().native());
    }
  }
  if (error) {
    return std::unexpected(
        Error{Error::Kind::Unreadable,
              Phrase::tr("cannot read folder %1: %2").with(folder, Message::systemError(error.value()))});
  }
  return found;
}

/// Returns the profiles of an archive; any other path itself.
std::vector<std::string> filesOfArchive(const std::string& path) {
  auto members = splitMemberPath(path).member.empty() ? ArchiveMembers::open(path, matchFormat)
                                                      : std::unexpected(Error{Error::Kind::Usage, {}});
  std::vector<std::string> found;
  while (members && found.size() < maxFiles && members->next()) {
    if (looksLikeProfile(members->name())) {
      found.push_back(path + "/" + members->name());
    }
  }
  return found.size() < 2 ? std::vector{path} : found;
}

std::string commonFolder(const std::vector<std::string>& paths) {
  std::string common = paths.front();
  for (const std::string& path : paths) {
    const auto differ = std::ranges::mismatch(common, path);
    common.erase(differ.in1, common.end());
  }
  const auto slash = common.rfind('/');
  return slash == std::string::npos || slash == 0 ? paths.front() : common.substr(0, slash);
}

/// Groups files by names without ranks, beginning behind `whole`; names without a rank are in no run. Single files only
/// count if there are no others.
std::vector<RankRun> runsOf(const std::string& whole, const std::vector<std::string>& files) {
  std::map<std::string, RankRun> runs;
  for (const std::string& path : files) {
    std::string_view inside = std::string_view(path).substr(std::min(path.size(), whole.size() + 1));
    if (inside.ends_with(DigestFile::ending)) {
      inside.remove_suffix(DigestFile::ending.size());  // a trace and the digest of another rank are of one run
    }
    if (rankOfPath(inside)) {
      RankRun& run = runs[pathWithoutRank(inside)];
      run.files.push_back(path);
    }
  }
  std::erase_if(runs, [&](const auto& run) { return runs.size() > 1 && run.second.files.size() < 2; });
  std::vector<RankRun> found;
  for (auto& [name, run] : runs) {
    run.name = name;
    std::ranges::stable_sort(run.files, {}, [](const std::string& path) { return rankOfPath(path).value_or(-1); });
    found.push_back(std::move(run));
  }
  return found;
}

/// Keeps the files of one run, if names show it.
Expected<RankPaths> ofOneRun(RankPaths&& all) {
  const std::vector<RankRun> runs = runsOf(all.whole, all.files);
  if (runs.size() > 1) {
    std::vector<std::string> names;
    for (const RankRun& run : runs) {
      names.push_back(fmt::format("{} ({})", run.name, counted(run.files.size(), "file")));
    }
    constexpr std::size_t maxNames = 4;
    const std::string_view more = names.size() > maxNames ? ", …" : "";
    names.resize(std::min(names.size(), maxNames));
    return std::unexpected(
        Error{Error::Kind::Usage, Phrase::tr("%1 has the ranks of %2 runs: %3. Choose one, for example %4")
                                      .with(all.whole, runs.size(), fmt::format("{}{}", fmt::join(names, ", "), more),
                                            all.whole + "/" + runs.front().name)});
  }
  if (runs.size() == 1 && runs.front().files.size() > 1) {
    const std::vector<std::string>& kept = runs.front().files;
    const std::unordered_set<std::string_view> areKept(kept.begin(), kept.end());
    for (std::string& path : all.files) {
      if (!areKept.contains(path)) {
        all.skippedFiles.push_back(std::move(path));
      }
    }
    all.files = kept;
  }
  return std::move(all);
}

std::string withoutSlashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

Expected<std::vector<std::string>> filesIn(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? filesOfFolder(path) : Expected<std::vector<std::string>>(filesOfArchive(path));
}

/// Returns the existing part of a run's name, "runs/ddp" of "runs/ddp/rank#.json"; empty if the path is no such name.
std::string placeOfRun(const std::string& path) {
  const auto gap = path.find('#');
  std::error_code error;
  if (gap == std::string::npos || fs::exists(path, error)) {
    return {};
  }
  std::string place = path.substr(0, gap);
  for (auto slash = place.rfind('/'); slash != std::string::npos; slash = place.rfind('/')) {
    place.erase(slash);
    if (fs::exists(place, error)) {
      return place;
    }
  }
  return path.starts_with('/') ? "/" : ".";
}

/// The files of a run that is named; none if there is no such run.
std::vector<std::string> filesOfRun(const std::string& path) {
  const std::string place = placeOfRun(path);
  if (place.empty()) {
    return {};
  }
  auto files = filesIn(place);
  for (RankRun& run : files ? runsOf(place, *files) : std::vector<RankRun>()) {
    if (place + "/" + run.name == path || run.name == path) {
      return std::move(run.files);
    }
  }
  return {};
}

/// Whether the folder or those in it have digests. Reads at most so many entries: `path` may be anything.
bool hasDigestsIn(const std::string& path) {
  constexpr int maxDepth = 3;
  std::size_t left = 20'000;
  std::error_code error;
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
  for (; !error && left > 0 && at != fs::recursive_directory_iterator(); at.increment(error), --left) {
    if (isDigestName(at->path().native())) {
      return true;
    }
    if (at.depth() >= maxDepth) {
      at.disable_recursion_pending();
    }
  }
  return false;
}

/// The kernels of a workload of rocprof-compute, in its folder or in the one of its device below it; none if it has
/// several devices.
std::optional<std::string> kernelsOfWorkload(const fs::path& folder) {
  std::error_code error;
  const auto isWorkload = [&error](const fs::path& place) {
    return fs::is_regular_file(place / "sysinfo.csv", error) && fs::is_regular_file(place / "pmc_perf.csv", error);
  };
  std::vector<fs::path> found;
  if (isWorkload(folder)) {
    found.push_back(folder);
  }
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (found.size() < 2 && at->is_directory(error) && isWorkload(at->path())) {
      found.push_back(at->path());
    }
  }
  return found.size() == 1 ? std::optional((found.front() / "pmc_perf.csv").string()) : std::nullopt;
}

}  // namespace

std::optional<std::int32_t> rankOfPath(std::string_view path) {
  while (!path.empty()) {
    const auto slash = path.rfind('/');
    if (const auto found = rankIn(path.substr(slash + 1))) {
      return found->rank;
    }
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
  }
  return std::nullopt;
}

std::string pathWithoutRank(std::string_view path) {
  std::string_view before = path;
  while (!before.empty()) {
    const std::size_t name = before.rfind('/') + 1;
    if (const auto found = rankIn(before.substr(name))) {
      return fmt::format("{}#{}", path.substr(0, name + found->begin), path.substr(name + found->end));
    }
    before = before.substr(0, name == 0 ? 0 : name - 1);
  }
  return std::string(path);
}

std::optional<std::string> onlyProfileIn(const std::string& path) {
  std::error_code error;
  auto files = fs::is_directory(path, error) ? filesOfFolder(path) : std::unexpected(Error{Error::Kind::Usage, {}});
  const bool isExport = files && files->size() == 1 && fileNameOf(files->front()) == exportName;
  return isExport                        ? std::optional(std::move(files->front()))
         : fs::is_directory(path, error) ? kernelsOfWorkload(path)
                                         : std::nullopt;
}

bool isDigestName(std::string_view path) {
  return path.ends_with(DigestFile::ending);
}

std::optional<Expected<RankPaths>> digestsAt(const std::string& path) {
  if (path == "-" || !(isDigestName(path) || hasDigestsIn(path) || isNameOfRun(path))) {
    return std::nullopt;
  }
  Expected<RankPaths> found = findRankFiles({path});
  if (!found && found.error().kind != Error::Kind::Usage) {
    return std::nullopt;
  }
  const Expected<std::vector<std::string>> files = found ? found->files : filesIn(path);
  const bool areDigests = files && std::ranges::count_if(*files, isDigestName) * 2 > std::ssize(*files);
  return areDigests ? std::optional(std::move(found)) : std::nullopt;
}

bool isLargeExport(const std::string& path) {
  constexpr std::uintmax_t large = std::uintmax_t{32} << 20U;
  const std::string spans = onlyProfileIn(path).value_or(path);
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(spans, error) ? fs::file_size(spans, error) : 0;
  return !error && fileNameOf(spans) == exportName && size > large;
}

bool canHoldRanks(const std::string& path) {
  std::error_code error;
  return path != "-" && (fs::is_directory(path, error) || !filesOfRun(path).empty() ||
                         (fs::is_regular_file(path, error) && filesOfArchive(path).size() > 1));
}

bool isNameOfRun(const std::string& path) {
  return !filesOfRun(path).empty();
}

std::vector<RankRun> runsOfRanks(const std::string& path) {
  const std::string whole = withoutSlashes(path);
  const auto files = filesIn(whole);
  return files ? runsOf(whole, *files) : std::vector<RankRun>();
}

Expected<RankPaths> findRankFiles(const std::vector<std::string>& paths) {
  RankPaths all;
  for (const std::string& path : paths) {
    std::vector<std::string> named = filesOfRun(path);
    Expected<std::vector<std::string>> found = named.empty() ? filesIn(path) : std::move(named);
    if (!found) {
      return std::unexpected(std::move(found.error()));
    }
    std::ranges::move(*found, std::back_inserter(all.files));
  }
  std::ranges::sort(all.files);
  all.files.erase(std::ranges::unique(all.files).begin(), all.files.end());
  if (all.files.empty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              Phrase::tr("%1 has no profile: no .json, .json.gz, .trace, .sqlite or spans.parquet file; name a "
                         "file, or another folder")
                  .with(paths.empty() ? std::string() : paths.front())});
  }
  all.whole = withoutSlashes(paths.size() == 1 ? paths.front() : commonFolder(all.files));
  return paths.size() == 1 && placeOfRun(all.whole).empty() ? ofOneRun(std::move(all)) : std::move(all);
}

}  // namespace kernline
