// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/root_causes.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxCauses = 3;
constexpr std::int64_t minPartInverse = 100;  // least part worth naming: one in so many of all waiting

/// Effect of one reason on all late starts of a rank.
struct Total {
  Duration excess;
  Duration wait;
  std::size_t times = 0;
  Duration maxWait;  // longest wait for one late start
  LateStart worst;
  Ran ran;  // activity before that
};

class Causes {
 public:
  Causes(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives, const LateReasons& reasons)
      : m_set(set), m_workBefore(workBeforeCollectives), m_reasons(reasons) {}

  void add(const LateStart& late) {
    if (!m_reasons.knows(m_set.collectives[late.place.collective])) {
      return;
    }
    m_wait += late.waitCaused;
    const RanByReason own = before(late.place);
    const TimeByReason excess = excessOf(own, peersOf(late.place));
    std::int64_t whole = 0;
    for (const auto& [reason, time] : excess) {
      whole += time;
    }
    for (const auto& [reason, time] : excess) {
      const double share = static_cast<double>(time) / static_cast<double>(whole);
      const Duration wait{static_cast<std::int64_t>(share * static_cast<double>(late.waitCaused.ns))};
      Total& total = m_totals[reason];
      total.excess += Duration{time};
      total.wait += wait;
      ++total.times;
      if (total.times == 1 || total.maxWait < wait) {
        total.maxWait = wait;
        total.worst = late;
        total.ran = own.at(reason);
      }
    }
  }

  [[nodiscard]] std::vector<RootCause> largest() const {
    std::vector<std::pair<Reason, Total>> totals(m_totals.begin(), m_totals.end());
    std::erase_if(totals, [&](const auto& entry) { return entry.second.wait.ns < m_wait.ns / minPartInverse; });
    std::ranges::stable_sort(totals, std::greater{}, [](const auto& entry) { return entry.second.wait; });
    totals.resize(std::min(totals.size(), maxCauses));
    std::vector<RootCause> causes;
    for (const auto& [reason, total] : totals) {
      causes.push_back(causeOf(reason, total));
    }
    return causes;
  }

 private:
  [[nodiscard]] const CollectivePart& partAt(PartPlace place) const {
    return m_set.collectives[place.collective].parts[place.part];
  }

  /// Returns the work before a part.
  [[nodiscard]] RanByReason before(PartPlace place) const { return m_reasons.ranBefore(partAt(place)); }

  /// The others of the same collective that did the same before, else a few that did so elsewhere.
  [[nodiscard]] std::vector<PartPlace> peersOf(PartPlace place) const {
    const std::uint64_t kind = m_workBefore.of(m_workBefore.numberOf(place)).kind;
    std::vector<PartPlace> peers;
    for (std::uint32_t p = 0; p < m_set.collectives[place.collective].parts.size(); ++p) {
      const PartPlace other{place.collective, p};
      if (p != place.part && m_workBefore.of(m_workBefore.numberOf(other)).kind == kind) {
        peers.push_back(other);
      }
    }
    for (const std::uint32_t number : peers.empty() ? m_workBefore.examples(kind) : std::vector<std::uint32_t>()) {
      const PartPlace other = m_workBefore.placeOf(number);
      if (other != place && m_reasons.knows(m_set.collectives[other.collective])) {
        peers.push_back(other);
      }
    }
    return peers;
  }

  /// Returns the excess over the median of the peers.
  [[nodiscard]] TimeByReason excessOf(const RanByReason& own, const std::vector<PartPlace>& peers) const {
    std::map<Reason, std::vector<std::int64_t>> ofPeers;
    for (const PartPlace peer : peers) {
      for (const auto& [reason, ran] : before(peer)) {
        ofPeers[reason].push_back(ran.ns);
      }
    }
    TimeByReason excess;
    for (const auto& [reason, ran] : own) {
      std::vector<std::int64_t>& others = ofPeers[reason];
      others.resize(peers.size());
      if (const std::int64_t time = ran.ns - lowerMedianOf(others); time > 0) {
        excess[reason] = time;
      }
    }
    return excess;
  }

  [[nodiscard]] RootCause causeOf(const Reason& reason, const Total& total) const {
    const CollectivePart& part = partAt(total.worst.place);
    return {.kernel = std::string((*m_set.names)[reason.kernel]),
            .excess = total.excess,
            .waitCaused = total.wait,
            .times = total.times,
            .collective = m_set.collectives[total.worst.place.collective].number,
            .span = total.ran.span == SpanId::none ? part.span : total.ran.span,
            .range = total.ran.longest,
            .step = m_set.rankSteps->nameAt(part.rank, total.ran.longest.begin)};
  }

  const RankSet& m_set;
  const WorkBeforeCollectives& m_workBefore;
  const LateReasons& m_reasons;
  std::map<Reason, Total> m_totals;
  Duration m_wait;
};

}  // namespace

std::vector<RootCause> rootCausesOf(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives,
                                    const LateReasons& reasons, std::span<const LateStart> lateStarts,
                                    const std::stop_token& stop) {
  Causes causes(set, workBeforeCollectives, reasons);
  for (const LateStart& late : lateStarts) {
    if (stop.stop_requested()) {
      return {};
    }
    causes.add(late);
  }
  return causes.largest();
}

}  // namespace kernline
