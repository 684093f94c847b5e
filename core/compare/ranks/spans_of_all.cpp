// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/spans_of_all.h"

#include "core/analysis/communication/collective_call.h"
#include "core/analysis/replay/collectives.h"
#include "core/compare/ranks/merge_ranks.h"
#include "core/compare/ranks/rank_matching.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// A source that combines all files.
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

std::vector<RankArrow> arrowsOf(const RankSet& set) {
  const auto spanOf = [&](CallPlace place) { return set.files[place.part].digest->calls[place.call].span; };
  std::vector<RankArrow> arrows;
  for (const MatchedMessage& message : set.matching->messages) {
    arrows.push_back({message.from.part, spanOf(message.from), message.to.part, spanOf(message.to)});
  }
  return arrows;
}

/// Returns the collectives that no rank ends before all have begun.
Collectives collectivesOf(const RankSet& set) {
  Collectives all;
  for (const CollectiveMatch& match : set.collectives) {
    if (match.parts.size() > 1 && endsTogether(match.kind)) {
      std::vector<SpanId>& spans = all.emplace_back();
      std::ranges::transform(match.parts, std::back_inserter(spans), &CollectivePart::span);
    }
  }
  return all;
}

/// Spans of the ranks' own traces in the trace of all, by their events' offsets.
class SpansOfAll {
 public:
  SpansOfAll(const RankSet& set, std::vector<std::uint64_t> offsets) : m_set(set), m_offsets(std::move(offsets)) {
    for (std::size_t p = 0; p < set.files.size(); ++p) {
      m_partOf[set.files[p].rank] = p;
    }
  }

  void want(std::size_t part, SpanId own) {
    if (own != SpanId::none) {
      m_spans.emplace(offsetOf(part, own), SpanId::none);
    }
  }

  void find() {
    const Trace& trace = *m_set.trace;
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      const SpanKind kind = trace.kind(SpanId{i});
      // Calls are on a device or on a host; launches that have the offset of their work are neither.
      if (isDeviceActivity(kind) || kind == SpanKind::Op || kind == SpanKind::Annotation) {
        const auto at = m_spans.find(trace.offset(SpanId{i}));
        if (at != m_spans.end()) {
          at->second = SpanId{i};
        }
      }
    }
  }

  [[nodiscard]] SpanId at(std::size_t part, SpanId own) const {
    const auto found = own == SpanId::none ? m_spans.end() : m_spans.find(offsetOf(part, own));
    return found == m_spans.end() ? SpanId::none : found->second;
  }
  [[nodiscard]] std::size_t partOf(std::int32_t rank) const { return m_partOf.at(rank); }

 private:
  [[nodiscard]] std::uint64_t offsetOf(std::size_t part, SpanId own) const {
    return m_offsets[part] + m_set.files[part].trace->offset(own);
  }

  const RankSet& m_set;
  std::vector<std::uint64_t> m_offsets;
  std::unordered_map<std::int32_t, std::size_t> m_partOf;
  std::unordered_map<std::uint64_t, SpanId> m_spans;
};

/// Calls `place(part, span)` with all spans that the set names, which it may change.
template <typename Place>
void eachSpan(RankSet& set, const SpansOfAll& spans, const Place& place) {
  const auto ofCall = [&](CallPlace call, SpanId& span) { place(call.part, span); };
  for (CollectiveMatch& match : set.collectives) {
    for (CollectivePart& part : match.parts) {
      ofCall(part.call, part.span);
    }
  }
  for (MessageMatch& message : set.messages) {
    ofCall(message.sending, message.sender);
    ofCall(message.receiving, message.receiver);
  }
  for (Straggler& straggler : set.stragglers) {
    for (RootCause& cause : straggler.causes) {
      place(spans.partOf(straggler.rank), cause.span);
    }
  }
}

}  // namespace

bool addTraceOfAll(RankSet& set, unsigned threads, const std::stop_token& stop) {
  std::vector<RankPart> parts;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    parts.push_back({set.files[p].rank, set.files[p].trace, set.clocks[p].shift()});
  }
  set.trace = mergeRanks(wholeOf(set), parts, arrowsOf(set), threads, stop);
  if (set.trace == nullptr) {
    return false;
  }
  SpansOfAll spans(set, firstOffsets(parts));
  eachSpan(set, spans, [&](std::size_t part, SpanId own) { spans.want(part, own); });
  spans.find();
  eachSpan(set, spans, [&](std::size_t part, SpanId& span) { span = spans.at(part, span); });
  set.trace = withCollectives(std::move(set.trace), collectivesOf(set));
  return true;
}

}  // namespace kernline
