// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_filter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::sql {

namespace {

constexpr std::size_t kindCount = static_cast<std::size_t>(SpanKind::Overhead) + 1;

bool isMatch(const Constraint& constraint) {
  return constraint.op == Op::Like || constraint.op == Op::Glob || constraint.op == Op::Regexp;
}

bool isNumber(const Constraint& constraint) {
  return constraint.type == Cell::Type::Integer || constraint.type == Cell::Type::Real;
}

/// Spans [first, last) as numbers, from bounds that may lie anywhere.
SpanInterval intervalOf(const NumberBounds& ids, std::size_t spanCount) {
  const auto count = static_cast<std::int64_t>(spanCount);
  const std::int64_t first = std::clamp<std::int64_t>(ids.min, 0, count);
  const std::int64_t last = ids.max < first ? first : std::min(ids.max, count - 1) + 1;
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::max(first, last))};
}

}  // namespace

bool SpanFilter::ColumnTest::passes(const Cell& cell) const {
  if (!text.isEmpty()) {
    return cell.isText() && text.matches(cell.asText());
  }
  return cell.type() != Cell::Type::Integer || number.contains(cell.asInteger());
}

SpanFilter::ColumnTest& SpanFilter::testOf(std::size_t column) {
  const auto known = std::ranges::find(m_tests, column, &ColumnTest::column);
  if (known != m_tests.end()) {
    return *known;
  }
  ColumnTest& added = m_tests.emplace_back();
  added.column = column;
  return added;
}

Cell SpanFilter::valueOf(const ColumnTest& test, SpanId span, TrackId track) const {
  return m_columns[test.column].value({m_model, span, track, LaneId::none, nullptr});
}

std::optional<std::string> SpanFilter::begin(const std::vector<Constraint>& constraints) {
  *this = SpanFilter(*m_model, m_columns, m_onlyKind);
  const std::array known{std::pair{idColumn, &m_ids}, std::pair{startColumn, &m_starts},
                         std::pair{durationColumn, &m_durations}, std::pair{endColumn, &m_ends}};
  for (const Constraint& constraint : constraints) {
    const auto bounds = std::ranges::find(known, constraint.column, [](const auto& entry) { return entry.first; });
    if (bounds != known.end()) {
      bounds->second->narrow(constraint);
    } else if (m_columns[constraint.column].column.type == ColumnType::Text) {
      const bool isText = isMatch(constraint) || constraint.type == Cell::Type::PassingText;
      if (auto error = isText ? testOf(constraint.column).text.add(constraint) : std::nullopt) {
        return error;
      }
    } else if (isNumber(constraint)) {
      testOf(constraint.column).number.narrow(constraint);
    }
  }
  m_testsLengths = !m_durations.isEverything() || !m_ends.isEverything();
  std::vector<ColumnTest> trackTests;
  for (ColumnTest& test : m_tests) {
    if (m_columns[test.column].dependence == Dependence::Track) {
      trackTests.push_back(std::move(test));
    }
  }
  std::erase_if(m_tests,
                [&](const ColumnTest& test) { return m_columns[test.column].dependence == Dependence::Track; });
  const Trace& trace = m_model->trace();
  const auto sized = [&](Dependence dependence, std::size_t count) {
    return std::vector<Known>(isSameForAll(dependence) ? 0 : count, Known::No);
  };
  m_names = sized(Dependence::Name, trace.strings().size());
  m_categories = sized(Dependence::Category, trace.categories().size() + 1);
  m_kinds = sized(Dependence::Kind, kindCount);
  keepStretches(trackTests);
  return std::nullopt;
}

/// Whether no test uses a column of this dependence.
bool SpanFilter::isSameForAll(Dependence dependence) const {
  return std::ranges::none_of(m_tests,
                              [&](const ColumnTest& test) { return m_columns[test.column].dependence == dependence; });
}

void SpanFilter::keepStretches(const std::vector<ColumnTest>& trackTests) {
  const Trace& trace = m_model->trace();
  const SpanInterval ids = intervalOf(m_ids, trace.spanCount());
  if (trackTests.empty() && m_starts.isEverything()) {
    addStretch(ids);
    return;
  }
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    const bool passes = std::ranges::all_of(trackTests, [&](const ColumnTest& test) {
      return test.passes(valueOf(test, SpanId{track.firstSpan}, TrackId{t}));
    });
    if (!passes) {
      continue;
    }
    if (m_starts.isEverything()) {
      addStretch({track.firstSpan, track.firstSpan + track.spanCount});
    } else {
      addLanes(track);
    }
  }
  std::erase_if(m_stretches, [&](SpanInterval& stretch) {
    stretch = {std::max(stretch.first, ids.first), std::min(stretch.last, ids.last)};
    return stretch.isEmpty();
  });
}

/// A lane's spans come by start, so both ends are found by halving.
void SpanFilter::addLanes(const Track& track) {
  const Trace& trace = m_model->trace();
  for (const Lane& lane : trace.lanes().subspan(track.firstLane, track.laneCount)) {
    const std::span<const Time> starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
    const auto first = std::ranges::lower_bound(starts, Time{m_starts.min});
    const auto last = std::ranges::upper_bound(starts, Time{m_starts.max});
    if (first < last) {
      addStretch({lane.firstSpan + static_cast<std::uint32_t>(first - starts.begin()),
                  lane.firstSpan + static_cast<std::uint32_t>(last - starts.begin())});
    }
  }
}

void SpanFilter::addStretch(SpanInterval stretch) {
  if (!m_stretches.empty() && m_stretches.back().last == stretch.first) {
    m_stretches.back().last = stretch.last;
  } else if (!stretch.isEmpty()) {
    m_stretches.push_back(stretch);
  }
}

bool SpanFilter::passesAll(Dependence dependence, std::vector<Known>& known, std::size_t key, std::uint32_t span) {
  Known& state = known[key];
  if (state == Known::No) {
    const bool passes = std::ranges::all_of(m_tests, [&](const ColumnTest& test) {
      return m_columns[test.column].dependence != dependence || test.passes(valueOf(test, SpanId{span}, TrackId::none));
    });
    state = passes ? Known::Matches : Known::Differs;
  }
  return state == Known::Matches;
}

bool SpanFilter::matches(std::uint32_t span) {
  const Trace& trace = m_model->trace();
  const SpanId id{span};
  if (m_onlyKind && trace.kind(id) != *m_onlyKind) {
    return false;
  }
  if (!m_names.empty() && !passesAll(Dependence::Name, m_names, index(trace.name(id)), span)) {
    return false;
  }
  if (!m_kinds.empty() && !passesAll(Dependence::Kind, m_kinds, static_cast<std::size_t>(trace.kind(id)), span)) {
    return false;
  }
  const auto categoryKey = [&] { return std::min(index(trace.category(id)), m_categories.size() - 1); };
  if (!m_categories.empty() && !passesAll(Dependence::Category, m_categories, categoryKey(), span)) {
    return false;
  }
  return !m_testsLengths || (m_durations.contains(trace.duration(id).ns) && m_ends.contains(trace.end(id).ns));
}

}  // namespace kernline::sql
