// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_table.h"

#include "core/analysis/steps/inference_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

std::optional<double> InferenceTable::perToken(std::size_t step) const {
  const std::int64_t tokens = iteration(step).tokens.value_or(0);
  return tokens > 0 ? std::optional(static_cast<double>(duration(step).ns) / static_cast<double>(tokens))
                    : std::nullopt;
}

Expected<std::shared_ptr<const InferenceTable>> makeInferenceTable(std::shared_ptr<const Trace> trace,
                                                                   const InferenceRequest& request,
                                                                   const std::shared_ptr<const InferenceTable>& before,
                                                                   const std::stop_token& stop) {
  auto table = std::make_shared<InferenceTable>();
  table->all = before && before->trace == trace
                   ? before->all
                   : std::make_shared<const std::vector<StepStats>>(inferenceSteps(*trace, stop));
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  std::ranges::copy_if(*table->all, std::back_inserter(table->steps), [&](const StepStats& step) {
    return (!request.range || request.range->contains(step.onDevice.begin)) &&
           (!request.kind || step.inference->kind == *request.kind);
  });
  table->batches = inferenceBatches(table->steps);
  table->trace = std::move(trace);
  table->request = request;
  return table;
}

}  // namespace kernline::ui
