// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_comparison.h"

#include "core/analysis/steps/step_times.h"
#include "core/compare/runs/comparability.h"
#include "core/compare/runs/largest_change.h"
#include "core/compare/runs/measured_run.h"
#include "core/compare/runs/renamed_rows.h"
#include "core/compare/runs/run_rows.h"
#include "core/compare/runs/waterfall.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// Returns the first input with the same trace, for each input: each trace is analyzed once.
std::vector<std::size_t> firstsOfTraces(std::span<const RunInput> inputs) {
  std::vector<std::size_t> firsts;
  for (const RunInput& input : inputs) {
    firsts.push_back(
        static_cast<std::size_t>(std::ranges::find(inputs, input.trace, &RunInput::trace) - inputs.begin()));
  }
  return firsts;
}

/// Calls `work(r)` for each that is the first with its trace, on all cores.
template <typename Work>
void forFirsts(std::span<const std::size_t> firsts, const Work& work) {
  parallelFor(defaultThreads(), firsts.size(), [&](std::size_t r) {
    if (firsts[r] == r) {
      work(r);
    }
  });
}

void assignTitles(std::vector<ComparedRun>& runs) {
  std::map<std::string, std::size_t> uses;
  std::vector<bool> isChosen;
  for (ComparedRun& run : runs) {
    isChosen.push_back(!run.title.empty());
    run.title = run.title.empty() ? std::filesystem::path{run.path}.filename().string() : run.title;
    ++uses[run.title];
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    runs[r].title = uses[runs[r].title] > 1 && !isChosen[r] ? runs[r].path : runs[r].title;
  }
}

/// nullopt where the profiler makes no difference to either.
std::optional<Verdict::WithoutProfiler> withoutProfiler(const ComparedRun& base, const ComparedRun& other) {
  if (!isSlowedByProfiler(base) && !isSlowedByProfiler(other)) {
    return {};
  }
  const auto ratio = [](Duration a, Duration b) { return static_cast<double>(a.ns) / static_cast<double>(b.ns); };
  return Verdict::WithoutProfiler{.baseStep = static_cast<double>(base.undisturbed.likely.ns),
                                  .otherStep = static_cast<double>(other.undisturbed.likely.ns),
                                  .ratio = ratio(other.undisturbed.likely, base.undisturbed.likely),
                                  .low = ratio(other.undisturbed.low, base.undisturbed.high),
                                  .high = ratio(other.undisturbed.high, base.undisturbed.low),
                                  .noise = verdictOn(base.lengthsWithoutProfiler, other.lengthsWithoutProfiler).noise};
}

RunDifference difference(const RunComparison& comparison, std::size_t number, const StepSequence& baseStep) {
  const ComparedRun& base = comparison.runs.front();
  const ComparedRun& other = comparison.runs[number];
  const StepSequence otherStep = medianStep(other);
  RunDifference made{.verdict = verdictOn(base.account.lengths, other.account.lengths),
                     .baseStep = base.perStep(base.account.wall),
                     .otherStep = other.perStep(other.account.wall),
                     .waterfall = waterfallBetween(comparison, {&base, 1}, {&other, 1}),
                     .renamed = renamedRows(comparison, number, baseStep, otherStep)};
  made.verdict.withoutProfiler = withoutProfiler(base, other);
  made.verdict.reasons = aboutSteps(base);
  std::ranges::move(aboutSteps(other), std::back_inserter(made.verdict.reasons));
  if (base.steps.incomplete + other.steps.incomplete > 0) {
    made.verdict.reasons.emplace_back(Phrase::tr("The last round is skipped, since nothing marks its end"));
  }
  if (Message noise = sentenceOnNoise(made.verdict); !noise.isEmpty()) {
    made.verdict.reasons.push_back(std::move(noise));
  }
  if (base.memory && other.memory) {
    made.memory = memoryParts(*base.memory, *other.memory);
  }
  made.verdict.doubts = doubtsOf(base, other, baseStep, otherStep);
  if (Message largest = sentenceOnLargestChange(comparison, made); !largest.isEmpty()) {
    made.verdict.reasons.insert(made.verdict.reasons.begin(), std::move(largest));
  }
  if (Message recorded = sentenceOnRecorded(made.verdict); !recorded.isEmpty()) {
    made.verdict.reasons.insert(made.verdict.reasons.begin(), std::move(recorded));
  }
  return made;
}

/// Returns the operator if all runs know the operators of their steps' work: kernels are renamed more often.
RunKey bestKey(std::span<const ComparedRun> runs) {
  const bool isKnown = std::ranges::all_of(runs, [](const ComparedRun& run) {
    std::vector<SpanId> ofSteps;
    for (std::size_t i = 0; i < run.deviceActivities; ++i) {
      if (run.bySteps.steps()[i] != noStep) {
        ofSteps.push_back(run.activities[i]);
      }
    }
    return knowsOperators(*run.trace, ofSteps);
  });
  return isKnown ? RunKey::Op : RunKey::Name;
}

