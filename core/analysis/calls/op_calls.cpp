// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/op_calls.h"

#include "core/analysis/calls/call_tree.h"
#include "core/analysis/query/call_walk.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <atomic>

namespace kernline {

namespace {

constexpr SpanKinds callKinds{SpanKind::Op, SpanKind::Annotation};
constexpr SpanKinds walkedKinds{SpanKind::Op, SpanKind::Annotation, SpanKind::Runtime};

void addTo(HostFigures& sum, const HostFigures& part) {
  sum.calls += part.calls;
  sum.total += part.total;
  sum.sum += part.sum;
  sum.self += part.self;
  if (part.max > sum.max) {
    sum.max = part.max;
    sum.longest = part.longest;
  }
}

}  // namespace

/// Follows one thread after the other. Writes the calls of its own threads only.
class OpCalls::Visitor {
 public:
  explicit Visitor(OpCalls& calls) : m_calls(calls), m_host(calls.m_rows.size()), m_openOfRow(calls.m_rows.size()) {}

  void open(SpanId span) {
    if (!m_open.empty()) {
      Open& caller = m_open.back();
      ++caller.inside;
      settle(caller);
    }
    Open opened{.number = m_calls.numberOf(span)};
    if (opened.number != OpCall::none) {
      OpCall& call = m_calls.m_calls[opened.number];
      const auto caller = std::ranges::find_if(m_open.rbegin(), m_open.rend(),
                                               [](const Open& around) { return around.number != OpCall::none; });
      call.caller = caller == m_open.rend() ? OpCall::none : caller->number;
      if (call.row != OpCall::none) {
        call.isOutermost = m_openOfRow[call.row]++ == 0;
      }
    }
    m_open.push_back(opened);
  }

  /// The rest of a call that was counted in the one around it.
  void resume(SpanId span) { m_open.push_back({.number = m_calls.numberOf(span), .isRest = true}); }

  void close() {
    Open closed = m_open.back();
    m_open.pop_back();
    if (closed.number == OpCall::none) {
      return;
    }
    if (closed.isRest) {
      addRest(closed);
      return;
    }
    if (const std::uint32_t row = m_calls.m_calls[closed.number].row; row != OpCall::none) {
      --m_openOfRow[row];
    }
    if (closed.same != OpCall::none) {
      m_calls.m_calls[closed.same].isMerged = true;
      closed.self += closed.sameSelf;
    }
    if (!m_open.empty() && m_open.back().inside == 1 && isSameName(m_open.back().number, closed.number)) {
      m_open.back().same = closed.number;
      m_open.back().sameSelf = closed.self;
    } else {
      count(closed.number, closed.self);
    }
  }

  void spend(Time from, Time to) { m_open.back().self += nsInRange({from, to}, m_calls.m_options.range); }

  [[nodiscard]] const std::vector<HostFigures>& host() const { return m_host; }

 private:
  struct Open {
    std::uint32_t number = OpCall::none;  ///< none for a runtime call
    std::uint32_t inside = 0;             ///< calls directly in it, so far
    std::int64_t self = 0;
    std::uint32_t same = OpCall::none;  ///< the one call in it, of the same name, so far
    std::int64_t sameSelf = 0;
    bool isRest = false;
  };

  void addRest(const Open& closed) {
    if (const std::uint32_t row = m_calls.m_calls[closed.number].row; row != OpCall::none) {
      m_host[row].self += closed.self;
    }
  }

  [[nodiscard]] bool isSameName(std::uint32_t outer, std::uint32_t inner) const {
    if (outer == OpCall::none) {
      return false;
    }
    const Trace& trace = m_calls.m_trace;
    const SpanId a = m_calls.m_calls[outer].span;
    const SpanId b = m_calls.m_calls[inner].span;
    return trace.name(a) == trace.name(b) && trace.kind(a) == trace.kind(b);
  }

  /// Another call follows the one of the same name, so that was one of its own.
  void settle(Open& open) {
    if (open.same != OpCall::none) {
      count(open.same, open.sameSelf);
      open.same = OpCall::none;
    }
  }

