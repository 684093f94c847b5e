// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// Map from a run's own times to an axis that it shares with another. Earlier times stay earlier, by a nanosecond at
/// least: no two times become one.
class TimeWarp {
 public:
  /// Puts `origin` at 0.
  explicit TimeWarp(Time origin) : m_pieces{{.from = origin, .to = {0}, .length = {1}, .room = {1}}} {}

  /// O(log pieces).
  [[nodiscard]] Time operator()(Time time) const;

  /// Maps `from` to `to` and the times after it, after what was added before. `length`, at least 1 ns, is stretched
  /// over `room`, which must not be shorter.
  void add(Time from, Time to, Duration length, Duration room) { m_pieces.push_back({from, to, length, room}); }

 private:
  struct Piece {
    Time from;
    Time to;
    Duration length;
    Duration room;
  };
  std::vector<Piece> m_pieces;  // sorted by begin; the first is for what comes before it too
};

/// A step of one run and its counterpart of another.
struct StepPair {
  TimeRange base;
  TimeRange other;
};

/// Pairs the outer marks of two runs that are the same step: those of one name apart from its digits, in the order in
/// which they come; a mark without a counterpart nearby is passed over. Neither side's ranges overlap.
[[nodiscard]] std::vector<StepPair> pairSteps(const MemoryHistory& base, const MemoryHistory& other);

/// Behavior of the run that finishes a step, or the time between two steps, before the other run.
enum class ShorterStep : std::uint8_t { Waits, IsStretched };

/// Lays every step on its counterpart: both begin at the same time and take as long as the longer one, and so does what
/// lies between two. The first begins at 0. `pairs` must not be empty and come as `pairSteps` gives them.
[[nodiscard]] std::pair<TimeWarp, TimeWarp> alignSteps(std::span<const StepPair> pairs, ShorterStep shorter);

}  // namespace kernline
