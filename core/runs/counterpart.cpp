// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/counterpart.h"

#include <algorithm>
#include <optional>

namespace kernline {

namespace {

/// The work that starts in a step, as positions [first, last) in the run's.
std::pair<std::size_t, std::size_t> workOfStep(const ComparedRun& run, std::size_t step) {
  const auto work = run.workOfDevice();
  const auto startOf = [&](SpanId span) { return run.trace->start(span); };
  const TimeRange range = run.steps.steps[step];
  const auto first = std::ranges::lower_bound(work, range.begin, {}, startOf);
  const auto last = std::ranges::lower_bound(work, range.end, {}, startOf);
  return {static_cast<std::size_t>(first - work.begin()), static_cast<std::size_t>(last - work.begin())};
}

std::optional<std::size_t> stepAt(const ComparedRun& run, Time time) {
  const auto& steps = run.steps.steps;
  const auto after = std::ranges::upper_bound(steps, time, {}, &TimeRange::begin);
  if (after == steps.begin() || !(after - 1)->contains(time)) {
    return {};
  }
  return static_cast<std::size_t>(after - 1 - steps.begin());
}

}  // namespace

SpanId counterpart(const RunComparison& comparison, std::size_t from, SpanId span, std::size_t to) {
  const ComparedRun& here = comparison.runs[from];
  const ComparedRun& there = comparison.runs[to];
  const auto step = stepAt(here, here.trace->start(span));
  if (!step || *step >= there.steps.steps.size()) {
    return SpanId::none;
  }
  const auto [first, last] = workOfStep(here, *step);
  const auto begin = here.work.begin();
  const auto place =
      std::find(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last), span);
  if (place == begin + static_cast<std::ptrdiff_t>(last)) {
    return SpanId::none;
  }
  const auto position = static_cast<std::size_t>(place - begin);
  const std::uint32_t row = here.rowOfWork[position];
  auto before = std::count(here.rowOfWork.begin() + static_cast<std::ptrdiff_t>(first),
                           here.rowOfWork.begin() + static_cast<std::ptrdiff_t>(position), row);
  const auto [otherFirst, otherLast] = workOfStep(there, *step);
  for (std::size_t i = otherFirst; i < otherLast; ++i) {
    if (there.rowOfWork[i] == row && before-- == 0) {
      return there.work[i];
    }
  }
  return SpanId::none;
}

}  // namespace kernline