  void count(std::uint32_t number, std::int64_t self) {
    const OpCall& call = m_calls.m_calls[number];
    if (call.row == OpCall::none) {
      return;
    }
    HostFigures& row = m_host[call.row];
    row.self += self;
    if (isInRange(m_calls.m_trace, call.span, m_calls.m_options.range)) {
      const std::int64_t ns = nsInRange(m_calls.m_trace.range(call.span), m_calls.m_options.range);
      addTo(row,
            {.calls = 1, .total = call.isOutermost ? ns : 0, .sum = ns, .self = 0, .max = ns, .longest = call.span});
    }
  }

  OpCalls& m_calls;
  std::vector<HostFigures> m_host;
  std::vector<std::uint32_t> m_openOfRow;
  std::vector<Open> m_open;
};

std::size_t OpCalls::HashOfKey::operator()(const Key& key) const noexcept {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  std::uint64_t mixed = (std::uint64_t{key.shape} << 32U | static_cast<std::uint32_t>(key.name)) * odd;
  mixed = (mixed ^ (mixed >> 32U) ^ static_cast<std::uint64_t>(key.kind)) * odd;
  return mixed ^ (mixed >> 32U);
}

OpCalls::OpCalls(const Trace& trace, const OpStatisticsOptions& options) : m_trace(trace), m_options(options) {
  for (const TrackId t : callTracks(trace)) {
    const Track& track = trace.track(t);
    for (std::uint32_t s = track.firstSpan; s < track.firstSpan + track.spanCount; ++s) {
      if (callKinds.contains(trace.kinds()[s])) {
        m_calls.push_back({.span = SpanId{s}, .row = rowOf(SpanId{s})});
      }
    }
  }
}

std::uint32_t OpCalls::rowOf(SpanId span) {
  const SpanKind kind = m_trace.kind(span);
  if (!m_options.kinds.contains(kind) || (m_options.among && !std::ranges::binary_search(*m_options.among, span))) {
    return OpCall::none;
  }
  const std::uint32_t shape = m_options.shapes != nullptr ? m_options.shapes->ofSpan[index(span)] : InputShapes::unread;
  const StringId name = m_trace.name(span);
  const auto [at, isNew] = m_rowOfKey.try_emplace({name, shape, kind}, static_cast<std::uint32_t>(m_rows.size()));
  if (isNew) {
    OpStatisticsRow row;
    row.name = name;
    row.kind = kind;
    row.shape = shape;
    m_rows.push_back(row);
  }
  return at->second;
}

std::uint32_t OpCalls::numberOf(SpanId span) const {
  const auto at = std::ranges::lower_bound(m_calls, span, {}, &OpCall::span);
  return at != m_calls.end() && at->span == span ? static_cast<std::uint32_t>(at - m_calls.begin()) : OpCall::none;
}

bool OpCalls::walk(unsigned threads, const std::stop_token& stop) {
  std::vector<TrackId> tracks = callTracks(m_trace);
  std::ranges::stable_sort(tracks, std::greater{}, [&](TrackId t) { return m_trace.track(t).spanCount; });
  std::vector<Visitor> visitors(std::min<std::size_t>(std::max(threads, 1U), tracks.size()), Visitor(*this));
  std::atomic<std::size_t> next{0};
  parallelFor(threads, visitors.size(), [&](std::size_t v) {
    for (std::size_t t = next.fetch_add(1); t < tracks.size(); t = next.fetch_add(1)) {
      walkCalls(m_trace, m_trace.track(tracks[t]), TimeRange::always(), walkedKinds, stop, visitors[v]);
    }
  });
  m_host.assign(m_rows.size(), {});
  for (const Visitor& visitor : visitors) {
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
      addTo(m_host[row], visitor.host()[row]);
    }
  }
  return !stop.stop_requested();
}

bool isInRange(const Trace& trace, SpanId span, const std::optional<TimeRange>& range) {
  const TimeRange interval = trace.range(span);
  return !range ||
         (interval.isEmpty() ? range->contains(interval.begin) : !range->isEmpty() && interval.overlaps(*range));
}

std::int64_t nsInRange(TimeRange interval, const std::optional<TimeRange>& range) {
  const TimeRange inside = range ? interval.clippedTo(*range) : interval;
  return inside.isEmpty() ? 0 : inside.length().ns;
}

}  // namespace kernline
