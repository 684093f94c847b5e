// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// The spans of a track by start, what contains others before them.
class CallOrder {
 public:
  /// Spans of `kinds` that overlap `within`, or lie in it with no length of their own.
  CallOrder(const Trace& trace, const Track& track, TimeRange within, SpanKinds kinds);

  /// none at the end. O(log lanes).
  [[nodiscard]] SpanId next();

 private:
  struct Cursor {
    Time start;
    std::uint32_t lane = 0;
    std::uint32_t span = 0;
    std::uint32_t last = 0;

    [[nodiscard]] bool isBefore(const Cursor& other) const {
      return start != other.start ? start < other.start : lane < other.lane;
    }
  };

  [[nodiscard]] bool skipOthers(Cursor& cursor) const;
  void sink(std::size_t at);

  const Trace& m_trace;
  SpanKinds m_kinds;
  std::vector<Cursor> m_heap;
};

/// The open calls of `walkCalls`.
class OpenCalls {
 public:
  /// Whether a call that outlasts the one it begins in is its callee, which a profiler ended late, and not the next
  /// call, which began a little early: it has most of the shorter one of the two in common with it.
  [[nodiscard]] bool isCallee(TimeRange call) const {
    const TimeRange around = m_open.back();
    const std::int64_t shared = (around.end - call.begin).ns;
    return shared > std::min(around.length().ns, call.length().ns) - shared;
  }
  [[nodiscard]] bool isEmpty() const { return m_open.empty(); }
  [[nodiscard]] Time end() const { return m_open.back().end; }
  /// Pushes a call, which ends with the one around it at the latest.
  void push(SpanId span, TimeRange range) {
    if (!m_open.empty() && m_open.back().end < range.end) {
      if (range.end > m_restEnd) {
        m_rest = span;
        m_restEnd = range.end;
      }
      range.end = m_open.back().end;
    }
    m_open.push_back(range);
  }
  void pop() { m_open.pop_back(); }
  /// The call that outlasts all others, and until when.
  [[nodiscard]] SpanId rest() const { return m_rest; }
  [[nodiscard]] Time restEnd() const { return m_restEnd; }

 private:
  std::vector<TimeRange> m_open;  // none ends later than the one it is in
  SpanId m_rest = SpanId::none;
  Time m_restEnd{INT64_MIN};
};

/// Goes through the calls of one thread in time: `visitor.open(SpanId)` as a call begins inside the one opened last,
/// `visitor.close()` as that ends, `visitor.spend(Time, Time)` for time passed in the innermost open call. Each moment
/// belongs to one call. If two overlap without nesting, the later one ends the earlier; but a callee that outlasts
/// its caller ends with it, so that it does not adopt what its caller's caller calls next. Its rest while no other call
/// is open is its own: `visitor.resume(SpanId)`, if there is one, then `spend` and `close`. False if stopped.
template <typename Visitor>
bool walkCalls(const Trace& trace, const Track& track, TimeRange within, SpanKinds kinds, const std::stop_token& stop,
               Visitor& visitor) {
  constexpr std::uint32_t callsBetweenStops = 1U << 14;
  OpenCalls open;
  Time at;
  const auto closeAt = [&](Time time) {
    if (at < time) {
      visitor.spend(at, time);
      at = time;
    }
    visitor.close();
    open.pop();
  };
  const auto spendRest = [&](Time until) {
    if constexpr (requires { visitor.resume(SpanId::none); }) {
      if (open.isEmpty() && at < std::min(until, open.restEnd())) {
        visitor.resume(open.rest());
        visitor.spend(at, std::min(until, open.restEnd()));
        visitor.close();
      }
    }
  };
  CallOrder order(trace, track, within, kinds);
  std::uint32_t calls = 0;
  for (SpanId span = order.next(); span != SpanId::none; span = order.next()) {
    if (++calls % callsBetweenStops == 0 && stop.stop_requested()) {
      return false;
    }
    const TimeRange range = trace.range(span);
    while (!open.isEmpty() && (open.end() <= range.begin || (open.end() < range.end && !open.isCallee(range)))) {
      closeAt(std::min(open.end(), range.begin));
    }
    spendRest(range.begin);
    if (!open.isEmpty() && at < range.begin) {
      visitor.spend(at, range.begin);
    }
    at = range.begin;
    open.push(span, range);
    visitor.open(span);
  }
  while (!open.isEmpty()) {
    closeAt(open.end());
  }
  spendRest(Time{INT64_MAX});
  return !stop.stop_requested();
}

}  // namespace kernline
