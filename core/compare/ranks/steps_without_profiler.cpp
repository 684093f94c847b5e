// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/steps_without_profiler.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/median.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace kernline {

std::vector<std::optional<Duration>> medianStepsWithoutProfiler(const RankSet& set, const std::stop_token& stop) {
  if (set.trace == nullptr) {
    return {};
  }
  TraceAnalysis analysis(set.trace);
  const std::shared_ptr<const ReplayedRun> run = analysis.replayedRun(stop);
  if (run == nullptr || run->steps().source != set.rankSteps->source()) {
    return {};
  }
  const std::vector<TimeRange> steps = run->run({}, KeptMoments::None, stop).steps;
  std::map<std::int32_t, std::vector<std::int64_t>> lengths;  // lengths by rank
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ProcessId process = run->steps().steps[i].process;
    if (process != ProcessId::none) {
      lengths[set.trace->process(process).rank].push_back(steps[i].length().ns);
    }
  }
  std::vector<std::optional<Duration>> made;
  for (const RankAccount& account : set.accounts) {
    const auto own = lengths.find(account.rank);
    const Duration median = own == lengths.end() ? account.medianStep : Duration{medianOf(own->second)};
    const Undisturbed step{.likely = median, .low = {}, .high = {}};
    made.push_back(step.differsFrom(account.medianStep) ? std::optional(median) : std::nullopt);
  }
  return stop.stop_requested() ? std::vector<std::optional<Duration>>() : made;
}

}  // namespace kernline
