// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_series.h"

#include "core/compare/runs/waterfall.h"
#include "core/compare/tables/student.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

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

SeriesPoint pointOf(const ComparedRun& run) {
  std::vector<double> lengths;
  for (const Duration length : run.account.lengths) {
    lengths.push_back(static_cast<double>(length.ns));
  }
  SeriesPoint point{.step = meanOf(lengths), .noise = {}};
  if (lengths.size() > 1) {
    point.noise = studentQuantile(0.95, lengths.size() - 1) * deviationOf(lengths, point.step) /
                  std::sqrt(static_cast<double>(lengths.size()));
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

}  // namespace

RunSeries runSeries(const RunComparison& comparison) {
  RunSeries series;
  const std::span<const ComparedRun> runs{comparison.runs};
  std::vector<Duration> steps;  // of the runs since the last change
  std::vector<double> means;
  std::size_t first = 0;
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const std::vector<Duration>& lengths = comparison.runs[r].account.lengths;
    series.points.push_back(pointOf(comparison.runs[r]));
    const double mean = series.points.back().step;
    if (r > 0) {
      const Verdict verdict = verdictOn(steps, lengths);
      if (verdict.confidence.value_or(0) >= certainty && isOutside(means, mean)) {
        series.changes.push_back(
            {.run = r,
             .ratio = mean / meanOf(means),
             .confidence = *verdict.confidence,
             .parts = waterfallBetween(comparison, runs.subspan(first, r - first), runs.subspan(r, 1))});
        steps.clear();
        means.clear();
        first = r;
      }
    }
    steps.insert(steps.end(), lengths.begin(), lengths.end());
    means.push_back(mean);
  }
  return series;
}

std::vector<std::size_t> recordingOrder(const std::vector<RunInput>& inputs) {
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto timeOf = [&](std::size_t i) { return inputs[i].trace->baseTimeNs() + inputs[i].trace->bounds().begin.ns; };
  const bool isKnown = std::ranges::all_of(inputs, [](const RunInput& run) { return run.trace->baseTimeNs() != 0; });
  if (isKnown) {
    std::ranges::stable_sort(order, {}, timeOf);
  }
  return order;
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
