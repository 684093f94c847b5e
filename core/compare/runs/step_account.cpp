// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/step_account.h"

#include "core/analysis/steps/step_times.h"

#include <algorithm>

namespace kernline {

namespace {

/// Walks steps along with intervals that ascend by begin.
class StepWalk {
 public:
  explicit StepWalk(std::span<const TimeRange> steps) : m_steps(steps) {}

  /// Returns the part of an interval within steps. Call it with ascending begins.
  Duration within(TimeRange interval) {
    while (!m_steps.empty() && m_steps.front().end <= interval.begin) {
      m_steps = m_steps.subspan(1);
    }
    Duration length;
    for (std::size_t i = 0; i < m_steps.size() && m_steps[i].begin < interval.end; ++i) {
      const TimeRange inside = interval.clippedTo(m_steps[i]);
      length += inside.isEmpty() ? Duration{} : inside.length();
    }
    return length;
  }

 private:
  std::span<const TimeRange> m_steps;
};

/// Adds up moments in which anything of some work runs, each once.
class BusyMoments {
 public:
  explicit BusyMoments(std::span<const TimeRange> steps) : m_walk(steps) {}

  /// Returns the time that a range adds; call it in the order of begins.
  Duration add(TimeRange range) {
    const TimeRange fresh{std::max(range.begin, m_until), range.end};
    m_until = std::max(m_until, range.end);
    if (fresh.isEmpty()) {
      return {};
    }
    m_inSteps += m_walk.within(fresh);
    return fresh.length();
  }
  [[nodiscard]] Duration inSteps() const { return m_inSteps; }

 private:
  StepWalk m_walk;
  Time m_until{INT64_MIN};
  Duration m_inSteps;
};

}  // namespace

StepAccount accountFor(const Trace& trace, std::span<const SpanId> activities,
                       std::span<const std::uint32_t> rowOfActivity, std::size_t rowCount,
                       std::span<const std::uint32_t> stepOfActivities, std::span<const TimeRange> steps,
                       const DeviceIdle& idle) {
  StepAccount account;
  account.rows.resize(rowCount);
  for (const TimeRange step : steps) {
    account.lengths.push_back(step.length());
    account.wall += step.length();
  }
  BusyMoments own{steps};
  BusyMoments all{steps};
  for (std::size_t i = 0; i < activities.size(); ++i) {
    const TimeRange range = trace.range(activities[i]);
    all.add(range);
    if (stepOfActivities[i] == noStep) {
      continue;
    }
    RowAccount& row = account.rows[rowOfActivity[i]];
    const Duration added = own.add(range);
    ++row.count;
    row.total += range.length();
    row.added += added;
    account.busy += added;
  }
  account.launchedElsewhere = all.inSteps() - own.inSteps();
  account.ranElsewhere = account.busy - own.inSteps();
  StepWalk walk{steps};
  for (const IdleInterval& gap : idle.intervals) {
    account.idle[static_cast<std::size_t>(gap.cause)] += walk.within(gap.range);
  }
  return account;
}

}  // namespace kernline
