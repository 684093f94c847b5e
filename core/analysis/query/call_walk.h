// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace.h"

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

/// Goes through the calls of one thread in time: `visitor.open(SpanId)` as a call begins inside the one opened last,
/// `visitor.close()` as that ends, `visitor.spend(Time, Time)` for time passed in the innermost open call. Each moment
/// belongs to one call. Of two that overlap without nesting, the later one ends the earlier. False if stopped.
template <typename Visitor>
bool walkCalls(const Trace& trace, const Track& track, TimeRange within, SpanKinds kinds, const std::stop_token& stop,
               Visitor& visitor) {
  constexpr std::uint32_t callsBetweenStops = 1U << 14;
  std::vector<Time> ends;  // of the open calls; none ends later than the one it is in
  Time at;
  const auto closeAt = [&](Time time) {
    if (at < time) {
      visitor.spend(at, time);
      at = time;
    }
    visitor.close();
    ends.pop_back();
  };
  CallOrder order(trace, track, within, kinds);
  std::uint32_t calls = 0;
  for (SpanId span = order.next(); span != SpanId::none; span = order.next()) {
    if (++calls % callsBetweenStops == 0 && stop.stop_requested()) {
      return false;
    }
    const TimeRange range = trace.range(span);
    while (!ends.empty() && (ends.back() <= range.begin || ends.back() < range.end)) {
      closeAt(std::min(ends.back(), range.begin));
    }
    if (!ends.empty() && at < range.begin) {
      visitor.spend(at, range.begin);
    }
    at = range.begin;
    ends.push_back(range.end);
    visitor.open(span);
  }
  while (!ends.empty()) {
    closeAt(ends.back());
  }
  return !stop.stop_requested();
}

}  // namespace kernline
