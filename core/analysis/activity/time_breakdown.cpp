// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/time_breakdown.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/host_waits.h"
#include "core/analysis/activity/whole_steps.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

bool isDataLoader(std::string_view name) {
  return name.starts_with("enumerate(DataLoader)#") || name.starts_with("enumerate(DataPipe)#");
}

TimeCategory partOfHostName(std::string_view name, SpanKind kind) {
  if (isDataLoader(name)) {
    return TimeCategory::DataLoader;
  }
  if (isHostCommunication(name)) {
    return TimeCategory::Communication;
  }
  // torch 1.8 gave steps the category of operators.
  const bool isOperator = kind == SpanKind::Op && !name.starts_with("ProfilerStep#");
  return isOperator || name.starts_with("Optimizer.") ? TimeCategory::Cpu : TimeCategory::Other;
}

/// Returns the part of a span; looks at each name once.
class PartOf {
 public:
  explicit PartOf(const Trace& trace)
      : m_trace(trace), m_communication(trace), m_ofName(trace.strings().size() * kindsByName, unknown) {}

  TimeCategory operator()(SpanId span) {
    switch (m_trace.kind(span)) {
      case SpanKind::Kernel:
        return m_communication.contains(m_trace.name(span)) ? TimeCategory::Communication : TimeCategory::Kernel;
      case SpanKind::Memcpy:
        return TimeCategory::Memcpy;
      case SpanKind::Memset:
        return TimeCategory::Memset;
      case SpanKind::Runtime:
        return TimeCategory::Runtime;
      case SpanKind::Op:
        return byName(m_trace.name(span), SpanKind::Op);
      case SpanKind::Annotation:
        return byName(m_trace.name(span), SpanKind::Annotation);
      default:
        return TimeCategory::Other;
    }
  }

 private:
  static constexpr std::uint8_t unknown = 255;
  static constexpr std::size_t kindsByName = 2;  // operators and annotations may share a name

  TimeCategory byName(StringId name, SpanKind kind) {
    std::uint8_t& known = m_ofName[index(name) * kindsByName + (kind == SpanKind::Op ? 0 : 1)];
    if (known == unknown) {
      known = static_cast<std::uint8_t>(partOfHostName(m_trace.text(name), kind));
    }
    return static_cast<TimeCategory>(known);
  }

  const Trace& m_trace;
  CommunicationNames m_communication;
  std::vector<std::uint8_t> m_ofName;
};

using PartUnions = std::array<IntervalUnion, timeCategoryCount - 1>;

PartUnions unionsOfLane(const Trace& trace, const Lane& lane, PartOf& partOf) {
  PartUnions unions;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const TimeCategory part = partOf(SpanId{i});
    if (part != TimeCategory::Other && !has(trace.flags(SpanId{i}), SpanFlags::OutsideBounds)) {
      unions[static_cast<std::size_t>(part)].append(trace.range(SpanId{i}));
    }
  }
  return unions;
}

std::int32_t rankOf(const Trace& trace, const Track& track) {
  return track.process == ProcessId::none ? -1 : trace.process(track.process).rank;
}

std::vector<std::int32_t> ranksOf(const Trace& trace) {
  std::vector<std::int32_t> ranks;
  for (const Track& track : trace.tracks()) {
    if (rankOf(trace, track) >= 0) {
      ranks.push_back(rankOf(trace, track));
    }
  }
  std::ranges::sort(ranks);
  const auto repeated = std::ranges::unique(ranks);
  ranks.erase(repeated.begin(), repeated.end());
  return ranks.empty() ? std::vector<std::int32_t>{-1} : ranks;
}

/// Leaves each moment to the first of the unions that has it.
void makeDisjoint(PartUnions& unions) {
  IntervalUnion taken;
  for (IntervalUnion& u : unions) {
    IntervalUnion both = taken.unitedWith(u);
    u = u.minus(taken);
    taken = std::move(both);
  }
}

}  // namespace

