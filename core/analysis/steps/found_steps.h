// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about steps of a trace: finding them, their ends on devices, phases, inference iterations.
#pragma once

#include "core/analysis/steps/step_source.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The source of steps.
struct StepChoice {
  enum class From : std::uint8_t { Anything, Recorded, Annotations, Functions, Rounds, Name };
  From from = From::Anything;
  std::string name;  ///< name with From::Name: a span's, one with # for its numbers, or a regular expression
};

/// Parses a choice of steps: "recorded", "annotations", "functions", "rounds", a name or an expression; empty:
/// anything.
[[nodiscard]] StepChoice stepChoice(std::string_view text);

/// Steps of a trace from any source.
struct FoundSteps {
  StepSource source = StepSource::Recorded;
  std::string name;  ///< name of the steps, "#" for numbers; for rounds the first kernel; empty if of several kinds
  /// Sorted by start, with the device activity that they launched; empty if the trace has none.
  std::vector<Step> steps;
  double share = 0;         ///< share of the device activity that they launched; for rounds, that is in them
  bool isOnDevice = false;  ///< they are times of the device that is their process, not of a host
  /// Range by the end on devices, indexed by step; empty until `measureOnDevices`.
  std::vector<TimeRange> onDevices = {};

  /// The time that a step takes: as its devices end it, if that is measured.
  [[nodiscard]] TimeRange timeOf(std::size_t step) const {
    return onDevices.empty() ? steps[step].range : onDevices[step];
  }
};

/// Looks, in this order, for
/// 1. recorded steps (`Trace::steps()`; of several kinds the one that occurs most often);
/// 2. annotations of the iterations of an inference engine (`inferenceIteration`); else annotations
///    that repeat (`bestSeries`), or a training loop whose phases are annotated (`trainingCycles`);
/// 3. Python functions that repeat;
/// 4. rounds of kernels on the busiest device of each rank, three at least: of tokens that it generates, else others.
/// If steps are nested, the outermost count. Errors: an expression that is none. O(n log n). No steps if stopped.
[[nodiscard]] Expected<FoundSteps> foundSteps(const Trace& trace, const StepChoice& choice = {},
                                              const std::stop_token& stop = {});

/// All that may be the steps, the best first: what `foundSteps` takes; of recorded steps of several kinds each kind,
/// and all together; then annotations and Python functions that repeat, a few of each, and rounds of kernels. No steps
/// twice, none that are empty. As long as every look of `foundSteps` together. Empty if stopped.
[[nodiscard]] std::vector<FoundSteps> stepCandidates(const Trace& trace, const std::stop_token& stop = {});

/// "recorded as ProfilerStep#", "found by annotation train_step", …
[[nodiscard]] Message howFound(const FoundSteps& found);

}  // namespace kernline
