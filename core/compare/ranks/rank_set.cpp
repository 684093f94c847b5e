// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_set.h"

#include "core/analysis/communication/host_collectives.h"
#include "core/compare/ranks/rank_accounts.h"
#include "core/compare/ranks/rank_clocks.h"
#include "core/compare/ranks/rank_doubts.h"
#include "core/model/base/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace kernline {

namespace {

/// What all files are together, as one source.
SourceFile wholeOf(const RankSet& set) {
  SourceFile whole;
  whole.path = set.path;
  Message format;
  for (const RankFile& file : set.files) {
    if (!file.trace->sources().empty()) {
      const SourceFile& own = file.trace->sources().front();
      whole.storedBytes += own.storedBytes;
      whole.textBytes += own.textBytes;
      format = format.isEmpty() ? own.format : format;
    }
  }
  whole.format = Phrase::tr("%1 of %2 ranks").with(format, set.files.size());
  return whole;
}

std::vector<RankSide> sidesOf(const RankSet& set) {
  std::vector<RankSide> sides;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    sides.push_back({set.files[p].rank, set.files[p].trace.get(), &(*set.calls)[p], set.clocks[p].fromBase});
  }
  return sides;
}

/// Calls of the ranks' own traces in the trace of all, by their events' offsets.
class CallsOfAll {
 public:
  CallsOfAll(const RankSet& set, std::span<const std::uint64_t> firstOffsets) {
    for (std::size_t p = 0; p < set.files.size(); ++p) {
      for (const CollectiveCall& call : (*set.calls)[p].calls) {
        m_spans.emplace(firstOffsets[p] + set.files[p].trace->offset(call.span), SpanId::none);
        m_areOnHost = m_areOnHost || call.isOnHost;
      }
    }
    const Trace& trace = *set.trace;
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      const SpanKind kind = trace.kind(SpanId{i});
      const bool mayBeOfHost = kind == SpanKind::Op || kind == SpanKind::Annotation;
      if (kind == SpanKind::Kernel || (m_areOnHost && mayBeOfHost)) {
        const auto at = m_spans.find(trace.offset(SpanId{i}));
        if (at != m_spans.end()) {
          at->second = SpanId{i};
        }
      }
    }
  }

  [[nodiscard]] SpanId at(std::uint64_t offset) const {
    const auto found = m_spans.find(offset);
    return found == m_spans.end() ? SpanId::none : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, SpanId> m_spans;
  bool m_areOnHost = false;
};

/// What was matched, in terms of the trace of all.
class Matches {
 public:
  Matches(RankSet& set, std::span<const RankPart> parts)
      : m_set(set), m_offsets(firstOffsets(parts)), m_calls(set, m_offsets) {}

  void add() {
    for (const MatchedCalls& match : m_set.matching->collectives) {
      m_set.collectives.push_back(collective(match));
    }
    std::ranges::stable_sort(m_set.collectives, {}, [](const CollectiveMatch& match) {
      return std::ranges::max(match.parts, {}, [](const CollectivePart& part) { return part.range.begin; }).range.begin;
    });
    for (std::size_t i = 0; i < m_set.collectives.size(); ++i) {
      m_set.collectives[i].number = i + 1;
    }
    for (std::size_t i = 0; i < m_set.matching->arrows.size(); ++i) {
      const RankArrow& arrow = m_set.matching->arrows[i];
      m_set.messages.push_back({.from = m_set.files[arrow.fromPart].rank,
                                .to = m_set.files[arrow.toPart].rank,
                                .sender = spanOf(arrow.fromPart, arrow.from),
                                .receiver = spanOf(arrow.toPart, arrow.to),
                                .bytes = m_set.matching->arrowBytes[i]});
    }
    std::ranges::stable_sort(m_set.messages, {},
                             [&](const MessageMatch& message) { return m_set.trace->start(message.sender); });
  }

 private:
  [[nodiscard]] SpanId spanOf(std::size_t part, SpanId own) const {
    return m_calls.at(m_offsets[part] + m_set.files[part].trace->offset(own));
  }

  [[nodiscard]] CollectiveMatch collective(const MatchedCalls& match) const {
    const CallPlace first = match.calls.front();
    const CollectiveCall& call = (*m_set.calls)[first.part].calls[first.call];
    CollectiveMatch found{.kind = call.kind,
                          .name = call.name,
                          .group = call.groupName,
                          .number = 0,
                          .bytes = call.bytes,
                          .groupSize = std::max(call.groupSize, call.members.size()),
                          .parts = {},
                          .missing = match.missing};
    Time last = {INT64_MIN};
    for (const CallPlace& place : match.calls) {
      const CollectiveCall& own = (*m_set.calls)[place.part].calls[place.call];
      const SpanId span = spanOf(place.part, own.span);
      found.parts.push_back({m_set.files[place.part].rank, span, m_set.trace->range(span), {}, {}});
      found.bytes = std::max(found.bytes, own.bytes);
      last = std::max(last, m_set.trace->start(span));
    }
    for (CollectivePart& part : found.parts) {
      const Time begun = std::min(last, part.range.end);
      part.wait = begun - part.range.begin;
      part.transfer = part.range.end - begun;
    }
    return found;
  }

  RankSet& m_set;
  std::vector<std::uint64_t> m_offsets;
  CallsOfAll m_calls;
};

void setManually(std::vector<RankClock>& clocks, const RankCorrections& corrections) {
  for (RankClock& clock : clocks) {
    const auto given = std::ranges::find(corrections, clock.rank, &RankCorrections::value_type::first);
    clock.byHand = given == corrections.end() ? std::nullopt : std::optional{given->second};
  }
}

/// Everything that depends on the clocks.
bool arrange(RankSet& set, unsigned threads, const std::stop_token& stop) {
  std::vector<RankPart> parts;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    parts.push_back({set.files[p].rank, set.files[p].trace, set.clocks[p].shift()});
  }
  set.trace = mergeRanks(wholeOf(set), parts, set.matching->arrows, threads, stop);
  if (set.trace == nullptr) {
    return false;
  }
  set.collectives.clear();
  set.messages.clear();
  Matches(set, parts).add();
  set.unmatchedMessages = set.matching->unmatchedMessages;
  set.directionless = set.matching->directionless;
  set.rankSteps = std::make_shared<const RankSteps>(set.trace, stop);
  set.accounts = accountsOf(set, stop);
  set.stragglers = stragglersOf(set, stop);
  set.steps = stepSpreads(set);
  set.doubts = set.unusualFiles;
  std::ranges::move(doubtsAbout(set), std::back_inserter(set.doubts));
  return !stop.stop_requested();
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
  set->clocks = clocksOfFiles(set->files, set->unusualFiles);
  std::vector<RankCalls> calls(set->files.size());
  parallelFor(threads, calls.size(), [&](std::size_t p) { calls[p] = readCollectives(*set->files[p].trace, stop); });
  dropAmbiguous(calls);
  set->calls = std::make_shared<const std::vector<RankCalls>>(std::move(calls));
  if (stop.stop_requested()) {
    return nullptr;
  }
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
  other->calls = set.calls;
  other->matching = set.matching;
  setManually(other->clocks, corrections);
  return arrange(*other, threads, stop) ? other : nullptr;
}

}  // namespace kernline
