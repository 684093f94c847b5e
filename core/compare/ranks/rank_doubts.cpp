// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxNamed = 8;

std::vector<std::string> absentRanks(const std::vector<RankFile>& files, std::int32_t worldSize) {
  std::vector<std::string> absent;
  for (std::int32_t rank = 0; rank < worldSize && absent.size() <= maxNamed; ++rank) {
    if (std::ranges::find(files, rank, &RankFile::rank) == files.end()) {
      absent.push_back(absent.size() == maxNamed ? "…" : std::to_string(rank));
    }
  }
  return absent;
}

/// Other ranks whose clocks collectives set to that of `rank`.
std::string ranksSetTo(const RankSet& set, std::int32_t rank) {
  std::vector<std::string> ranks;
  for (const RankClock& clock : set.clocks) {
    if (clock.setTo == rank && clock.rank != rank && ranks.size() <= maxNamed) {
      ranks.push_back(ranks.size() == maxNamed ? "…" : std::to_string(clock.rank));
    }
  }
  return fmt::format("{}", fmt::join(ranks, ", "));
}

}  // namespace

std::vector<Message> doubtsAbout(const RankSet& set) {
  std::vector<Message> doubts;
  const std::int32_t worldSize = std::ranges::max(set.files, {}, &RankFile::worldSize).worldSize;
  if (std::cmp_less(set.files.size(), worldSize)) {
    const std::string absent = fmt::format("{}", fmt::join(absentRanks(set.files, worldSize), ", "));
    doubts.push_back(Phrase::tr("%1 of %2 ranks are here; missing: %3.").with(set.files.size(), worldSize, absent));
  }
  const auto shifted = [&](std::size_t p) {
    const TimeRange range = set.files[p].trace->bounds();
    return TimeRange{range.begin + set.clocks[p].shift(), range.end + set.clocks[p].shift()};
  };
  for (std::size_t p = 1; p < set.files.size(); ++p) {
    if (!shifted(p).overlaps(shifted(0))) {
      doubts.push_back(Phrase::tr("Rank %1 and rank %2 do not overlap in time; they may be from different runs.")
                           .with(set.files[p].rank, set.files[0].rank));
    }
    if (set.clocks[p].collectives == 0) {
      doubts.push_back(Phrase::tr("Rank %1 has no collective in common with rank %2, so its clock was not checked.")
                           .with(set.files[p].rank, set.files[0].rank));
      if (const std::string others = ranksSetTo(set, set.files[p].rank); !others.empty()) {
        doubts.push_back(Phrase::tr("Clocks set to that of rank %1 instead of rank %2: %3.")
                             .with(set.files[p].rank, set.files[0].rank, others));
      }
    }
  }
  if (const std::size_t guessed = set.matching->guessedOrder; guessed > 0) {
    const Phrase phrase =
        guessed == 1 ? Phrase::tr("%1 collective without a process group was matched by its order on the stream.")
                     : Phrase::tr("%1 collectives without a process group were matched by their order on each stream.");
    doubts.push_back(phrase.with(guessed));
  }
  if (const std::size_t guessed = set.matching->guessedOnHost; guessed > 0) {
    const Phrase phrase =
        guessed == 1
            ? Phrase::tr("%1 host collective without a process group or ranks was matched by name, size and order.")
            : Phrase::tr("%1 host collectives without a process group or ranks were matched by name, size and order.");
    doubts.push_back(phrase.with(guessed));
  }
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    if ((*set.calls)[p].hostOnly > 0) {
      doubts.push_back(Phrase::tr("Rank %1 has host collectives without kernels (%2), so its waits are unknown.")
                           .with(set.files[p].rank, (*set.calls)[p].hostOnly));
    }
  }
  return doubts;
}

}  // namespace kernline
