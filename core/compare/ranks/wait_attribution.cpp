// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/wait_attribution.h"

#include "core/compare/ranks/delay_chain.h"
#include "core/compare/ranks/missing_ranks.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

using Link = DelayChain::Link;

constexpr std::uint32_t noPart = std::numeric_limits<std::uint32_t>::max();
constexpr Link noLink = std::numeric_limits<Link>::max();
/// Ways are followed this far back. Ranks of one run meet far more often; those that never do must not cost more.
constexpr int maxSteps = 1 << 14;

/// Messages are all of one group, whoever sends them to whom.
bool isOfSameGroup(const CollectiveMatch& a, const CollectiveMatch& b) {
  const bool hasMessage = a.kind == CollectiveKind::SendReceive || b.kind == CollectiveKind::SendReceive;
  return (!hasMessage && !a.group.empty() && a.group == b.group) ||
         std::ranges::equal(a.parts, b.parts, {}, &CollectivePart::rank, &CollectivePart::rank);
}

/// The unexplained rest of a wait, going backwards from its end.
class Explanation {
 public:
  explicit Explanation(Duration wait) : m_left(wait.ns) {}

  [[nodiscard]] bool isDone() const { return m_left <= 0; }
  [[nodiscard]] Duration left() const { return {m_left}; }
  /// Later gains must be lost again before a loss counts.
  void gain(std::int64_t ns) { m_gained += std::max<std::int64_t>(0, ns); }
  /// The share of a delay of `ns`.
  [[nodiscard]] Duration lose(std::int64_t ns) {
    const std::int64_t paid = std::min(ns, m_gained);
    m_gained -= paid;
    const std::int64_t share = std::min(ns - paid, m_left);
    m_left -= share;
    return {share};
  }

 private:
  std::int64_t m_left;
  std::int64_t m_gained = 0;
};

class Tracing {
 public:
  Tracing(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives, std::span<const Duration> waits)
      : m_set(set),
        m_workBefore(workBeforeCollectives),
        m_waits(waits),
        m_missing(set, workBeforeCollectives),
        m_from(workBeforeCollectives.count(), DelayChain::start),
        m_links(workBeforeCollectives.count(), noLink),
        m_shares(workBeforeCollectives.count()),
        m_last(set.collectives.size(), noPart),
        m_begun(set.collectives.size(), 0) {
    for (const RankClock& clock : set.clocks) {
      m_clockErrors[clock.rank] = clock.error().value_or(Duration{});
    }
  }

  void run(const std::stop_token& stop) {
    for (const PartEvent& event : m_workBefore.events()) {
      if (stop.stop_requested()) {
        return;
      }
      if (event.number == PartEvent::unmatched) {
        continue;
      }
      if (event.kind == PartEvent::Kind::Begin) {
        begin(event.number);
      } else {
        m_states[partOf(event.number).rank] = linkOf(m_last[m_workBefore.placeOf(event.number).collective]);
      }
    }
  }

  [[nodiscard]] std::map<std::int32_t, RankAttribution> result() {
    for (std::uint32_t number = 0; number < m_shares.size(); ++number) {
      if (m_shares[number].ns > 0) {
        m_roots[partOf(number).rank].lateStarts.push_back({m_workBefore.placeOf(number), m_shares[number]});
      }
    }
    for (const auto& [way, wait] : m_passed) {
      const auto& [root, rank, group] = way;
      m_roots[root].through.push_back({.rank = rank, .group = std::string(group), .wait = wait});
    }
    for (const auto& [way, wait] : m_fromMissing) {
      const auto& [root, group, ranks] = way;
      m_roots[root].absent.push_back({.group = std::string(group), .ranks = ranks, .wait = wait});
    }
    for (auto& [rank, roots] : m_roots) {
      std::ranges::stable_sort(roots.through, std::greater{}, &PassedWait::wait);
      if (const auto longest = m_longest.find(rank); longest != m_longest.end()) {
        roots.chain = chainOf(longest->second);
      }
    }
    return std::move(m_roots);
  }

 private:
  /// A share of one wait, and its way: from what was late first down to the collective that was waited in.
  struct Way {
    Duration share;
    Link root = DelayChain::start;
    Link last = DelayChain::start;
  };