/// Sorts rows by the greatest change, so that the main cause comes first; renumbers references to rows.
void sortRows(RunComparison& comparison) {
  std::vector<std::uint32_t> order(comparison.rows.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto maxDelta = [&](std::uint32_t row) {
    std::int64_t maxChange = 0;
    for (std::size_t r = 1; r < comparison.runs.size(); ++r) {
      maxChange = std::max(maxChange, std::abs(comparison.rows[row].delta(r).ns));
    }
    return maxChange;
  };
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t row) {
    return std::pair(comparison.rows[row].isInSteps(), maxDelta(row));
  });
  std::vector<std::uint32_t> placeOf(order.size());
  std::vector<RunRow> sorted;
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    placeOf[order[place]] = place;
    sorted.push_back(std::move(comparison.rows[order[place]]));
  }
  comparison.rows = std::move(sorted);
  for (ComparedRun& run : comparison.runs) {
    for (std::uint32_t& row : run.rowOfActivity) {
      row = placeOf[row];
    }
  }
}

}  // namespace

bool isSlowedByProfiler(const ComparedRun& run) {
  return run.undisturbed.differsFrom({std::llround(run.perStep(run.account.wall))});
}

std::string_view toText(StepOverlap overlap) {
  return overlap == StepOverlap::LaunchedElsewhere ? "launched_elsewhere" : "ran_elsewhere";
}

std::string_view RunRow::status() const {
  const auto has = [inSteps = isInSteps()](const RunSide& side) {
    return inSteps ? side.callsPerStep > 0 : side.count > 0;
  };
  const bool inBase = has(sides.front());
  const bool inOther = std::any_of(sides.begin() + 1, sides.end(), has);
  if (inBase) {
    return inOther ? "both" : "only_base";
  }
  return "only_other";
}

Duration RunRow::delta(std::size_t run) const {
  return {std::llround(sides[run].perStep) - std::llround(sides.front().perStep)};
}

std::optional<double> RunRow::ratio(std::size_t run) const {
  if (sides.front().perStep == 0 || sides[run].perStep == 0) {
    return {};
  }
  return sides[run].perStep / sides.front().perStep;
}

bool RunRow::isInSteps() const {
  return std::ranges::any_of(sides, [](const RunSide& side) { return side.callsPerStep > 0; });
}

Error comparisonStopped() {
  return {.kind = Error::Kind::Canceled, .message = Phrase::tr("Stopped.")};
}

Expected<RunComparison> compareRuns(std::vector<RunInput> inputs, const RunComparisonOptions& options,
                                    const std::stop_token& stop) {
  RunComparison comparison;
  const std::vector<std::size_t> firsts = firstsOfTraces(inputs);
  std::vector<Expected<ComparedRun>> measured(inputs.size());
  forFirsts(firsts, [&](std::size_t r) { measured[r] = measureRun(inputs[r], options.step, stop); });
  for (std::size_t r = 0; r < inputs.size(); ++r) {
    const Expected<ComparedRun>& run = measured[firsts[r]];
    if (!run) {
      return std::unexpected(run.error());
    }
    comparison.runs.push_back(*run);
    comparison.runs.back().path = std::move(inputs[r].path);
    comparison.runs.back().title = std::move(inputs[r].title);
  }
  assignTitles(comparison.runs);
  comparison.by = options.by ? *options.by : bestKey(comparison.runs);
  makeRows(comparison, options.pairs);
  if (stop.stop_requested()) {
    return std::unexpected(comparisonStopped());
  }
  sortRows(comparison);
  forFirsts(firsts, [&](std::size_t r) { takeAccount(comparison.runs[r], comparison.rows.size(), stop); });
  for (std::size_t r = 0; r < firsts.size(); ++r) {
    comparison.runs[r].account = comparison.runs[firsts[r]].account;
    comparison.runs[r].undisturbed = comparison.runs[firsts[r]].undisturbed;
    comparison.runs[r].lengthsWithoutProfiler = comparison.runs[firsts[r]].lengthsWithoutProfiler;
  }
  const StepSequence baseStep = stop.stop_requested() ? StepSequence{} : medianStep(comparison.runs.front());
  for (std::size_t r = 1; r < comparison.runs.size(); ++r) {
    if (stop.stop_requested()) {
      return std::unexpected(comparisonStopped());
    }
    comparison.differences.push_back(difference(comparison, r, baseStep));
  }
  return comparison;
}

std::vector<std::int64_t> roundedToSum(const std::vector<double>& values) {
  std::vector<std::int64_t> rounded;
  double exact = 0;
  std::int64_t given = 0;
  for (const double value : values) {
    exact += value;
    rounded.push_back(std::llround(exact) - given);
    given += rounded.back();
  }
  return rounded;
}

}  // namespace kernline
