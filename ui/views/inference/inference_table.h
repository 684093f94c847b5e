// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/inference_batches.h"
#include "core/analysis/steps/inference_iteration.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The iterations that the user requests.
struct InferenceRequest {
  std::optional<TimeRange> range;     ///< iterations that begin in it; nullopt for all
  std::optional<InferenceKind> kind;  ///< nullopt for all
};

/// The iterations of an inference engine and what they have in common. Made by a worker, then immutable.
struct InferenceTable {
  std::shared_ptr<const Trace> trace;
  InferenceRequest request;
  std::shared_ptr<const std::vector<StepStats>> all;  ///< iterations of the whole trace, by start; each with its kind
  std::vector<StepStats> steps;                       ///< requested iterations
  std::vector<InferenceBatches> batches;

  [[nodiscard]] const InferenceIteration& iteration(std::size_t step) const { return *steps[step].inference; }
  [[nodiscard]] Duration duration(std::size_t step) const { return steps[step].onDevice.length(); }
  /// Returns the start as an offset from the trace's.
  [[nodiscard]] Duration start(std::size_t step) const { return steps[step].step.range.begin - trace->bounds().begin; }
  /// ns of the iteration by the tokens that go through it; nullopt if unknown.
  [[nodiscard]] std::optional<double> perToken(std::size_t step) const;
};

/// Takes the iterations from `before`, if that is of the same trace.
[[nodiscard]] Expected<std::shared_ptr<const InferenceTable>> makeInferenceTable(
    std::shared_ptr<const Trace> trace, const InferenceRequest& request,
    const std::shared_ptr<const InferenceTable>& before, const std::stop_token& stop);

}  // namespace kernline::ui
