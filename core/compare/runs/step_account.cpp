// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/step_account.h"

#include <algorithm>

namespace kernline {

namespace {

/// Walks steps along with intervals that ascend by begin.
class StepWalk {
 public:
  explicit StepWalk(std::span<const TimeRange> steps) : m_steps(steps) {}

  /// Must be called with begins that ascend; the other calls are about this one.
  void goTo(Time begin) {
    while (!m_steps.empty() && m_steps.front().end <= begin) {
      m_steps = m_steps.subspan(1);
    }
  }
  [[nodiscard]] bool contains(Time begin) const { return !m_steps.empty() && m_steps.front().contains(begin); }

  /// Calls `take` with each part of `interval` that lies in a step.
  template <typename Take>
  void forParts(TimeRange interval, const Take& take) const {
    for (std::size_t i = 0; i < m_steps.size() && m_steps[i].begin < interval.end; ++i) {
      const TimeRange inside = interval.clippedTo(m_steps[i]);
      if (!inside.isEmpty()) {
        take(inside);
      }
    }
  }

 private:
  std::span<const TimeRange> m_steps;
};

}  // namespace

StepAccount accountFor(const Trace& trace, std::span<const SpanId> work, std::span<const std::uint32_t> rowOfWork,
                       std::size_t rowCount, std::span<const TimeRange> steps, const DeviceIdle& idle) {
  StepAccount account;
  account.rows.resize(rowCount);
  for (const TimeRange step : steps) {
    account.lengths.push_back(step.length());
    account.wall += step.length();
  }
  Time busyUntil{INT64_MIN};
  StepWalk walk{steps};
  for (std::size_t i = 0; i < work.size(); ++i) {
    RowAccount& row = account.rows[rowOfWork[i]];
    const TimeRange range = trace.range(work[i]);
    walk.goTo(range.begin);
    row.count += walk.contains(range.begin) ? 1 : 0;
    walk.forParts(range, [&](TimeRange inside) {
      row.total += inside.length();
      const Time from = std::max(inside.begin, busyUntil);
      if (from < inside.end) {
        row.added += inside.end - from;
        account.busy += inside.end - from;
      }
    });
    busyUntil = std::max(busyUntil, range.end);
  }
  walk = StepWalk{steps};
  for (const IdleInterval& gap : idle.intervals) {
    walk.goTo(gap.range.begin);
    walk.forParts(gap.range,
                  [&](TimeRange inside) { account.idle[static_cast<std::size_t>(gap.cause)] += inside.length(); });
  }
  return account;
}

}  // namespace kernline
