// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/late_reasons.h"

#include "core/compare/ranks/expert_loads.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kernline {

namespace {

bool hasAllRanksOf(const CollectiveMatch& match, const CollectiveMatch& other) {
  return std::ranges::includes(match.parts, other.parts, {}, &CollectivePart::rank, &CollectivePart::rank);
}

}  // namespace

LateReasons::LateReasons(const RankSet& set) : m_set(set) {
  for (const RankFile& file : set.files) {
    m_parts.emplace_back(file.digest->calls.size());
  }
  for (const CollectiveMatch& match : set.collectives) {
    for (const CollectivePart& part : match.parts) {
      m_parts[part.call.part][part.call.call] = {.match = &match, .wait = part.wait};
    }
  }
}

const DigestCall& LateReasons::callOf(const CollectivePart& part) const {
  return m_set.files[part.call.part].digest->calls[part.call.call];
}

bool LateReasons::knows(const CollectiveMatch& match) const {
  return std::ranges::all_of(match.parts, [this](const CollectivePart& part) { return !callOf(part).isOnHost; });
}

std::optional<Time> LateReasons::firstActivity(std::size_t place) const {
  const std::optional<Time> own = m_set.files[place].digest->firstActivity;
  return own ? std::optional(m_set.clocks[place].onClock(*own)) : std::nullopt;
}

RanByReason LateReasons::ranBefore(const CollectivePart& part) const {
  return byReason(part.call.part, m_set.files[part.call.part].digest->sinceEnd(callOf(part)));
}

void LateReasons::add(const CollectiveMatch& match, TimeByReason& excess) const {
  const std::int32_t last = match.lastRank();
  std::map<Reason, std::vector<std::int64_t>> ofOthers;
  RanByReason own;
  for (const CollectivePart& part : match.parts) {
    RanByReason before = byReason(part.call.part, m_set.files[part.call.part].digest->sinceBegin(callOf(part)));
    addWaits(part, match, before);
    if (part.rank == last) {
      own = std::move(before);
      continue;
    }
    for (const auto& [reason, ran] : before) {
      ofOthers[reason].push_back(ran.ns);
    }
  }
  for (const auto& [reason, ran] : own) {
    std::vector<std::int64_t>& others = ofOthers[reason];
    others.resize(match.parts.size() - 1);
    excess[reason] += ran.ns - lowerMedianOf(others);
  }
}

RanByReason LateReasons::byReason(std::size_t place, std::span<const RanWhile> ran) const {
  RanByReason found;
  found[{}];  // no idle time is a reason to compare, too
  for (const RanWhile& own : ran) {
    found[{.kernel = m_set.nameOf(place, own.name)}] = {
        .ns = own.time.ns, .longest = m_set.clocks[place].onClock(own.longest), .span = own.span};
  }
  return found;
}

std::span<const LateReasons::WaitingPart> LateReasons::partsBefore(const CollectivePart& part) const {
  const std::vector<DigestCall>& calls = m_set.files[part.call.part].digest->calls;
  const auto startOf = [](const DigestCall& call) { return call.range.begin; };
  const auto own = std::ranges::lower_bound(calls, startOf(calls[part.call.call]), {}, startOf);
  const auto first =
      own == calls.begin() ? own : std::ranges::lower_bound(calls, startOf(*std::prev(own)), {}, startOf);
  return std::span(m_parts[part.call.part])
      .subspan(static_cast<std::size_t>(first - calls.begin()), static_cast<std::size_t>(own - first));
}

/// Adds the time that the part's rank waited in communication before it.
void LateReasons::addWaits(const CollectivePart& part, const CollectiveMatch& match, RanByReason& ran) const {
  for (const WaitingPart& waited : partsBefore(part)) {
    if (waited.match != nullptr && waited.wait.ns > 0 && !hasAllRanksOf(*waited.match, match)) {
      // All ranks of a collective return together, so it made none of these late.
      ran[{.waitsFor = waited.match->lastRank()}].ns += waited.wait.ns;
    }
  }
}

void LateReasons::addExperts(const CollectiveMatch& match, ExpertImbalance& imbalance) const {
  const auto last = std::ranges::find(match.parts, match.lastRank(), &CollectivePart::rank);
  for (const WaitingPart& before : partsBefore(*last)) {
    const std::vector<double> bytes =
        before.match == nullptr ? std::vector<double>() : expertBytes(m_set, *before.match);
    if (bytes.empty()) {
      continue;
    }
    const auto own = std::ranges::find(before.match->parts, last->rank, &CollectivePart::rank);
    const double had = bytes[static_cast<std::size_t>(own - before.match->parts.begin())];
    const double mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / static_cast<double>(bytes.size());
    if (had > mean) {
      ++imbalance.times;
      imbalance.bytes += had;
      imbalance.mean += mean;
      return;
    }
  }
}

}  // namespace kernline
