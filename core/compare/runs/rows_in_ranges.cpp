// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/rows_in_ranges.h"

#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/step_times.h"
#include "core/model/base/median.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

/// Returns the time of work within a range; nullopt if it is outside.
std::optional<Duration> timeWithin(TimeRange work, TimeRange range) {
  if (work.isEmpty()) {
    return range.contains(work.begin) ? std::optional(Duration{}) : std::nullopt;
  }
  return !range.isEmpty() && work.overlaps(range) ? std::optional(work.clippedTo(range).length()) : std::nullopt;
}

/// Returns the first and the last measured step of a range that ends like device steps; nullopt for other ranges.
std::optional<std::pair<std::uint32_t, std::uint32_t>> stepsThatAre(const ComparedRun& run, TimeRange range) {
  const std::vector<TimeRange>& steps = run.steps.steps;
  const auto first = std::ranges::find(steps, range.begin, &TimeRange::begin);
  const auto last = std::ranges::find(steps, range.end, &TimeRange::end);
  if (first == steps.end() || last == steps.end() || last < first) {
    return {};
  }
  return std::pair(static_cast<std::uint32_t>(first - steps.begin()), static_cast<std::uint32_t>(last - steps.begin()));
}

/// Adds the mean calls and time of each row per step of the measured device.
void addSteps(const ComparedRun& run, std::vector<RunSide>& sides) {
  for (std::size_t i = 0; i < run.deviceActivities; ++i) {
    if (run.bySteps.steps()[i] != noStep) {
      RunSide& side = sides[run.rowOfActivity[i]];
      side.callsPerStep += 1;
      side.perStep += static_cast<double>(run.trace->duration(run.activities[i]).ns);
    }
  }
  for (RunSide& side : sides) {
    side.callsPerStep /= static_cast<double>(run.steps.steps.size());
    side.perStep /= static_cast<double>(run.steps.steps.size());
  }
}

}  // namespace

std::vector<RunSide> sidesOf(const ComparedRun& run, std::size_t rowCount, std::optional<TimeRange> range) {
  std::vector<RunSide> sides(rowCount);
  std::vector<std::vector<std::int64_t>> lengths(rowCount);
  const bool isByTime = run.bySteps.isByTime();
  const auto steps = range && !isByTime ? stepsThatAre(run, *range) : std::nullopt;
  const ActivityList launched = steps || isByTime ? nullptr : activitiesOfStepRange(*run.trace, run.steps.found, range);
  const auto counted = [&](std::size_t place) -> std::optional<Duration> {
    const SpanId span = run.activities[place];
    const TimeRange work = run.trace->range(span);
    if (steps) {
      const std::uint32_t step = run.bySteps.steps()[place];
      return steps->first <= step && step <= steps->second ? std::optional(work.length()) : std::nullopt;
    }
    if (launched) {
      return std::ranges::binary_search(*launched, span) ? std::optional(work.length()) : std::nullopt;
    }
    return range ? timeWithin(work, *range) : work.length();
  };
  for (std::size_t i = 0; i < run.activities.size(); ++i) {
    if (const std::optional<Duration> time = counted(i)) {
      lengths[run.rowOfActivity[i]].push_back(time->ns);
      sides[run.rowOfActivity[i]].total += *time;
    }
  }
  for (std::size_t r = 0; r < rowCount; ++r) {
    sides[r].count = lengths[r].size();
    if (!lengths[r].empty()) {
      sides[r].median = {medianOf(lengths[r])};
    }
    if (range) {
      sides[r].callsPerStep = static_cast<double>(sides[r].count);
      sides[r].perStep = static_cast<double>(sides[r].total.ns);
    }
  }
  if (!range) {
    addSteps(run, sides);
  }
  return sides;
}

std::vector<RunRow> rowsWithin(const RunComparison& comparison, std::span<const TimeRange> ranges) {
  assert(ranges.size() == comparison.runs.size());
  std::vector<std::vector<RunSide>> sides(comparison.runs.size());
  parallelFor(defaultThreads(), sides.size(),
              [&](std::size_t r) { sides[r] = sidesOf(comparison.runs[r], comparison.rows.size(), ranges[r]); });
  std::vector<RunRow> rows = comparison.rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t r = 0; r < sides.size(); ++r) {
      rows[i].sides[r] = sides[r][i];
    }
  }
  return rows;
}

}  // namespace kernline
