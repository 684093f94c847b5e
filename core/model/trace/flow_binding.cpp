// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/flow_binding.h"

#include <algorithm>
#include <tuple>

namespace kernline {

namespace {

/// Number of lanes that are searched one by one. Deeper stacks nest: a lane that has a span around `time` implies one
/// on each lane above, so the deepest is found by bisection.
constexpr std::uint32_t lanesToWalk = 64;

SpanId lastStartedOn(const Trace& trace, std::uint32_t lane, Time time) {
  const Lane& in = trace.lanes()[lane];
  const auto starts = trace.starts().subspan(in.firstSpan, in.spanCount);
  const auto after = std::ranges::upper_bound(starts, time);
  return after == starts.begin() ? SpanId::none : static_cast<SpanId>(in.firstSpan + (after - starts.begin()) - 1);
}

enum class Cover : std::uint8_t { No, Touches, Yes };

Cover coverOf(const Trace& trace, SpanId s, Time time) {
  if (s == SpanId::none || trace.end(s) < time) {
    return Cover::No;
  }
  return trace.end(s) == time && trace.start(s) != time ? Cover::Touches : Cover::Yes;
}

std::uint32_t deepestCoveringLane(const Trace& trace, const Track& track, Time time) {
  std::uint32_t covered = 0;
  std::uint32_t open = track.laneCount;
  while (open - covered > lanesToWalk) {
    const std::uint32_t middle = covered + (open - covered) / 2;
    const SpanId s = lastStartedOn(trace, track.firstLane + middle, time);
    (coverOf(trace, s, time) == Cover::Yes ? covered : open) = middle;
  }
  return open;
}

bool isBefore(const FlowEnd& a, const FlowEnd& b) {
  return std::tie(a.key, a.time, a.role) < std::tie(b.key, b.time, b.role);
}

class Binder {
 public:
  Binder(const Trace& trace, const std::unordered_map<std::uint64_t, SpanId>& spanAt)
      : m_trace(trace), m_spanAt(spanAt) {}

  SpanId operator()(const FlowEnd& end) const {
    if (end.spanOffset != FlowEnd::noSpan) {
      const auto at = m_spanAt.find(end.spanOffset);
      return at == m_spanAt.end() ? SpanId::none : at->second;
    }
    if (end.track == TrackId::none) {
      return SpanId::none;
    }
    const bool enclosing = end.role != FlowEnd::Role::End || end.bindsEnclosing;
    return enclosing ? spanAround(m_trace, end.track, end.time) : spanFrom(m_trace, end.track, end.time);
  }

 private:
  const Trace& m_trace;
  const std::unordered_map<std::uint64_t, SpanId>& m_spanAt;
};

}  // namespace

SpanId spanAround(const Trace& trace, TrackId track, Time time) {
  const Track& on = trace.track(track);
  SpanId touching = SpanId::none;
  const std::uint32_t deepest = deepestCoveringLane(trace, on, time);
  const std::uint32_t last = deepest > lanesToWalk ? deepest - lanesToWalk : 0;
  for (std::uint32_t i = deepest; i > last; --i) {
    const SpanId s = lastStartedOn(trace, on.firstLane + i - 1, time);
    switch (coverOf(trace, s, time)) {
      case Cover::Yes:
        return s;
      case Cover::Touches:
        touching = touching == SpanId::none ? s : touching;
        break;
      case Cover::No:
        break;
    }
  }
  return touching;
}

SpanId spanFrom(const Trace& trace, TrackId track, Time time) {
  const Track& on = trace.track(track);
  SpanId best = SpanId::none;
  // Nested lanes start later the deeper they are, so the first lanes hold the answer.
  for (std::uint32_t i = 0; i < std::min(on.laneCount, lanesToWalk); ++i) {
    const Lane& lane = trace.lanes()[on.firstLane + i];
    const auto starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
    const auto at = std::ranges::lower_bound(starts, time);
    if (at == starts.end()) {
      continue;
    }
    const auto s = static_cast<SpanId>(lane.firstSpan + (at - starts.begin()));
    if (best == SpanId::none || trace.start(s) < trace.start(best)) {
      best = s;
    }
  }
  return best;
}

std::optional<Time> bindingTime(const Trace& trace, SpanId span, Time from) {
  const TrackId track = trace.trackOf(span);
  constexpr int maxChildren = 1000;
  Time at = std::max(from, trace.start(span));
  for (int i = 0; i < maxChildren && at <= trace.end(span); ++i) {
    const SpanId innermost = spanAround(trace, track, at);
    if (innermost == span) {
      return at;
    }
    const bool isAhead = innermost != SpanId::none && trace.end(innermost) > at;
    at = isAhead ? trace.end(innermost) : Time{at.ns + 1};
  }
  return std::nullopt;
}

BoundFlows bindFlows(const Trace& trace, std::vector<FlowEnd>&& ends,
                     const std::unordered_map<std::uint64_t, SpanId>& spanAt) {
  std::ranges::stable_sort(ends, isBefore);
  const Binder bind(trace, spanAt);
  BoundFlows bound;
  const FlowEnd* source = nullptr;
  bool sourceUsed = false;
  const auto dangle = [&](const FlowEnd& end) {
    ++bound.dangling;
    bound.firstDanglingOffset = std::min(bound.firstDanglingOffset, end.offset);
  };
  const auto forgetSource = [&] {
    if (source != nullptr && !sourceUsed) {
      dangle(*source);
    }
    source = nullptr;
  };
  for (const FlowEnd& end : ends) {
    if (source != nullptr && source->key != end.key) {
      forgetSource();
    }
    if (end.role == FlowEnd::Role::Start) {
      forgetSource();
    } else if (source == nullptr) {
      dangle(end);
    } else {
      const SpanId from = bind(*source);
      const SpanId to = bind(end);
      if (from == SpanId::none || to == SpanId::none) {
        dangle(end);
      } else if (from != to) {
        bound.flows.push_back({from, to, end.category});
      }
      sourceUsed = true;
    }
    const bool closes = end.role == FlowEnd::Role::End && end.spanOffset == FlowEnd::noSpan;
    if (closes) {
      source = nullptr;
    } else if (end.role != FlowEnd::Role::End) {
      source = &end;
      sourceUsed = end.role == FlowEnd::Role::Step;
    }
  }
  forgetSource();
  std::ranges::sort(bound.flows, {}, [](const Flow& flow) { return std::pair{flow.from, flow.to}; });
  return bound;
}

}  // namespace kernline
