// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/span_arrows.h"

#include "core/analysis/query/lane_spans.h"

#include <algorithm>

namespace kernline {

namespace {

constexpr std::uint32_t maxSpansSearched = 1 << 16;  // spans of one lane, inside one operator

class ArrowCollector {
 public:
  ArrowCollector(const Trace& trace, std::size_t limit) : m_trace(trace), m_limit(limit) {}

  [[nodiscard]] bool isFull() const { return m_arrows.size() >= m_limit; }

  void add(SpanId from, SpanId to, SpanArrow::Kind kind) {
    if (from == SpanId::none || to == SpanId::none || from == to || isFull()) {
      return;
    }
    const bool known = std::ranges::any_of(m_arrows, [&](const SpanArrow& a) { return a.from == from && a.to == to; });
    if (!known) {
      m_arrows.push_back({from, to, kind});
    }
  }

  void addCauses(SpanId activity) {
    const SpanId call = m_trace.launchOf(activity);
    const SpanId op = m_trace.opOf(activity);
    add(call, activity, SpanArrow::Kind::Launch);
    add(op, call == SpanId::none ? activity : call, SpanArrow::Kind::Operator);
  }

  void addLaunched(SpanId call) {
    for (const Launch& launch : m_trace.launchedBy(call)) {
      add(call, launch.activity, SpanArrow::Kind::Launch);
      if (isFull()) {
        return;
      }
    }
  }

  /// The calls within an operator that launched something, and what they launched.
  void addCallsInside(SpanId op) {
    const LaneId own = m_trace.laneOf(op);
    const Track& track = m_trace.track(m_trace.lane(own).track);
    for (auto lane = static_cast<std::uint32_t>(index(own)) + 1; lane < track.firstLane + track.laneCount; ++lane) {
      const SpanInterval inside = spansIn(m_trace, m_trace.lane(LaneId{lane}), m_trace.range(op));
      const std::uint32_t last = std::min(inside.last, inside.first + maxSpansSearched);
      for (std::uint32_t s = inside.first; s < last && !isFull(); ++s) {
        const SpanId call{s};
        if (m_trace.kind(call) == SpanKind::Runtime && !m_trace.launchedBy(call).empty()) {
          add(op, call, SpanArrow::Kind::Operator);
          addLaunched(call);
        }
      }
    }
  }

  [[nodiscard]] std::vector<SpanArrow> take() { return std::move(m_arrows); }

 private:
  const Trace& m_trace;
  std::size_t m_limit;
  std::vector<SpanArrow> m_arrows;
};

}  // namespace

std::vector<SpanArrow> arrowsOf(const Trace& trace, SpanId span, std::size_t limit) {
  ArrowCollector collector(trace, limit);
  collector.addCauses(span);
  for (const Flow& flow : trace.flowsOf(span)) {
    collector.add(flow.from, flow.to, SpanArrow::Kind::Flow);
  }
  collector.addLaunched(span);
  if (trace.kind(span) == SpanKind::Op) {
    collector.addCallsInside(span);
  }
  return collector.take();
}

}  // namespace kernline
