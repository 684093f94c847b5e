// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_series.h"

#include "core/compare/runs/waterfall.h"
#include "core/compare/tables/student.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

constexpr double certainty = 0.99;

double meanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviationOf(const std::vector<double>& values, double mean) {
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// Mean, and half of its 95 % interval.
std::pair<double, std::optional<double>> meanAndNoise(const std::vector<Duration>& lengths) {
  std::vector<double> values;
  std::ranges::transform(lengths, std::back_inserter(values),
                         [](Duration length) { return static_cast<double>(length.ns); });
  const double mean = meanOf(values);
  if (values.size() < 2) {
    return {mean, std::nullopt};
  }
  return {mean, studentQuantile(0.95, values.size() - 1) * deviationOf(values, mean) /
                    std::sqrt(static_cast<double>(values.size()))};
}

/// A run as its steps are compared: as recorded, or scaled to the estimate without the profiler.
struct ComparedSteps {
  std::vector<Duration> lengths;
  double reach = 0;  ///< ns: half of the estimate's range
};

ComparedSteps stepsOf(const ComparedRun& run, bool isWithoutProfiler) {
  if (!isWithoutProfiler || run.lengthsWithoutProfiler.empty()) {
    return {.lengths = run.account.lengths};
  }
  ComparedSteps steps{.lengths = run.lengthsWithoutProfiler,
                      .reach = static_cast<double>((run.undisturbed.high - run.undisturbed.low).ns) / 2};
  const double mean = std::max(meanAndNoise(steps.lengths).first, 1.0);
  const double factor = static_cast<double>(run.undisturbed.likely.ns) / mean;
  for (Duration& length : steps.lengths) {
    length.ns = std::llround(factor * static_cast<double>(length.ns));
  }
  return steps;
}

SeriesPoint pointOf(const ComparedRun& run, const ComparedSteps& steps) {
  SeriesPoint point;
  std::tie(point.recordedStep, point.recordedNoise) = meanAndNoise(run.account.lengths);
  std::tie(point.step, point.noise) = meanAndNoise(steps.lengths);
  if (point.noise) {
    point.noise = std::hypot(*point.noise, steps.reach);
  }
  return point;
}

/// Whether a mean is outside of the range that these runs' means predict for one more.
bool isOutside(const std::vector<double>& means, double mean) {
  constexpr std::size_t minRuns = 3;
  if (means.size() < minRuns) {
    return true;
  }
  const double middle = meanOf(means);
  const double reach = studentQuantile(certainty, means.size() - 1) * deviationOf(means, middle) *
                       std::sqrt(1 + 1 / static_cast<double>(means.size()));
  return std::abs(mean - middle) > reach;
}

bool isTimeKnown(const RunInput& run) {
  return run.trace->baseTimeNs() != 0;
}

/// Unix time of its first event.
std::int64_t recordedAt(const RunInput& run) {
  return run.trace->baseTimeNs() + run.trace->bounds().begin.ns;
}

}  // namespace

RunSeries runSeries(const RunComparison& comparison) {
  RunSeries series;
  const std::span<const ComparedRun> runs{comparison.runs};
  series.isWithoutProfiler = std::ranges::any_of(comparison.runs, isSlowedByProfiler);
  std::vector<Duration> steps;  // steps of the runs since the last change
  std::vector<double> means;
  std::vector<double> reaches;
  std::size_t first = 0;
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const auto [lengths, reach] = stepsOf(comparison.runs[r], series.isWithoutProfiler);
    series.points.push_back(pointOf(comparison.runs[r], {lengths, reach}));
    const double mean = series.points.back().step;
    if (r > 0) {
      const Verdict verdict = verdictOn(steps, lengths);
      const bool isApart = std::abs(mean - meanOf(means)) > std::hypot(reach, meanOf(reaches));
      if (verdict.confidence.value_or(0) >= certainty && isOutside(means, mean) && isApart) {
        series.changes.push_back(
            {.run = r,
             .ratio = mean / meanOf(means),
             .confidence = *verdict.confidence,
             .parts = waterfallBetween(comparison, runs.subspan(first, r - first), runs.subspan(r, 1))});
        steps.clear();
        means.clear();
        reaches.clear();
        first = r;
      }
    }
    steps.insert(steps.end(), lengths.begin(), lengths.end());
    means.push_back(mean);
    reaches.push_back(reach);
  }
  return series;
}

std::vector<std::size_t> recordingOrder(const std::vector<RunInput>& inputs) {
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (std::ranges::all_of(inputs, isTimeKnown)) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return recordedAt(inputs[i]); });
  }
  return order;
}

std::optional<std::size_t> recordedFirst(const std::vector<RunInput>& inputs) {
  const auto first = std::ranges::min_element(inputs, {}, recordedAt);
  if (!std::ranges::all_of(inputs, isTimeKnown) || std::ranges::count(inputs, recordedAt(*first), recordedAt) > 1) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(first - inputs.begin());
}

Message sentenceOnProfiler(const RunSeries& series) {
  return series.isWithoutProfiler
             ? Message(Phrase::tr("Recording slows the host: steps are estimates without the profiler."))
             : Message();
}

Phrase sentenceOnNoChange(const RunSeries& series) {
  const bool isKnown =
      std::ranges::all_of(series.points, [](const SeriesPoint& point) { return point.noise.has_value(); });
  return isKnown ? Phrase::tr("No significant change.")
                 : Phrase::tr("Cannot tell changes from noise: a run with a single step has no spread.");
}

Message sentenceOn(const RunComparison& comparison, const SeriesChange& change) {
  constexpr double percent = 100;
  const double by = (change.ratio - 1) * percent;
  return (by > 0 ? Phrase::tr("%1 % slower from run %2 on (%3)") : Phrase::tr("%1 % faster from run %2 on (%3)"))
      .with(fmt::format("{:.1f}", std::abs(by)), change.run + 1, comparison.runs[change.run].title);
}

}  // namespace kernline
