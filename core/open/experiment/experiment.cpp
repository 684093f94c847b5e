// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/experiment.h"

#include "core/open/experiment/file_links.h"
#include "core/open/experiment/file_names.h"
#include "core/open/rank_files.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Returns the path that opens ranks that only their heads identify: their folder, if it has no other profile.
std::string folderOfRanks(const FoundFiles& found, const std::string& folder, const std::vector<std::size_t>& files) {
  const std::string path = folder.empty() ? found.place : found.place + "/" + folder;
  const auto ranks = findRankFiles({path});
  return ranks && ranks->files.size() == files.size() ? path : std::string();
}

/// Groups traces by the ranks in their names, else in their heads. A run of one rank is a trace alone.
std::vector<ExperimentRun> runsOf(const FoundFiles& found) {
  std::map<std::string, std::vector<std::size_t>> byName;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const FoundFile& file = found.files[i];
    if (file.kind == FileKind::Trace) {
      const bool isNamed = rankOfPath(file.name).has_value();
      byName[isNamed          ? pathWithoutRank(file.name)
             : file.rank >= 0 ? std::string(folderOf(file.name)) + "/\n"
                              : file.name]
          .push_back(i);
    }
  }
  std::set<std::string> openedByName;
  for (const RankRun& run : runsOfRanks(found.place)) {
    openedByName.insert(run.name);
  }
  std::vector<ExperimentRun> runs;
  for (auto& [name, files] : byName) {
    std::ranges::stable_sort(files, {}, [&](std::size_t i) { return found.files[i].rank; });
    const auto sameRank = std::ranges::adjacent_find(
        files, [&](std::size_t a, std::size_t b) { return found.files[a].rank == found.files[b].rank; });
    if (files.size() > 1 && sameRank == files.end()) {
      const bool isNamed = !name.ends_with('\n');
      const std::string folder = isNamed ? std::string() : name.substr(0, name.size() - 2);
      std::string path = !isNamed                      ? folderOfRanks(found, folder, files)
                         : openedByName.contains(name) ? found.place + "/" + name
                                                       : std::string();
      runs.push_back({.files = files, .path = std::move(path), .name = isNamed ? name : folder});
      continue;
    }
    for (const std::size_t file : files) {
      runs.push_back({.files = {file}, .path = found.files[file].path, .name = found.files[file].name});
    }
  }
  return runs;
}

/// Groups of files, with the link over which each was reached.
class Grouping {
 public:
  Grouping(std::size_t files, const std::vector<FileLink>& links) : m_links(files) {
    for (const FileLink& link : links) {
      m_links[link.file].push_back(&link);
      m_links[link.other].push_back(&link);
    }
  }

  /// Returns all files that are linked with `first`, in the order in which they are reached.
  [[nodiscard]] std::vector<GroupedFile> from(std::size_t first, std::vector<bool>& isTaken) const {
    std::vector<GroupedFile> group{{.file = first, .reason = JoinReason::First, .why = {}}};
    isTaken[first] = true;
    for (std::size_t at = 0; at < group.size(); ++at) {
      const std::size_t file = group[at].file;
      for (const FileLink* link : m_links[file]) {
        const std::size_t other = link->file == file ? link->other : link->file;
        if (!isTaken[other]) {
          isTaken[other] = true;
          group.push_back(
              {.file = other, .reason = link->reason, .why = link->why, .isGuess = link->reason == JoinReason::Folder});
        }
      }
    }
    return group;
  }

 private:
  std::vector<std::vector<const FileLink*>> m_links;
};

void addGroups(Experiment& made, const std::vector<ExperimentRun>& runs) {
  const std::vector<FileLink> links = linksBetween(made.files, made.contents, runs);
  const Grouping grouping(made.files.size(), links);
  std::vector<bool> isTaken(made.files.size());
  std::map<std::size_t, std::size_t> groupOf;  // group of each file
  const auto add = [&](std::size_t first, const std::string& name) {
    if (!isTaken[first]) {
      ExperimentGroup& group = made.groups.emplace_back();
      group.name = name;
      group.files = grouping.from(first, isTaken);
      std::ranges::sort(group.files.begin() + 1, group.files.end(), {}, [&](const GroupedFile& member) {
        const FoundFile& file = made.files[member.file];
        return std::tuple(file.kind, file.rank, member.file);
      });
      for (const GroupedFile& file : group.files) {
        groupOf[file.file] = made.groups.size() - 1;
      }
    }
  };
  for (const ExperimentRun& run : runs) {
    add(run.files.front(), run.name);
  }
  for (std::size_t i = 0; i < made.files.size(); ++i) {
    if (made.files[i].kind == FileKind::Unread) {
      made.unread.push_back(i);
    } else {
      add(i, made.files[i].name);
    }
  }
  for (const ExperimentRun& run : runs) {
    made.groups[groupOf[run.files.front()]].runs.push_back(run);
  }
}

