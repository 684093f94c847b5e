// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/file_links.h"

#include "core/model/base/text.h"
#include "core/open/experiment/content_links.h"
#include "core/open/experiment/file_names.h"
#include "core/open/rank_files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// Finds the links of one file after the other to runs, by tables of what runs say by their names.
class RunLinks {
 public:
  RunLinks(const std::vector<FoundFile>& files, const std::vector<FileContents>& contents,
           const std::vector<ExperimentRun>& runs)
      : m_files(files), m_contents(contents), m_runs(runs) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (const std::size_t file : runs[run].files) {
        m_byStem.emplace(stemOf(files[file].name), file);
        m_byRank.emplace(files[file].rank, file);
        m_byName.emplace(files[file].name, file);
        for (std::string_view folder = folderOf(files[file].name); !folder.empty(); folder = folderOf(folder)) {
          noteRun(folder, run);
        }
        noteRun({}, run);
        if (contents[file].isSeen) {
          m_seen.push_back(file);
        }
      }
    }
  }

  /// The strongest there are.
  [[nodiscard]] std::vector<FileLink> of(std::size_t file) const {
    std::vector<FileLink> links = byContents(file);
    links = links.empty() ? byNotes(file) : std::move(links);
    links = links.empty() ? byStem(file) : std::move(links);
    links = links.empty() ? byRank(file) : std::move(links);
    return links.empty() ? byFolder(file) : links;
  }

 private:
  using Files = std::vector<std::size_t>;

  /// Notes at most two runs in a folder and below it: enough to show that there are several.
  void noteRun(std::string_view folder, std::size_t run) {
    std::vector<std::size_t>& runs = m_inFolder[std::string(folder)];
    if (runs.size() < 2 && std::ranges::count(runs, run) == 0) {
      runs.push_back(run);
    }
  }

  /// Returns those of them that are nearest to a file.
  [[nodiscard]] Files nearest(std::size_t file, Files others) const {
    const auto distance = [&](std::size_t other) { return distanceBetween(m_files[file].name, m_files[other].name); };
    std::size_t least = static_cast<std::size_t>(-1);
    for (const std::size_t other : others) {
      least = std::min(least, distance(other));
    }
    std::erase_if(others, [&](std::size_t other) { return distance(other) > least; });
    return others;
  }

  [[nodiscard]] std::vector<FileLink> byContents(std::size_t file) const {
    const FoundFile& beside = m_files[file];
    std::map<std::size_t, ContentMatch> matches;
    double best = 0;
    bool isNamed = false;
    if (beside.kind != FileKind::Records) {
      for (const std::size_t trace : m_seen) {
        if (auto match = contentMatch(beside, m_contents[file], m_files[trace], m_contents[trace])) {
          best = std::max(best, match->share);
          isNamed = isNamed || match->reason == JoinReason::Named;
          matches.emplace(trace, std::move(*match));
        }
      }
    }
    constexpr double asGood = 0.75;
    std::erase_if(matches, [&](const auto& match) {
      return isNamed ? match.second.reason != JoinReason::Named : match.second.share < asGood * best;
    });
    Files traces;
    for (const auto& [trace, match] : matches) {
      traces.push_back(trace);
    }
    traces = isNamed ? traces : likeliest(file, nearest(file, std::move(traces)));
    std::vector<FileLink> links;
    for (const std::size_t trace : traces) {
      links.push_back(FileLink{file, trace, matches.at(trace).reason, matches.at(trace).why});
    }
    return links;
  }

  /// Returns the traces that contents fit; if several, those of the same name.
  [[nodiscard]] Files likeliest(std::size_t file, const Files& traces) const {
    const std::string stem = stemOf(m_files[file].name);
    Files same = traces;
    std::erase_if(same, [&](std::size_t trace) { return stem.empty() || stemOf(m_files[trace].name) != stem; });
    return same.empty() ? traces : same;
  }

  [[nodiscard]] std::vector<FileLink> byNotes(std::size_t file) const {
    const std::string_view name = m_files[file].name;
    constexpr std::string_view ending = ".notes.json";
    const auto trace = m_files[file].kind == FileKind::Notes
                           ? m_byName.find(std::string(name.substr(0, name.size() - ending.size())))
                           : m_byName.end();
    if (trace == m_byName.end()) {
      return {};
    }
    return {FileLink{file, trace->second, JoinReason::Named, Phrase::tr("notes on %1").with(fileNameOf(trace->first))}};
  }

  [[nodiscard]] std::vector<FileLink> byStem(std::size_t file) const {
    const std::string stem = stemOf(m_files[file].name);
    Files same;
    const auto [begin, end] = m_byStem.equal_range(stem);
    for (auto at = begin; at != end && !stem.empty(); ++at) {
      same.push_back(at->second);
    }
    std::vector<FileLink> links;
    for (const std::size_t trace : nearest(file, std::move(same))) {
      if (!isContradicted(m_contents[file], m_contents[trace])) {
        links.push_back(FileLink{file, trace, JoinReason::Name, Phrase::tr("both are named %1").with(stem)});
      }
    }
    return links;
  }

  /// A rank is of one run only where no other run near it has the same.
  [[nodiscard]] std::vector<FileLink> byRank(std::size_t file) const {
    const std::int32_t rank = m_files[file].rank;
    Files same;
    const auto [begin, end] = m_byRank.equal_range(rank);
    for (auto at = begin; at != end && rank >= 0; ++at) {
      same.push_back(at->second);
    }
    same = nearest(file, std::move(same));
    if (same.size() != 1 || isContradicted(m_contents[file], m_contents[same.front()])) {
      return {};
    }
    return {FileLink{file, same.front(), JoinReason::Rank, Phrase::tr("both are of rank %1").with(rank)}};
  }

  /// The only run there is in the nearest folder that has any.
  [[nodiscard]] std::vector<FileLink> byFolder(std::size_t file) const {
    std::string_view folder = folderOf(m_files[file].name);
    auto runs = m_inFolder.find(std::string(folder));
    while (runs == m_inFolder.end() && !folder.empty()) {
      folder = folderOf(folder);
      runs = m_inFolder.find(std::string(folder));
    }
    if (runs == m_inFolder.end() || runs->second.size() != 1) {
      return {};
    }
    const ExperimentRun& run = m_runs[runs->second.front()];
    if (isContradicted(m_contents[file], m_contents[run.files.front()])) {
      return {};
    }
    Message why = folder.empty() ? Message(Phrase::tr("the only run here; a guess"))
                                 : Phrase::tr("the only run in folder %1; a guess").with(folder);
    return {FileLink{file, run.files.front(), JoinReason::Folder, std::move(why)}};
  }

  const std::vector<FoundFile>& m_files;
  const std::vector<FileContents>& m_contents;
  const std::vector<ExperimentRun>& m_runs;
  std::multimap<std::string, std::size_t> m_byStem;
  std::multimap<std::int32_t, std::size_t> m_byRank;
  std::unordered_map<std::string, std::size_t> m_byName;
  std::unordered_map<std::string, std::vector<std::size_t>> m_inFolder;
  Files m_seen;  // files of runs
};

