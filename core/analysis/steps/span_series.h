// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/launched_activities.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Spans of threads that may be steps, because they bear one name but for its numbers, or follow each other in turn.
struct SpanSeries {
  std::string name;          ///< numbers replaced: "decode step #"
  std::vector<Step> steps;   ///< sorted by start; none inside another of the same process
  double share = 0;          ///< share of all launched device activity that they launched
  bool isRegular = false;    ///< two of three launched between half and twice as much as the one in the middle
  bool saysStep = false;     ///< its name has a word such as step, iteration or batch
  bool isLibrary = false;    ///< a function of torch or of the interpreter
  std::size_t minCount = 3;  ///< the fewest that a process must have; fewer if names identify them
};

/// A name with its numbers left out: "decode step 12" and "decode step 3" are "decode step #", "ProfilerStep#3" is
/// "ProfilerStep#".
[[nodiscard]] std::string withoutNumbers(std::string_view name);

/// Returns the steps by start, without spans that lie in another of the same process; where one begins before the one
/// before has ended, that one ends there.
[[nodiscard]] std::vector<Step> outermostSteps(std::vector<Step> steps);

/// One series for each name among the spans of threads; a `nameOf` without a value leaves a name out, and is called
/// once a name. In each process only the thread with the most spans of a name counts.
[[nodiscard]] std::vector<SpanSeries> seriesByName(
    const Trace& trace, SpanKind kind, const std::function<std::optional<std::string>(std::string_view)>& nameOf,
    const std::stop_token& stop = {});

/// Fills in `share`, `isRegular`, `saysStep` and `isLibrary`.
void measure(SpanSeries& series, const LaunchedActivities& activities);

/// Selects the series that may be steps: they repeat often enough in a process, launch three quarters of all activity
/// and are regular: first what launches most, with a tenth's grace; of those rather one named as a step; then the
/// longest, so the one that occurs least often.
[[nodiscard]] std::vector<SpanSeries> likelySeries(std::vector<SpanSeries> candidates);
/// The first of them. nullopt if there is none.
[[nodiscard]] std::optional<SpanSeries> bestSeries(std::vector<SpanSeries> candidates);

}  // namespace kernline
