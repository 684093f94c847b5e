// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/inference_batches.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace kernline {

namespace {

using MaybeNumber = std::optional<std::int64_t>;

/// Figures of one octave are one size; -1 is unknown.
int octave(MaybeNumber figure) {
  return figure ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(0, *figure)))) : -1;
}

auto sizeOf(const InferenceIteration& iteration) {
  const MaybeNumber batch = iteration.kind == InferenceKind::Decode ? iteration.requests : iteration.tokens;
  return std::tuple(iteration.kind, octave(batch), octave(kvPerRequest(iteration)));
}

void extend(std::optional<Extent>& extent, MaybeNumber figure) {
  if (figure) {
    extent =
        extent ? Extent{std::min(extent->least, *figure), std::max(extent->most, *figure)} : Extent{*figure, *figure};
  }
}

Duration medianBy(const std::vector<const StepStats*>& steps, auto lengthOfStep) {
  std::vector<std::int64_t> lengths;
  for (const StepStats* step : steps) {
    lengths.push_back(lengthOfStep(*step).ns);
  }
  return {medianOf(lengths)};
}

InferenceBatches batchesOf(InferenceKind kind, const std::vector<const StepStats*>& steps) {
  InferenceBatches batches;
  batches.kind = kind;
  batches.iterations = steps.size();
  for (const StepStats* step : steps) {
    extend(batches.requests, step->inference->requests);
    extend(batches.tokens, step->inference->tokens);
    extend(batches.kvPerRequest, kvPerRequest(*step->inference));
    batches.maxDuration = std::max(batches.maxDuration, step->onDevice.length());
    if (step->inference->tokens) {
      batches.sumTokens += *step->inference->tokens;
      batches.sumDevice += step->device;
      batches.sumDuration += step->onDevice.length();
    }
  }
  batches.medianDuration = medianBy(steps, [](const StepStats& step) { return step.onDevice.length(); });
  batches.medianDevice = medianBy(steps, [](const StepStats& step) { return step.device; });
  batches.medianIdle = medianBy(steps, [](const StepStats& step) { return step.idle; });
  return batches;
}

}  // namespace

std::optional<std::int64_t> kvPerRequest(const InferenceIteration& iteration) {
  if (!iteration.kvTokens || iteration.requests.value_or(0) <= 0) {
    return {};
  }
  return *iteration.kvTokens / *iteration.requests;
}

std::vector<InferenceBatches> inferenceBatches(const std::vector<StepStats>& steps) {
  std::map<std::tuple<InferenceKind, int, int>, std::vector<const StepStats*>> sizes;
  for (const StepStats& step : steps) {
    if (step.inference) {
      sizes[sizeOf(*step.inference)].push_back(&step);
    }
  }
  std::vector<InferenceBatches> made;
  for (const auto& [size, alike] : sizes) {
    made.push_back(batchesOf(std::get<InferenceKind>(size), alike));
  }
  return made;
}

}  // namespace kernline