/// Returns the path that opens the files if their contents show that they are no experiment; empty if they are one.
std::string documentOf(const Experiment& experiment) {
  const bool isDamaged = std::ranges::any_of(
      experiment.unread, [&](std::size_t file) { return experiment.files[file].byHead == FileKind::Trace; });
  if (isDamaged || experiment.groups.size() != 1 || !isComplete(experiment.closed, experiment.filesBeyond)) {
    return {};
  }
  const ExperimentGroup& group = experiment.groups.front();
  if (group.files.size() == 1) {
    return experiment.files[group.files.front().file].path;
  }
  if (group.runs.size() != 1 || group.runs.front().files.size() != group.files.size()) {
    return {};
  }
  return runsOfRanks(experiment.place).size() == 1 ? experiment.place : group.runs.front().path;
}

}  // namespace

std::string_view toText(JoinReason reason) {
  switch (reason) {
    case JoinReason::First:
      return "first";
    case JoinReason::Folder:
      return "folder";
    case JoinReason::Name:
      return "name";
    case JoinReason::Rank:
      return "rank";
    case JoinReason::Contents:
      return "contents";
    case JoinReason::Named:
      break;
  }
  return "named";
}

std::vector<std::size_t> Experiment::ofKind(FileKind kind) const {
  std::vector<std::size_t> found;
  for (const ExperimentGroup& group : groups) {
    for (const GroupedFile& file : group.files) {
      if (files[file.file].kind == kind) {
        found.push_back(file.file);
      }
    }
  }
  return found;
}

std::vector<const ExperimentRun*> Experiment::runs() const {
  std::vector<const ExperimentRun*> found;
  for (const ExperimentGroup& group : groups) {
    for (const ExperimentRun& run : group.runs) {
      found.push_back(&run);
    }
  }
  return found;
}

Expected<std::shared_ptr<const Experiment>> experimentOf(FoundFiles found, const LoadOptions& options,
                                                         const std::stop_token& stop, Progress& progress) {
  auto made = std::make_shared<Experiment>();
  made->contents = seeContents(found.files, options, stop, progress);
  if (stop.stop_requested()) {
    return loadingCanceled(found.place);
  }
  const std::vector<ExperimentRun> runs = runsOf(found);
  made->place = found.place;
  made->isArchive = found.isArchive;
  made->files = std::move(found.files);
  made->closed = std::move(found.closed);
  made->filesBeyond = found.filesBeyond;
  addGroups(*made, runs);
  if (made->groups.empty()) {
    const std::string& place = made->place;
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              made->unread.empty()
                  ? Phrase::tr("%1 is empty: no profile and no log").with(place)
                  : Phrase::tr("%1 has no profile and no log among %2 files. The first, %3, cannot be read: %4")
                        .with(place, made->unread.size(), made->files[made->unread.front()].name,
                              made->files[made->unread.front()].what)});
  }
  progress.stage = Progress::Stage::Done;
  return made;
}

Expected<OpenedPlace> openPlace(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                                Progress& progress) {
  if (!isPlaceOfFiles(path)) {
    return OpenedPlace{.document = path, .experiment = nullptr};
  }
  Expected<FoundFiles> found = findFiles(path, stop);
  if (!found) {
    return std::unexpected(std::move(found.error()));
  }
  if (std::optional<std::string> only = onlyDocument(*found)) {
    return OpenedPlace{.document = *std::move(only), .experiment = nullptr};
  }
  auto experiment = experimentOf(std::move(*found), options, stop, progress);
  if (!experiment) {
    return std::unexpected(std::move(experiment.error()));
  }
  std::string document = documentOf(**experiment);
  const bool isOne = !document.empty();
  return OpenedPlace{.document = std::move(document), .experiment = isOne ? nullptr : std::move(*experiment)};
}

Message missingPart(const Experiment& experiment) {
  const auto cut =
      std::ranges::count_if(experiment.contents, [](const FileContents& seen) { return !seen.missing.isEmpty(); });
  return cut == 0 ? Message()
                  : Phrase::tr("The memory limit was reached: %1 of %2 files were not read to their ends.")
                        .with(cut, experiment.files.size());
}

}  // namespace kernline