  [[nodiscard]] const CollectiveMatch& matchOf(std::uint32_t number) const {
    return m_set.collectives[m_workBefore.placeOf(number).collective];
  }
  [[nodiscard]] const CollectivePart& partOf(std::uint32_t number) const {
    return matchOf(number).parts[m_workBefore.placeOf(number).part];
  }

  /// The link of a part that was last so far.
  Link linkOf(std::uint32_t number) {
    if (m_links[number] == noLink) {
      m_links[number] = m_chain.add(m_from[number], number);
    }
    return m_links[number];
  }

  void begin(std::uint32_t number) {
    const std::uint32_t collective = m_workBefore.placeOf(number).collective;
    m_from[number] = m_states[partOf(number).rank];
    std::uint32_t& last = m_last[collective];
    if (last == noPart || partOf(last).range.begin < partOf(number).range.begin) {
      last = number;
    }
    const std::size_t count = m_set.collectives[collective].parts.size();
    if (++m_begun[collective] == count) {
      const std::uint32_t first = m_workBefore.numberOf({collective, 0});
      for (std::uint32_t waiting = first; waiting < first + count; ++waiting) {
        if (m_waits[waiting].ns > 0) {
          trace(waiting, last);
        }
      }
    }
  }

  /// Whether clocks may explain the wait: it is no longer than their error, or over before the last rank began.
  [[nodiscard]] bool isDoubtful(const CollectivePart& waiting, const CollectivePart& last) const {
    const Duration error = std::max(m_clockErrors.at(waiting.rank), m_clockErrors.at(last.rank));
    return last.range.begin - waiting.range.begin <= error || waiting.range.end < last.range.begin;
  }

  void trace(std::uint32_t waiting, std::uint32_t last) {
    Explanation explanation(m_waits[waiting]);
    const Link link = linkOf(last);
    const bool isDoubtful = this->isDoubtful(partOf(waiting), partOf(last));
    if (!isDoubtful) {
      explain(explanation, waiting, link);
    }
    const MissingRanks::Call* absent =
        isDoubtful || explanation.isDone() ? nullptr : missingOnWay(link, partingOf(waiting, link));
    // If only its own earlier work delayed the last rank, it is late by itself, even if no work was longer.
    const bool isOwn =
        !isDoubtful && absent == nullptr && m_from[waiting] == m_from[last] && m_from[last] != DelayChain::start;
    RankAttribution& roots = m_roots[partOf(last).rank];
    roots.caused += explanation.left();
    roots.untraced += isOwn ? Duration{} : explanation.left();
    if (absent != nullptr) {
      m_fromMissing[{partOf(last).rank, absent->group, absent->ranks}] += explanation.left();
    }
  }

  /// Returns the link at which the paths of both ranks parted.
  [[nodiscard]] Link partingOf(std::uint32_t waiting, Link link) const {
    return m_chain.common(m_chain.parent(link), m_from[waiting]);
  }

  /// Returns the last call before the end of a path, beginning behind `parting`, in which a rank is missing; nullptr if
  /// there is none.
  [[nodiscard]] const MissingRanks::Call* missingOnWay(Link link, Link parting) const {
    const MissingRanks::Call* own = m_missing.in(m_workBefore.placeOf(m_chain.part(link)).collective);
    if (own != nullptr && own->isLong) {
      return own;
    }
    int steps = 0;
    for (Link at = link; at != parting && steps < maxSteps; at = m_chain.parent(at), ++steps) {
      const MissingRanks::Call* call =
          at == link ? nullptr : m_missing.in(m_workBefore.placeOf(m_chain.part(at)).collective);
      call = call == nullptr ? m_missing.before(m_chain.part(at)) : call;
      if (call != nullptr) {
        return call;
      }
    }
    return nullptr;
  }

  /// Whether a missing rank began the collective of that link last.
  [[nodiscard]] bool isForMissing(Link link) const {
    const MissingRanks::Call* absent = m_missing.in(m_workBefore.placeOf(m_chain.part(link)).collective);
    return absent != nullptr && absent->isLong;
  }

