// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_clocks.h"

#include "core/compare/ranks/rank_doubts.h"
#include "core/model/base/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <queue>
#include <ranges>
#include <tuple>

namespace kernline {

namespace {

/// Three processes of one host ended what gloo did (all-reduces of 1 to 4 MiB) up to 0.8 ms apart, with medians of up
/// to 66 µs between them.
constexpr Duration endsApartOnHosts{1'000'000};
/// Times since 1970 are later than this; times since a machine was switched on are not (1988).
constexpr std::int64_t epochNs = std::int64_t{1} << 59;
constexpr int refinements = 3;

/// UTC of the file's time 0.
std::optional<std::int64_t> zeroOf(const RankDigest& digest) {
  if (digest.baseTimeNs != 0) {
    return digest.baseTimeNs;
  }
  return digest.bounds.begin.ns > epochNs ? std::optional<std::int64_t>{0} : std::nullopt;
}

std::int64_t clamped(std::int64_t ns) {
  return std::clamp(ns, -maxClockNs, maxClockNs);
}

std::int64_t difference(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  const bool overflows = __builtin_sub_overflow(a, b, &result);
  return overflows ? (a < b ? -maxClockNs : maxClockNs) : clamped(result);
}

/// One collective: where it ended on each rank that took part.
struct Ends {
  std::vector<std::pair<std::size_t, std::int64_t>> of;  // rank by place, nanoseconds
};

using Observations = std::vector<Ends>;

Observations observe(std::span<const RankSide> sides, const RankMatching& matching, bool onlyTogether) {
  Observations all;
  for (const MatchedCalls& match : matching.collectives) {
    const CallPlace first = match.calls.front();
    if (match.calls.size() < 2 || (onlyTogether && !endsTogether(sides[first.part].call(first.call).kind))) {
      continue;
    }
    Ends& ends = all.emplace_back();
    for (const CallPlace& place : match.calls) {
      ends.of.emplace_back(place.part, sides[place.part].end(place.call).ns);
    }
  }
  return all;
}

class ClockGraph {
  using Pairs = std::map<std::pair<std::size_t, std::size_t>, std::vector<std::int64_t>>;
  using Pair = Pairs::value_type;

 public:
  ClockGraph(std::size_t ranks, Observations observations)
      : m_observations(std::move(observations)), m_correction(ranks), m_reference(ranks) {
    for (const Ends& ends : m_observations) {
      const auto [leader, end] = ends.of.front();
      for (const auto& [part, other] : ends.of | std::views::drop(1)) {
        m_pairs[{leader, part}].push_back(end - other);
      }
    }
    m_pairsOf.resize(ranks);
    for (const Pair& pair : m_pairs) {
      m_pairsOf[pair.first.first].push_back(&pair);
      m_pairsOf[pair.first.second].push_back(&pair);
    }
    spread();
    for (int i = 0; i < refinements; ++i) {
      refine();
    }
  }

  [[nodiscard]] bool reachesAll() const {
    return std::ranges::all_of(m_reference, [](std::size_t reference) { return reference == 0; });
  }
  /// Returns the rank whose clock the rank's is set to: the first of those that it shares collectives with, directly or
  /// through others.
  [[nodiscard]] std::size_t reference(std::size_t rank) const { return m_reference[rank]; }
  [[nodiscard]] std::int64_t correction(std::size_t rank) const { return *m_correction[rank]; }

  /// Returns, for each rank, its correction by each of its collectives, relative to all others that took part.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> estimatesOfRanks() const {
    std::vector<std::vector<std::int64_t>> all(m_correction.size());
    std::vector<std::pair<std::int64_t, std::size_t>> ends;  // corrected, and whose
    for (const Ends& observed : m_observations) {
      ends.clear();
      for (const auto& [part, end] : observed.of) {
        if (m_correction[part]) {
          ends.emplace_back(end + *m_correction[part], part);
        }
      }
      if (ends.size() < 2) {
        continue;
      }
      std::ranges::sort(ends);
      const std::size_t middle = (ends.size() - 2) / 2;  // median of the others
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::size_t part = ends[i].second;
        const std::int64_t others = ends[middle < i ? middle : middle + 1].first;
        all[part].push_back(others - (ends[i].first - *m_correction[part]));
      }
    }
    return all;
  }

 private:
  /// Spreads corrections from the first rank along the pairs with most common collectives; then again from the first
  /// rank not reached.
  void spread() {
    for (std::size_t rank = 0; rank < m_correction.size(); ++rank) {
      if (!m_correction[rank]) {
        m_correction[rank] = 0;
        spreadFrom(rank);
      }
    }
  }

  void spreadFrom(std::size_t reference) {
    m_reference[reference] = reference;
    // The first of pairs with the same number counts.
    const auto isWorse = [](const Pair* a, const Pair* b) {
      return std::tuple{a->second.size(), b->first} < std::tuple{b->second.size(), a->first};
    };
    std::priority_queue<const Pair*, std::vector<const Pair*>, decltype(isWorse)> edges(isWorse);
    const auto reach = [&](std::size_t rank) {
      for (const Pair* pair : m_pairsOf[rank]) {
        edges.push(pair);
      }
    };
    for (reach(reference); !edges.empty();) {
      const auto& [ranks, observed] = *edges.top();
      edges.pop();
      if (m_correction[ranks.first].has_value() == m_correction[ranks.second].has_value()) {
        continue;
      }
      std::vector<std::int64_t> differences = observed;
      const std::int64_t between = lowerMedianOf(differences);
      const bool isForward = m_correction[ranks.first].has_value();
      const std::size_t next = isForward ? ranks.second : ranks.first;
      m_correction[next] = clamped(isForward ? *m_correction[ranks.first] + between  //
                                             : *m_correction[ranks.second] - between);
      m_reference[next] = reference;
      reach(next);
    }
  }