std::string endingOf(std::string_view name) {
  const std::string_view file = fileNameOf(name);
  const std::size_t dot = file.find('.');
  return dot == std::string_view::npos ? std::string() : std::string(file.substr(dot));
}

/// The same run under two forms, as a report and its export are: traces of one name with different endings.
void addForms(std::vector<FileLink>& links, const std::vector<FoundFile>& files,
              const std::vector<ExperimentRun>& runs) {
  std::map<std::pair<std::string_view, std::string>, std::size_t> first;
  for (const ExperimentRun& run : runs) {
    const FoundFile& file = files[run.files.front()];
    std::string stem = stemOf(file.name);
    if (run.files.size() > 1 || stem.empty()) {
      continue;
    }
    Message why = Phrase::tr("both are named %1").with(stem);
    const auto [same, isNew] = first.try_emplace({folderOf(file.name), std::move(stem)}, run.files.front());
    if (!isNew && endingOf(files[same->second].name) != endingOf(file.name)) {
      links.push_back({run.files.front(), same->second, JoinReason::Name, std::move(why)});
    }
  }
}

/// Links other files of one kind that belong together by name: reports of Nsight Compute and their printed texts.
/// Output of torch.compile is in sibling folders, one per graph.
void addSiblings(std::vector<FileLink>& links, const std::vector<FoundFile>& files) {
  std::map<std::pair<FileKind, std::string>, std::size_t> first;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FoundFile& file = files[i];
    const std::string_view folder = folderOf(file.name);
    const std::string stem = stemOf(file.name);
    const bool isCompiled = file.kind == FileKind::Compiled;
    if (!isCompiled && (file.kind != FileKind::NcuReport || stem.empty())) {
      continue;
    }
    const std::string key(isCompiled ? std::string(folderOf(folder)) : std::string(folder) + "/" + stem);
    const auto [same, isNew] = first.try_emplace({file.kind, key}, i);
    if (!isNew) {
      links.push_back({i, same->second, JoinReason::Name,
                       isCompiled ? Message(Phrase::tr("graphs that were compiled together"))
                                  : Phrase::tr("both are named %1").with(stem)});
    }
  }
}

/// Files of one kind whose names differ in the rank alone.
void addRanks(std::vector<FileLink>& links, const std::vector<FoundFile>& files) {
  std::map<std::pair<FileKind, std::string>, std::size_t> first;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FoundFile& file = files[i];
    if (file.kind == FileKind::Trace || file.kind == FileKind::Unread || !rankOfPath(file.name)) {
      continue;
    }
    const std::string common = pathWithoutRank(file.name);
    const auto [same, isNew] = first.try_emplace({file.kind, common}, i);
    if (!isNew) {
      links.push_back({i, same->second, JoinReason::Rank, Phrase::tr("ranks of %1").with(fileNameOf(common))});
    }
  }
}

}  // namespace

std::vector<FileLink> linksBetween(const std::vector<FoundFile>& files, const std::vector<FileContents>& contents,
                                   const std::vector<ExperimentRun>& runs) {
  std::vector<FileLink> links;
  for (const ExperimentRun& run : runs) {
    for (const std::size_t file : run.files) {
      if (file != run.files.front()) {
        links.push_back({file, run.files.front(), JoinReason::Rank,
                         Phrase::tr("rank %1 of %2").with(files[file].rank, fileNameOf(run.name))});
      }
    }
  }
  addForms(links, files, runs);
  const RunLinks toRuns(files, contents, runs);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileKind kind = files[i].kind;
    if (kind != FileKind::Trace && kind != FileKind::Unread && kind != FileKind::Records) {
      std::ranges::move(toRuns.of(i), std::back_inserter(links));
    }
  }
  addSiblings(links, files);
  addRanks(links, files);
  return links;
}

}  // namespace kernline
