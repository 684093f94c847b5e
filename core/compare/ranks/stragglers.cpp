// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/late_reasons.h"
#include "core/compare/ranks/pre_collective_work.h"
#include "core/compare/ranks/rank_accounts.h"
#include "core/compare/ranks/root_causes.h"
#include "core/compare/ranks/wait_attribution.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxReasons = 3;

std::vector<LateReason> largestReasons(const StringPool& names, const TimeByReason& excess) {
  std::vector<LateReason> reasons;
  for (const auto& [reason, time] : excess) {
    if (time > 0) {
      reasons.push_back(
          {.kernel = std::string(names[reason.kernel]), .waitsFor = reason.waitsFor, .excess = Duration{time}});
    }
  }
  std::ranges::stable_sort(reasons, std::greater{}, &LateReason::excess);
  reasons.resize(std::min(reasons.size(), maxReasons));
  return reasons;
}

bool hasLast(const CollectiveMatch& match) {
  return match.parts.size() > 1 && match.lateBy().ns > 0;
}

/// A rank's wait for another one.
struct Wait {
  TimeRange range;
  std::uint32_t part = 0;
};

/// Finds a straggler while they are still sorted by rank.
Straggler& stragglerOf(std::vector<Straggler>& stragglers, std::int32_t rank) {
  return *std::ranges::lower_bound(stragglers, rank, {}, &Straggler::rank);
}

/// Returns when the recording of each rank begins.
std::map<std::int32_t, Time> beginsOf(const RankSet& set) {
  std::map<std::int32_t, Time> begins;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    begins[set.files[p].rank] = set.clocks[p].onClock(set.files[p].digest->bounds.begin);
  }
  return begins;
}

/// Returns the part of each wait that counts: a moment of a rank once per awaited rank, and none before that one's
/// recording, as profilers may begin at different times.
std::vector<Duration> countedWaits(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives,
                                   std::vector<Straggler>& stragglers) {
  const std::map<std::int32_t, Time> begins = beginsOf(set);
  // Keyed by the rank waited for and the waiting rank.
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<Wait>> waits;
  for (std::uint32_t number = 0; number < workBeforeCollectives.count(); ++number) {
    const PartPlace place = workBeforeCollectives.placeOf(number);
    const CollectiveMatch& match = set.collectives[place.collective];
    const CollectivePart& part = match.parts[place.part];
    if (part.wait.ns > 0 && hasLast(match)) {
      waits[{match.lastRank(), part.rank}].push_back({{part.range.begin, part.range.begin + part.wait}, number});
    }
  }
  std::vector<Duration> counted(workBeforeCollectives.count());
  for (auto& [ranks, own] : waits) {
    std::ranges::stable_sort(own, {}, [](const Wait& wait) { return wait.range.begin; });
    const Time begin = begins.at(ranks.first);
    Time until = own.front().range.begin;
    for (const Wait& wait : own) {
      const TimeRange left{std::max(until, wait.range.begin), wait.range.end};
      const Time known = std::max(left.begin, std::min(begin, left.end));
      stragglerOf(stragglers, ranks.first).waitBefore += known - left.begin;
      counted[wait.part] = std::max(Duration{}, left.end - known);
      until = std::max(until, wait.range.end);
    }
  }
  return counted;
}

/// Adds the ranks that began collectives last, and the work that ran longer there.
void addLast(const RankSet& set, const LateReasons& reasons, std::vector<Straggler>& stragglers) {
  std::map<std::int32_t, TimeByReason> excess;
  for (const CollectiveMatch& match : set.collectives) {
    if (!hasLast(match)) {
      continue;
    }
    Straggler& last = stragglerOf(stragglers, match.lastRank());
    ++last.timesLast;
    last.delay += match.lateBy();
    if (reasons.knows(match)) {
      reasons.add(match, excess[last.rank]);
      reasons.addExperts(match, last.experts);
    }
  }
  for (Straggler& straggler : stragglers) {
    straggler.because = largestReasons(*set.names, excess[straggler.rank]);
  }
}

/// Adds the ranks that were waited for, and the cause of each wait.
void addWaits(const RankSet& set, const LateReasons& reasons, const std::stop_token& stop,
              std::vector<Straggler>& stragglers) {
  const WorkBeforeCollectives workBeforeCollectives(set, reasons);
  const std::vector<Duration> waits = countedWaits(set, workBeforeCollectives, stragglers);
  for (std::uint32_t number = 0; number < workBeforeCollectives.count(); ++number) {
    if (waits[number].ns > 0) {
      const CollectiveMatch& match = set.collectives[workBeforeCollectives.placeOf(number).collective];
      stragglerOf(stragglers, match.lastRank()).waitCaused += waits[number];
    }
  }
  for (auto& [rank, roots] : waitAttributionOf(set, workBeforeCollectives, waits, stop)) {
    Straggler& straggler = stragglerOf(stragglers, rank);
    straggler.rootCaused = roots.caused;
    straggler.untraced = roots.untraced;
    straggler.absent = std::move(roots.absent);
    straggler.causes = rootCausesOf(set, workBeforeCollectives, reasons, roots.lateStarts, stop);
    straggler.through = std::move(roots.through);
    straggler.chain = std::move(roots.chain);
  }
}

}  // namespace

std::vector<Straggler> stragglersOf(const RankSet& set, const std::stop_token& stop) {
  std::vector<Straggler> stragglers;
  for (const RankFile& file : set.files) {
    stragglers.emplace_back().rank = file.rank;
  }
  const LateReasons reasons(set);
  addLast(set, reasons, stragglers);
  addWaits(set, reasons, stop, stragglers);
  std::ranges::stable_sort(stragglers, std::greater{}, &Straggler::waitCaused);
  return stragglers;
}

}  // namespace kernline