  /// Each rank against the middle of all others; those that others are set to stay.
  void refine() {
    std::vector<std::vector<std::int64_t>> estimates = estimatesOfRanks();
    for (std::size_t rank = 1; rank < m_correction.size(); ++rank) {
      if (!estimates[rank].empty() && m_reference[rank] != rank) {
        m_correction[rank] = clamped(lowerMedianOf(estimates[rank]));
      }
    }
  }

  Observations m_observations;
  /// Differences of ends between the first rank of a collective and another one.
  Pairs m_pairs;
  std::vector<std::vector<const Pair*>> m_pairsOf;  // indexed by rank
  std::vector<std::optional<std::int64_t>> m_correction;
  std::vector<std::size_t> m_reference;
};

}  // namespace

std::string_view toText(ClockSource source) {
  constexpr std::array<std::string_view, 6> texts{"reference",   "by_hand",       "unknown",
                                                  "collectives", "within_spread", "within_ends"};
  return texts.at(static_cast<std::size_t>(source));
}

ClockSource RankClock::source() const {
  if (byHand) {
    return ClockSource::Manual;
  }
  if (isReference) {
    return ClockSource::Reference;
  }
  if (collectives == 0) {
    return ClockSource::Unknown;
  }
  const std::int64_t size = std::abs(estimate.ns);
  if (size != 0 && size <= spread.ns) {
    return ClockSource::WithinSpread;
  }
  return size != 0 && size <= endsApart.ns ? ClockSource::WithinEnds : ClockSource::Collectives;
}

Duration RankClock::correction() const {
  return source() == ClockSource::Collectives ? estimate : byHand.value_or(Duration{});
}

std::optional<Duration> RankClock::error() const {
  switch (source()) {
    case ClockSource::Reference:
      return Duration{};
    case ClockSource::Collectives:
    case ClockSource::WithinSpread:
    case ClockSource::WithinEnds:
      return std::max(spread, Duration{std::abs((correction() - estimate).ns)});
    case ClockSource::Manual:
    case ClockSource::Unknown:
      break;
  }
  return std::nullopt;
}

std::vector<RankClock> clocksOfFiles(std::span<const RankFile> files, std::vector<Message>& doubts) {
  std::vector<RankClock> clocks;
  std::vector<std::int32_t> onHostClock;
  std::vector<std::int32_t> onStart;
  const RankDigest& reference = *files.front().digest;
  const auto zero = zeroOf(reference);
  for (const RankFile& file : files) {
    RankClock clock;
    clock.rank = file.rank;
    clock.baseTimeNs = file.digest->baseTimeNs;
    clock.isReference = clocks.empty();
    const auto own = zeroOf(*file.digest);
    if (own && zero) {
      clock.fromBase = {difference(*own, *zero)};
    } else {
      const TimeRange range = file.digest->bounds;
      const bool fits = own.has_value() == zero.has_value() && range.overlaps(reference.bounds);
      clock.fromBase = {fits ? 0 : difference(reference.bounds.begin.ns, range.begin.ns)};
      if (!clock.isReference) {
        (fits ? onHostClock : onStart).push_back(file.rank);
      }
    }
    clocks.push_back(clock);
  }
  const std::int32_t first = files.front().rank;
  sayOfRanks(
      onHostClock, first,
      Phrase::tr("Rank %1: the file has no start time, so its clock is based on the host clock and on collectives."),
      Phrase::tr("%1 ranks: the files have no start time, so their clocks are based on the host clock and on "
                 "collectives: %3."),
      doubts);
  sayOfRanks(
      onStart, first,
      Phrase::tr("Rank %1: the file has no start time, so its clock is based on collectives and on the assumption "
                 "that both recordings started together."),
      Phrase::tr("%1 ranks: the files have no start time, so their clocks are based on collectives and on the "
                 "assumption that all recordings started together: %3."),
      doubts);
  return clocks;
}

void estimateClocks(std::span<const RankSide> sides, const RankMatching& matching, std::vector<RankClock>& clocks) {
  ClockGraph graph(sides.size(), observe(sides, matching, true));
  if (!graph.reachesAll()) {
    graph = ClockGraph(sides.size(), observe(sides, matching, false));
  }
  std::vector<std::vector<std::int64_t>> estimatesOfRanks = graph.estimatesOfRanks();
  for (std::size_t p = 0; p < sides.size(); ++p) {
    std::vector<std::int64_t>& estimates = estimatesOfRanks[p];
    clocks[p].setTo = clocks[graph.reference(p)].rank;
    // The error of a clock that others are set to is unknown, unless it is the reference of all.
    const bool isUnknown = !clocks[p].isReference && graph.reference(p) == p;
    clocks[p].collectives = isUnknown ? 0 : estimates.size();
    clocks[p].estimate = {clocks[p].isReference ? 0 : graph.correction(p)};
    clocks[p].spread = {isUnknown ? 0 : medianDistance(estimates, lowerMedianOf(estimates))};
    if (std::ranges::any_of(sides[p].digest->calls, &DigestCall::isOnHost)) {
      clocks[p].endsApart = endsApartOnHosts;
    }
  }
}

}  // namespace kernline