std::string_view toText(TimeCategory part) {
  constexpr std::array<std::string_view, timeCategoryCount> texts{
      "kernel", "memcpy", "memset", "only_communication", "runtime", "data_loader", "cpu", "other"};
  return texts[static_cast<std::size_t>(part)];
}

Duration TimeCategories::total() const {
  Duration sum;
  for (const Duration part : parts) {
    sum += part;
  }
  return sum;
}

TimeBreakdown TimeBreakdown::of(const Trace& trace, const std::stop_token& stop) {
  TimeBreakdown result;
  result.m_ranks = ranksOf(trace);
  std::vector<std::array<std::vector<IntervalUnion>, timeCategoryCount - 1>> lanes(result.m_ranks.size());
  PartOf partOf{trace};
  for (const Lane& lane : trace.lanes()) {
    if (stop.stop_requested()) {
      return {};
    }
    const std::int32_t rank = rankOf(trace, trace.track(lane.track));
    PartUnions unions = unionsOfLane(trace, lane, partOf);
    for (std::size_t r = 0; r < lanes.size(); ++r) {
      if (rank >= 0 && rank != result.m_ranks[r]) {
        continue;
      }
      for (std::size_t part = 0; part < unions.size(); ++part) {
        lanes[r][part].push_back(unions[part]);
      }
    }
  }
  for (auto& ofRank : lanes) {
    Unions& unions = result.m_unions.emplace_back();
    for (std::size_t part = 0; part < unions.size(); ++part) {
      unions[part] = unionOfAll(std::move(ofRank[part]));
    }
    makeDisjoint(unions);
  }
  return stop.stop_requested() ? TimeBreakdown{} : std::move(result);
}

TimeCategories TimeBreakdown::within(TimeRange range, std::int32_t rank) const {
  TimeCategories result;
  if (range.isEmpty()) {
    return result;
  }
  Duration rest = range.length();
  if (!m_unions.empty()) {
    const Unions& unions = m_unions[placeOf(rank)];
    for (std::size_t part = 0; part < unions.size(); ++part) {
      result.parts[part] = unions[part].lengthWithin(range);
      rest = rest - result.parts[part];
    }
  }
  result.parts[static_cast<std::size_t>(TimeCategory::Other)] = rest;
  return result;
}

std::size_t TimeBreakdown::placeOf(std::int32_t rank) const {
  const auto at = std::ranges::find(m_ranks, rank);
  return at == m_ranks.end() ? 0 : static_cast<std::size_t>(at - m_ranks.begin());
}

TimeRange TimeBreakdown::longestStretch(TimeCategory part, TimeRange range, std::int32_t rank) const {
  if (m_unions.empty() || range.isEmpty()) {
    return {};
  }
  const Unions& unions = m_unions[placeOf(rank)];
  IntervalUnion rest;
  if (part == TimeCategory::Other) {
    rest = IntervalUnion{{range}}.minus(unionOfAll({unions.begin(), unions.end()}));
  }
  const IntervalUnion& stretches = part == TimeCategory::Other ? rest : unions[static_cast<std::size_t>(part)];
  TimeRange longest;
  for (const TimeRange stretch : stretches.intervals()) {
    const TimeRange inside = stretch.clippedTo(range);
    longest = inside.length() > longest.length() ? inside : longest;
  }
  return longest;
}

std::vector<StepParts> stepBreakdown(const Trace& trace, const TimeBreakdown& breakdown) {
  return stepBreakdown(trace, breakdown, wholeSteps(trace));
}

std::vector<StepParts> stepBreakdown(const Trace& trace, const TimeBreakdown& breakdown, std::span<const Step> steps) {
  std::vector<StepParts> made;
  for (const Step& step : steps) {
    const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    made.push_back({.step = step, .parts = breakdown.within(step.range, rank)});
  }
  return made;
}

}  // namespace kernline
