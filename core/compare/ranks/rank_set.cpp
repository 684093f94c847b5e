// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_set.h"

#include "core/compare/ranks/match_calls.h"
#include "core/compare/ranks/rank_accounts.h"
#include "core/compare/ranks/rank_clocks.h"
#include "core/compare/ranks/rank_doubts.h"
#include "core/compare/ranks/spans_of_all.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

std::vector<RankSide> sidesOf(const RankSet& set) {
  std::vector<RankSide> sides;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    sides.push_back({set.files[p].rank, set.files[p].digest.get(), set.clocks[p].fromBase});
  }
  return sides;
}

/// Matched calls, with corrected times.
class Matches {
 public:
  explicit Matches(RankSet& set) : m_set(set) {}

  void add() {
    m_set.collectives.reserve(m_set.matching->collectives.size());
    for (const MatchedCalls& match : m_set.matching->collectives) {
      m_set.collectives.push_back(collective(match));
    }
    std::ranges::stable_sort(m_set.collectives, {}, [](const CollectiveMatch& match) {
      return std::ranges::max(match.parts, {}, [](const CollectivePart& part) { return part.range.begin; }).range.begin;
    });
    for (std::size_t i = 0; i < m_set.collectives.size(); ++i) {
      m_set.collectives[i].number = i + 1;
    }
    for (const MatchedMessage& message : m_set.matching->messages) {
      m_set.messages.push_back({.from = m_set.files[message.from.part].rank,
                                .to = m_set.files[message.to.part].rank,
                                .sender = callAt(message.from).span,
                                .receiver = callAt(message.to).span,
                                .bytes = message.bytes,
                                .sent = rangeOf(message.from),
                                .received = rangeOf(message.to),
                                .sending = message.from,
                                .receiving = message.to});
    }
    std::ranges::stable_sort(m_set.messages, {}, [](const MessageMatch& message) { return message.sent.begin; });
  }

 private:
  [[nodiscard]] const DigestCall& callAt(CallPlace place) const {
    return m_set.files[place.part].digest->calls[place.call];
  }
  [[nodiscard]] TimeRange rangeOf(CallPlace place) const {
    return m_set.clocks[place.part].onClock(callAt(place).range);
  }

  [[nodiscard]] CollectiveMatch collective(const MatchedCalls& match) const {
    const CallPlace first = match.calls.front();
    const RankDigest& digest = *m_set.files[first.part].digest;
    const DigestCall& call = callAt(first);
    const CallGroup& group = digest.groupOf(call);
    CollectiveMatch found{.kind = call.kind,
                          .name = digest.nameOf(call),
                          .group = group.name,
                          .number = 0,
                          .bytes = call.bytes,
                          .groupSize = std::max(group.size, group.members.size()),
                          .parts = {},
                          .missing = match.missing,
                          .absent = missingFrom(call, group)};
    found.parts.reserve(match.calls.size());
    Time last = {INT64_MIN};
    for (const CallPlace& place : match.calls) {
      found.parts.push_back({.rank = m_set.files[place.part].rank,
                             .span = callAt(place).span,
                             .range = rangeOf(place),
                             .wait = {},
                             .transfer = {},
                             .call = place});
      found.bytes = std::max(found.bytes, callAt(place).bytes);
      last = std::max(last, found.parts.back().range.begin);
    }
    for (CollectivePart& part : found.parts) {
      const Time begun = std::min(last, part.range.end);
      part.wait = begun - part.range.begin;
      part.transfer = part.range.end - begun;
    }
    return found;
  }

  /// Messages only have their two ends.
  [[nodiscard]] std::vector<std::int32_t> missingFrom(const DigestCall& call, const CallGroup& group) const {
    std::vector<std::int32_t> absent;
    const bool isMessage = call.kind == CollectiveKind::SendReceive || !call.messages.empty();
    for (const std::int32_t member : isMessage ? std::vector<std::int32_t>() : group.members) {
      if (!std::ranges::binary_search(m_set.files, member, {}, &RankFile::rank)) {
        absent.push_back(member);
      }
    }
    std::ranges::sort(absent);
    return absent;
  }

  RankSet& m_set;
};

void setManually(std::vector<RankClock>& clocks, const RankCorrections& corrections) {
  for (RankClock& clock : clocks) {
    const auto given = std::ranges::find(corrections, clock.rank, &RankCorrections::value_type::first);
    clock.byHand = given == corrections.end() ? std::nullopt : std::optional{given->second};
  }
}

