// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A run in a series of runs of the same program.
struct SeriesPoint {
  double step = 0;              ///< ns, mean; without the profiler where the series is
  std::optional<double> noise;  ///< ns: half of the 95 % interval of the mean; absent with a single step
  double recordedStep = 0;      ///< ns: as recorded
  std::optional<double> recordedNoise;
};

/// Run from which on a step takes another time than in the runs since the change before.
struct SeriesChange {
  std::size_t run = 0;
  double ratio = 1;       ///< ratio to the mean of those runs; over 1 is slower
  double confidence = 0;  ///< 1 - p of the test
  /// The parts of the change as recorded, against those runs' mean; by absolute delta, they add up to the change of a
  /// step.
  std::vector<WaterfallPart> parts;
};

struct RunSeries {
  bool isWithoutProfiler = false;   ///< it slowed the host of a run, so steps are estimates of those without it
  std::vector<SeriesPoint> points;  ///< one a run, in order
  std::vector<SeriesChange> changes;
};

/// Finds the changes of a series. A run is one if its steps differ from all steps of the runs since the last change by
/// Welch's test, with 99 %; and, where those runs are three or more, if its mean lies outside of the 99 % interval that
/// their own means predict for one more: runs differ from run to run by more than their steps show. Without the
/// profiler, the ranges of the estimates must be apart, too. Linear in steps and rows.
[[nodiscard]] RunSeries runSeries(const RunComparison& comparison);

/// The order in which traces were recorded, as positions in `inputs`: by the wall clock of their first event. As given
/// if one of them has none.
[[nodiscard]] std::vector<std::size_t> recordingOrder(const std::vector<RunInput>& inputs);

/// The run that was recorded first; nullopt if a trace does not say when, or if two say the same.
[[nodiscard]] std::optional<std::size_t> recordedFirst(const std::vector<RunInput>& inputs);

/// "Recording slows the host: steps are estimates without the profiler."; empty where they are as recorded.
[[nodiscard]] Message sentenceOnProfiler(const RunSeries& series);

/// Returns a text that there is no change, or why none can be detected, for a series without changes.
[[nodiscard]] Phrase sentenceOnNoChange(const RunSeries& series);

/// "Slower by 7.0 % at run 5 (name), beyond the noise".
[[nodiscard]] Message sentenceOn(const RunComparison& comparison, const SeriesChange& change);

}  // namespace kernline
