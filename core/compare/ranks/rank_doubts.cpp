// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_doubts.h"

#include "core/compare/ranks/heat_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxNamed = 8;
constexpr std::size_t maxRanksNamed = 4;  // limit for a sentence on each rank

/// Ranks one after the other, both ends included.
struct RankRun {
  std::int64_t first;
  std::int64_t last;
};

/// "0, 2, 5–9"; the first ones of many.
std::string textOf(const std::vector<RankRun>& runs) {
  std::vector<std::string> named;
  for (const RankRun run : runs | std::views::take(maxNamed)) {
    named.push_back(run.first == run.last ? std::to_string(run.first) : fmt::format("{}–{}", run.first, run.last));
  }
  return fmt::format("{}", fmt::join(named, ", "));
}

std::vector<RankRun> missingRanks(const std::vector<RankFile>& files, std::int32_t worldSize) {
  std::vector<RankRun> absent;
  std::int64_t next = 0;
  for (const RankFile& file : files) {
    if (file.rank > next) {
      absent.push_back({next, std::int64_t{file.rank} - 1});
    }
    next = std::int64_t{file.rank} + 1;
  }
  if (next < worldSize) {
    absent.push_back({next, std::int64_t{worldSize} - 1});
  }
  return absent;
}

/// Other ranks whose clocks collectives set to that of `rank`.
std::vector<RankRun> ranksSetTo(const RankSet& set, std::int32_t rank) {
  std::vector<RankRun> ranks;
  for (const RankClock& clock : set.clocks) {
    if (clock.setTo != rank || clock.rank == rank) {
      continue;
    }
    if (!ranks.empty() && ranks.back().last + 1 == clock.rank) {
      ranks.back().last = clock.rank;
    } else {
      ranks.push_back({clock.rank, clock.rank});
    }
  }
  return ranks;
}

/// Clocks that could not be set to that of the first rank: to whose they are set instead.
void sayOtherReferences(const RankSet& set, const std::vector<std::int32_t>& references, std::vector<Message>& doubts) {
  std::size_t said = 0;
  for (const std::int32_t rank : references) {
    const std::vector<RankRun> others = said < maxRanksNamed ? ranksSetTo(set, rank) : std::vector<RankRun>();
    if (!others.empty()) {
      ++said;
      const Phrase phrase = others.size() > maxNamed
                                ? Phrase::tr("Aligned to the clock of rank %1, not rank %2: ranks %3 and more.")
                                : Phrase::tr("Aligned to the clock of rank %1, not rank %2: ranks %3.");
      doubts.push_back(phrase.with(rank, set.files[0].rank, textOf(others)));
    }
  }
}

void sayCountersLeftOut(const RankSet& set, std::vector<Message>& doubts) {
  std::size_t ranks = 0;
  std::size_t most = 0;
  for (const RankFile& file : set.files) {
    ranks += file.digest->countersLeftOut > 0 ? 1 : 0;
    most = std::max(most, file.digest->countersLeftOut);
  }
  if (ranks > 0) {
    const Phrase phrase =
        ranks == 1 ? Phrase::tr("The heat map lacks counters of %1 rank that has too many: %2.")
                   : Phrase::tr("The heat map lacks counters of %1 ranks that have too many: up to %2 of a rank.");
    doubts.push_back(phrase.with(ranks, most));
  }
}

void sayOtherUnits(const RankSet& set, std::vector<Message>& doubts) {
  for (const HeatCounter& counter : heatCounters(set)) {
    std::size_t ranks = 0;
    std::string other;
    for (const RankFile& file : set.files) {
      for (const DigestCounter& known : file.digest->counters) {
        if (known.name == counter.name && !known.unit.empty() && known.unit != counter.unit) {
          ++ranks;
          other = known.unit;
        }
      }
    }
    if (ranks > 0) {
      const Phrase phrase = ranks == 1
                                ? Phrase::tr("The heat map lacks %1 of %2 rank, which has it in %3 instead of %4.")
                                : Phrase::tr("The heat map lacks %1 of %2 ranks, which have it in %3 instead of %4.");
      doubts.push_back(phrase.with(counter.name, ranks, other, counter.unit));
    }
  }
}

std::string firstOf(const std::vector<std::int32_t>& ranks) {
  const std::string more = ranks.size() > maxNamed ? ", …" : "";
  return fmt::format("{}{}", fmt::join(ranks | std::views::take(maxNamed), ", "), more);
}

