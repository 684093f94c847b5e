// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The rank that a path names: "rank0_trace.json", "ddp-rank-3.json.gz", "train[rank0].json", "trace_r2.json",
/// "rank1/trace.json". The file's own name counts first, then its folders from the inside out.
[[nodiscard]] std::optional<std::int32_t> rankOfPath(std::string_view path);

/// A path with its rank left out, by which the files of one run are alike: "a/ddp_rank#.json", "a/rank#/trace.json".
[[nodiscard]] std::string pathWithoutRank(std::string_view path);

/// Files that may be the ranks of one run, by path.
struct RankPaths {
  std::string whole;                      ///< the folder or archive, or what the paths have in common
  std::vector<std::string> files;         ///< sorted by rank where all names have one, else by name
  std::vector<std::string> skippedFiles;  ///< files that look like profiles of something else
  std::vector<std::string> names = {};    ///< source of each file that is a copy; else empty
};

/// Files that are one run by their names.
struct RankRun {
  std::string name;                ///< path within the folder: "ddp/rank#.json"
  std::vector<std::string> files;  ///< sorted by rank
};

/// The runs in a folder or an archive whose files' names have ranks, by name. If one has several ranks, single files
/// are none.
[[nodiscard]] std::vector<RankRun> runsOfRanks(const std::string& path);

/// Whether `path` names a run as `runsOfRanks` does, after its folder: "traces/ddp/rank#.json".
[[nodiscard]] bool isNameOfRun(const std::string& path);

/// The profile of a folder: the spans.parquet of one rank of an export, if there is no other profile, or the
/// pmc_perf.csv of a workload of rocprof-compute, next to files with more of the same run.
[[nodiscard]] std::optional<std::string> onlyProfileIn(const std::string& path);

[[nodiscard]] bool isDigestName(std::string_view path);

/// `path`, what is in the folder or the run of that name, where more than half of its profiles are digests. Error: they
/// are those of several runs, which are named.
[[nodiscard]] std::optional<Expected<RankPaths>> digestsAt(const std::string& path);

/// Whether `path` is one rank of an export, or its spans, and so large that a range of time is read much sooner.
[[nodiscard]] bool isLargeExport(const std::string& path);

/// Whether `path` may hold several ranks: a folder, an archive with several profiles, or the name of a run.
[[nodiscard]] bool canHoldRanks(const std::string& path);

/// The profiles in a folder (and the folders in it) or an archive, those of a run by its name, or the files of a list.
/// If names have ranks, those without are left out.
/// Errors: there is no profile; names show several runs, which are named; a folder cannot be read.
[[nodiscard]] Expected<RankPaths> findRankFiles(const std::vector<std::string>& paths);

}  // namespace kernline
