// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/open/load.h"
#include "core/open/rank_files.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Returns the rank of a trace: by its distributedInfo, anywhere in the file, else by its path, else by the labels of
/// its processes, if they agree.
[[nodiscard]] RankFile rankFileOf(std::shared_ptr<const Trace> trace);

/// The requested data of the ranks.
enum class RankReading : std::uint8_t {
  TraceOfAll,   ///< the set has a trace of all ranks; digests are left out, for they have no events
  DigestsOnly,  ///< data for `kernline ranks`; files may be digests, and only the needed data of each trace stays in
                ///< memory
  DigestsAndTrace,  ///< the same; of few ranks with small traces, the set has a trace of all, too
};

/// Reads the ranks of one run: the files given, or those in a folder or an archive. `rankFileOf` gives the rank of a
/// file. Two files are read at a time. Errors: those of `findRankFiles` and `load`; a file without a rank; two traces
/// of one rank, unless a digest is among the files: then the first of each rank counts; ranks of runs of different
/// size. Other problems (missing ranks, recordings that do not overlap, files that are no profile) are in the set's
/// doubts, and so are those in dumps of NCCL's flight recorder next to the files.
[[nodiscard]] Expected<std::shared_ptr<const RankSet>> openRanks(const std::vector<std::string>& paths,
                                                                 const RankCorrections& corrections,
                                                                 const LoadOptions& options, std::stop_token stop,
                                                                 Progress& progress,
                                                                 RankReading reading = RankReading::TraceOfAll);

/// `openRanks` of digests that were found already.
[[nodiscard]] Expected<std::shared_ptr<const RankSet>> openDigests(const RankPaths& found, const LoadOptions& options,
                                                                   std::stop_token stop, Progress& progress);

/// `openRanks` of traces that are loaded already.
[[nodiscard]] Expected<std::shared_ptr<const RankSet>> rankSetOfTraces(const std::string& whole,
                                                                       std::vector<std::shared_ptr<const Trace>> traces,
                                                                       const RankCorrections& corrections = {},
                                                                       unsigned threads = 1,
                                                                       const std::stop_token& stop = {});

}  // namespace kernline