/// Reports what digests of older versions lack.
void sayOlderDigests(const RankSet& set, std::vector<Message>& doubts) {
  std::vector<std::int32_t> ranks;
  for (const RankFile& file : set.files) {
    const bool exchanges = std::ranges::any_of(
        file.digest->calls, [](const DigestCall& call) { return call.kind == CollectiveKind::AllToAll; });
    if (exchanges && !file.digest->hasExchangedBytes) {
      ranks.push_back(file.rank);
    }
  }
  if (!ranks.empty()) {
    doubts.push_back(
        Phrase::tr(
            "Expert load is unknown: digests do not say what all-to-alls send and receive (rank %1); digest their "
            "traces again with --again.")
            .with(firstOf(ranks)));
  }
  const std::vector<std::int32_t> uncounted = ranksWithoutCounters(set);
  if (!uncounted.empty() && !heatCounters(set).empty()) {
    doubts.push_back(
        Phrase::tr("The heat map lacks counters of digests of an older version (rank %1); digest their traces "
                   "again with --again.")
            .with(firstOf(uncounted)));
  }
}

/// Reports losses when a trace was read, such as its end.
void sayLosses(const RankSet& set, std::vector<Message>& doubts) {
  std::map<IssueKind, std::vector<std::int32_t>> ranks;
  for (const RankFile& file : set.files) {
    for (const IssueKind kind : file.digest->losses) {
      ranks[kind].push_back(file.rank);
    }
  }
  for (const auto& [kind, those] : ranks) {
    doubts.push_back(Phrase::tr("Rank %1: %2.").with(firstOf(those), Message::phrase(issueText(kind).description)));
  }
}

}  // namespace

void sayOfRanks(const std::vector<std::int32_t>& ranks, std::int32_t other, const Phrase& one, const Phrase& many,
                std::vector<Message>& doubts) {
  if (ranks.size() > maxRanksNamed) {
    doubts.push_back(many.with(ranks.size(), other, firstOf(ranks)));
    return;
  }
  for (const std::int32_t rank : ranks) {
    doubts.push_back(one.with(rank, other));
  }
}

std::vector<Message> doubtsAbout(const RankSet& set) {
  std::vector<Message> doubts;
  const std::int32_t worldSize = std::ranges::max(set.files, {}, &RankFile::worldSize).worldSize;
  if (std::cmp_less(set.files.size(), worldSize)) {
    const std::vector<RankRun> absent = missingRanks(set.files, worldSize);
    const Phrase phrase = absent.size() > maxNamed ? Phrase::tr("%1 of %2 ranks are here; missing: %3 and more.")
                                                   : Phrase::tr("%1 of %2 ranks are here; missing: %3.");
    doubts.push_back(phrase.with(set.files.size(), worldSize, textOf(absent)));
  }
  sayLosses(set, doubts);
  const auto shifted = [&](std::size_t p) { return set.clocks[p].onClock(set.files[p].digest->bounds); };
  const std::int32_t first = set.files[0].rank;
  std::vector<std::int32_t> apart;
  std::vector<std::int32_t> unchecked;
  for (std::size_t p = 1; p < set.files.size(); ++p) {
    if (!shifted(p).overlaps(shifted(0))) {
      apart.push_back(set.files[p].rank);
    }
    if (set.clocks[p].collectives == 0) {
      unchecked.push_back(set.files[p].rank);
    }
  }
  sayOfRanks(apart, first, Phrase::tr("Rank %1 and rank %2 do not overlap in time; they may be from different runs."),
             Phrase::tr("%1 ranks do not overlap in time with rank %2; they may be from different runs: %3."), doubts);
  sayOfRanks(
      unchecked, first, Phrase::tr("Rank %1 has no collective in common with rank %2, so its clock was not checked."),
      Phrase::tr("%1 ranks have no collective in common with rank %2, so their clocks were not checked: %3."), doubts);
  sayOtherReferences(set, unchecked, doubts);
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
  std::size_t onHosts = 0;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    if (set.files[p].digest->hostOnly > 0 && ++onHosts <= maxRanksNamed) {
      doubts.push_back(Phrase::tr("Rank %1 has host collectives without kernels (%2), so its waits are unknown.")
                           .with(set.files[p].rank, set.files[p].digest->hostOnly));
    }
  }
  if (onHosts > maxRanksNamed) {
    doubts.push_back(Phrase::tr("%1 more ranks have host collectives without kernels, so their waits are unknown.")
                         .with(onHosts - maxRanksNamed));
  }
  sayOlderDigests(set, doubts);
  sayCountersLeftOut(set, doubts);
  sayOtherUnits(set, doubts);
  return doubts;
}

}  // namespace kernline