TimeRange boundsOf(const RankSet& set) {
  std::optional<TimeRange> bounds;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    const TimeRange own = set.clocks[p].onClock(set.files[p].digest->bounds);
    bounds = bounds ? bounds->unitedWith(own) : own;
  }
  return bounds.value_or(TimeRange{});
}

/// Computes everything that depends on the clocks.
bool arrange(RankSet& set, unsigned threads, const std::stop_token& stop) {
  set.bounds = boundsOf(set);
  set.collectives.clear();
  set.messages.clear();
  Matches(set).add();
  set.unmatchedMessages = set.matching->unmatchedMessages;
  set.directionless = set.matching->directionless;
  set.rankSteps = std::make_shared<const RankSteps>(set);
  set.accounts = accountsOf(set);
  set.stragglers = stragglersOf(set, stop);
  set.steps = stepSpreads(set);
  set.doubts = set.unusualFiles;
  std::ranges::move(doubtsAbout(set), std::back_inserter(set.doubts));
  const bool hasTraces = std::ranges::all_of(set.files, [](const RankFile& file) { return file.trace != nullptr; });
  return (!hasTraces || addTraceOfAll(set, threads, stop)) && !stop.stop_requested();
}

/// Drops calls of hosts if a rank had groups of some ranks: their groups cannot be distinguished.
void dropAmbiguous(std::vector<RankFile>& files) {
  if (std::ranges::none_of(files, [](const RankFile& file) { return file.digest->hasPartialGroups; })) {
    return;
  }
  for (RankFile& file : files) {
    if (std::ranges::any_of(file.digest->calls, &DigestCall::isOnHost)) {
      auto digest = std::make_shared<RankDigest>(*file.digest);
      digest->hostOnly += std::erase_if(digest->calls, &DigestCall::isOnHost);
      file.digest = std::move(digest);
    }
  }
}

/// Names of all ranks, numbered in the order of ranks.
void numberNames(RankSet& set) {
  auto names = std::make_shared<StringPool>();
  auto ids = std::make_shared<std::vector<std::vector<StringId>>>();
  for (const RankFile& file : set.files) {
    std::vector<StringId>& own = ids->emplace_back();
    for (const std::string& name : file.digest->names) {
      own.push_back(names->intern(name));
    }
  }
  set.names = std::move(names);
  set.nameIds = std::move(ids);
}

}  // namespace

std::shared_ptr<const RankSet> rankSetOf(std::string path, std::vector<RankFile> files, std::vector<Message> doubts,
                                         const RankCorrections& corrections, unsigned threads,
                                         const std::stop_token& stop) {
  auto set = std::make_shared<RankSet>();
  set->path = std::move(path);
  set->unusualFiles = std::move(doubts);
  set->files = std::move(files);
  std::ranges::sort(set->files, {}, &RankFile::rank);
  parallelFor(threads, set->files.size(), [&](std::size_t p) {
    RankFile& file = set->files[p];
    if (file.digest == nullptr) {
      file.digest = std::make_shared<const RankDigest>(rankDigest(*file.trace, stop));
    }
  });
  if (stop.stop_requested()) {
    return nullptr;
  }
  dropAmbiguous(set->files);
  numberNames(*set);
  set->clocks = clocksOfFiles(set->files, set->unusualFiles);
  const std::vector<RankSide> sides = sidesOf(*set);
  set->matching = std::make_shared<const RankMatching>(matchCalls(sides));
  estimateClocks(sides, *set->matching, set->clocks);
  setManually(set->clocks, corrections);
  return arrange(*set, threads, stop) ? set : nullptr;
}

std::shared_ptr<const RankSet> withClocks(const RankSet& set, const RankCorrections& corrections, unsigned threads,
                                          const std::stop_token& stop) {
  auto other = std::make_shared<RankSet>();
  other->path = set.path;
  other->files = set.files;
  other->unusualFiles = set.unusualFiles;
  other->clocks = set.clocks;
  other->names = set.names;
  other->nameIds = set.nameIds;
  other->matching = set.matching;
  setManually(other->clocks, corrections);
  return arrange(*other, threads, stop) ? other : nullptr;
}

}  // namespace kernline