  /// Follows the ways of both ranks back to where they parted, and compares what is alike on them, from the end on.
  void explain(Explanation& explanation, std::uint32_t waiting, Link link) {
    const Link parting = partingOf(waiting, link);
    std::uint32_t late = m_chain.depth(link) - m_chain.depth(parting);
    std::uint32_t other = m_chain.depth(m_from[waiting]) - m_chain.depth(parting) + 1;
    Link next = m_from[waiting];
    std::uint32_t otherPart = waiting;
    const auto advanceOther = [&] {
      if (--other > 0) {
        otherPart = m_chain.part(next);
        next = m_chain.parent(next);
      }
    };
    Link at = link;
    for (int steps = 0; late > 0 && !explanation.isDone() && !isForMissing(at) && steps < maxSteps; ++steps) {
      const PreCollectiveWork& own = m_workBefore.of(m_chain.part(at));
      const bool isPair = other > 0 && own.kind == m_workBefore.of(otherPart).kind;
      if (!isPair && late < other) {
        explanation.gain((m_workBefore.of(otherPart).length - m_workBefore.usual(m_workBefore.of(otherPart).kind)).ns);
        advanceOther();
        continue;
      }
      const std::int64_t delay =
          (own.length - (isPair ? m_workBefore.of(otherPart).length : m_workBefore.usual(own.kind))).ns;
      explanation.gain(-delay);
      lay(explanation.lose(std::max<std::int64_t>(0, delay)), at, link);
      --late;
      at = m_chain.parent(at);
      if (isPair) {
        advanceOther();
      }
    }
  }

  /// Attributes a share of a wait for the rank of `last` to that of `root`.
  void lay(Duration share, Link root, Link last) {
    if (share.ns <= 0) {
      return;
    }
    const std::uint32_t rootPart = m_chain.part(root);
    const std::uint32_t lastPart = m_chain.part(last);
    const std::int32_t rank = partOf(rootPart).rank;
    m_shares[rootPart] += share;
    RankAttribution& roots = m_roots[rank];
    roots.caused += share;
    if (partOf(lastPart).rank == rank) {
      return;
    }
    m_passed[{rank, partOf(lastPart).rank, matchOf(lastPart).group}] += share;
    Way& longest = m_longest[rank];
    if (longest.share < share) {
      longest = {share, root, last};
    }
  }

  /// Returns the chain from the root on. Of consecutive collectives of one group, keeps the first, where the delay
  /// entered the group; of those that one rank began last, the last, where it delayed the next rank.
  [[nodiscard]] std::vector<ChainLink> chainOf(const Way& way) const {
    std::vector<ChainLink> links;
    const CollectiveMatch* later = nullptr;
    for (Link at = way.last; at != m_chain.parent(way.root); at = m_chain.parent(at)) {
      const std::uint32_t number = m_chain.part(at);
      const std::int32_t rank = partOf(number).rank;
      const CollectiveMatch& match = matchOf(number);
      if (!links.empty() && links.back().rank == rank) {
        continue;
      }
      if (later == nullptr || !isOfSameGroup(*later, match)) {
        links.emplace_back();
      }
      links.back() = {.rank = rank, .group = match.group, .collective = match.number};
      later = &match;
    }
    std::ranges::reverse(links);
    return links;
  }

  const RankSet& m_set;
  const WorkBeforeCollectives& m_workBefore;
  std::span<const Duration> m_waits;
  MissingRanks m_missing;
  DelayChain m_chain;
  std::vector<Link> m_from;           // link of each part that its rank came from
  std::vector<Link> m_links;          // link of each part that was last; else noLink
  std::vector<Duration> m_shares;     // waiting because of the run-up of each part
  std::vector<std::uint32_t> m_last;  // part of each collective that began last so far
  std::vector<std::size_t> m_begun;   // number of begun parts of each collective
  std::unordered_map<std::int32_t, Link> m_states;
  std::unordered_map<std::int32_t, Duration> m_clockErrors;
  std::map<std::int32_t, RankAttribution> m_roots;
  std::map<std::tuple<std::int32_t, std::int32_t, std::string_view>, Duration> m_passed;
  std::map<std::tuple<std::int32_t, std::string_view, std::vector<std::int32_t>>, Duration> m_fromMissing;
  std::unordered_map<std::int32_t, Way> m_longest;
};

}  // namespace

std::map<std::int32_t, RankAttribution> waitAttributionOf(const RankSet& set,
                                                          const WorkBeforeCollectives& workBeforeCollectives,
                                                          std::span<const Duration> waits,
                                                          const std::stop_token& stop) {
  Tracing tracing(set, workBeforeCollectives, waits);
  tracing.run(stop);
  return tracing.result();
}

}  // namespace kernline
