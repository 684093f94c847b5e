// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/search.h"

#include "core/analysis/query/text_pattern.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace kernline {

namespace {

constexpr std::size_t stopCheckInterval = 1 << 16;

enum class NameState : std::uint8_t { Unseen, Matches, Differs };

/// Answers for each name once.
class NameMatcher {
 public:
  NameMatcher(const Trace& trace, const TextPattern& pattern)
      : m_trace(&trace), m_pattern(&pattern), m_states(trace.strings().size(), NameState::Unseen) {}

  bool matches(StringId name) {
    NameState& state = m_states[index(name)];
    if (state == NameState::Unseen) {
      state = m_pattern->isIn(m_trace->text(name)) ? NameState::Matches : NameState::Differs;
    }
    return state == NameState::Matches;
  }

 private:
  const Trace* m_trace;
  const TextPattern* m_pattern;
  std::vector<NameState> m_states;
};

struct Hits {
  std::vector<SpanId> spans;
  std::vector<std::size_t> laneEnds;  // hits of one lane are already in order
};

/// Merges neighboring sorted stretches until one is left.
void mergeLanes(const Trace& trace, Hits& hits) {
  const auto earlier = [&](SpanId a, SpanId b) {
    return trace.start(a) != trace.start(b) ? trace.start(a) < trace.start(b) : a < b;
  };
  std::vector<SpanId> merged(hits.spans.size());
  while (hits.laneEnds.size() > 1) {
    std::vector<std::size_t> ends;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < hits.laneEnds.size(); i += 2) {
      const std::size_t middle = hits.laneEnds[i];
      const std::size_t end = i + 1 < hits.laneEnds.size() ? hits.laneEnds[i + 1] : middle;
      const auto at = [&](std::size_t position) { return hits.spans.begin() + static_cast<std::ptrdiff_t>(position); };
      std::merge(at(begin), at(middle), at(middle), at(end), merged.begin() + static_cast<std::ptrdiff_t>(begin),
                 earlier);
      ends.push_back(end);
      begin = end;
    }
    hits.spans.swap(merged);
    hits.laneEnds = std::move(ends);
  }
}

Error canceled() {
  return {Error::Kind::Canceled, Phrase::tr("The search was canceled.")};
}

}  // namespace

Expected<std::vector<SpanId>> search(const Trace& trace, const SearchQuery& query, std::stop_token stop) {
  if (query.text.empty()) {
    return std::vector<SpanId>{};
  }
  const Expected<TextPattern> pattern = TextPattern::compile(query);
  if (!pattern) {
    return std::unexpected(pattern.error());
  }
  NameMatcher matcher(trace, *pattern);
  const std::span<const StringId> names = trace.names();
  Hits hits;
  for (const Lane& lane : trace.lanes()) {
    for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
      if (i % stopCheckInterval == 0 && stop.stop_requested()) {
        return std::unexpected(canceled());
      }
      if (matcher.matches(names[i])) {
        hits.spans.push_back(SpanId{i});
      }
    }
    if (hits.laneEnds.empty() ? !hits.spans.empty() : hits.spans.size() > hits.laneEnds.back()) {
      hits.laneEnds.push_back(hits.spans.size());
    }
  }
  if (stop.stop_requested()) {
    return std::unexpected(canceled());
  }
  mergeLanes(trace, hits);
  return std::move(hits.spans);
}

}  // namespace kernline
