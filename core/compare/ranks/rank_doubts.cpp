// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t mostNamed = 8;

std::vector<std::string> absentRanks(const std::vector<RankFile>& files, std::int32_t worldSize) {
  std::vector<std::string> absent;
  for (std::int32_t rank = 0; rank < worldSize && absent.size() <= mostNamed; ++rank) {
    if (std::ranges::find(files, rank, &RankFile::rank) == files.end()) {
      absent.push_back(absent.size() == mostNamed ? "…" : std::to_string(rank));
    }
  }
  return absent;
}

}  // namespace

std::vector<std::string> doubtsAbout(const RankSet& set) {
  std::vector<std::string> doubts;
  const std::int32_t worldSize = std::ranges::max(set.files, {}, &RankFile::worldSize).worldSize;
  if (std::cmp_less(set.files.size(), worldSize)) {
    doubts.push_back(fmt::format("The run had {} ranks, of which {} are here; absent: {}.", worldSize, set.files.size(),
                                 fmt::join(absentRanks(set.files, worldSize), ", ")));
  }
  const auto shifted = [&](std::size_t p) {
    const TimeRange range = set.files[p].trace->bounds();
    return TimeRange{range.begin + set.clocks[p].shift(), range.end + set.clocks[p].shift()};
  };
  for (std::size_t p = 1; p < set.files.size(); ++p) {
    if (!shifted(p).overlaps(shifted(0))) {
      doubts.push_back(fmt::format("Rank {} was not recorded at the same time as rank {}: they may be different runs.",
                                   set.files[p].rank, set.files[0].rank));
    }
    if (set.clocks[p].collectives == 0) {
      doubts.push_back(
          fmt::format("Rank {} has no collective in common with rank {}, so its clock could not be checked.",
                      set.files[p].rank, set.files[0].rank));
    }
  }
  if (const std::size_t guessed = set.matching->guessedOrder; guessed > 0) {
    doubts.push_back(fmt::format("{} not say which process group {} of: {} put together by the order on each stream.",
                                 guessed == 1 ? "1 collective does" : fmt::format("{} collectives do", guessed),
                                 guessed == 1 ? "it is" : "they are", guessed == 1 ? "it was" : "they were"));
  }
  if (const std::size_t guessed = set.matching->guessedOnHost; guessed > 0) {
    doubts.push_back(
        fmt::format("{} on the host, and the profile does not say of which process group or on which ranks: {} put "
                    "together by name, size and the order in which {} began.",
                    guessed == 1 ? "1 collective runs" : fmt::format("{} collectives run", guessed),
                    guessed == 1 ? "it was" : "they were", guessed == 1 ? "it" : "they"));
  }
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    if ((*set.calls)[p].hostOnly > 0) {
      doubts.push_back(
          fmt::format("Rank {} has {} records of collectives on the host and no kernel of any: their waits "
                      "are not known.",
                      set.files[p].rank, (*set.calls)[p].hostOnly));
    }
  }
  return doubts;
}

}  // namespace kernline
