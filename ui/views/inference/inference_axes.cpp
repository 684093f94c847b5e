// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_axes.h"

#include "ui/kit/language/words.h"

#include <cmath>

namespace kernline::ui {
namespace {

std::optional<double> asValue(const std::optional<std::int64_t>& count) {
  return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

}  // namespace

std::optional<double> valueOf(const InferenceTable& table, std::size_t step, InferenceX x) {
  const InferenceIteration& iteration = table.iteration(step);
  switch (x) {
    case InferenceX::Requests:
      return asValue(iteration.requests);
    case InferenceX::Tokens:
      return asValue(iteration.tokens);
    case InferenceX::Length:
      return asValue(kvPerRequest(iteration));
    case InferenceX::Start:
      break;
  }
  return static_cast<double>(table.start(step).ns);
}

std::optional<double> valueOf(const InferenceTable& table, std::size_t step, InferenceY y) {
  return y == InferenceY::Token ? table.perToken(step) : static_cast<double>(table.duration(step).ns);
}

QString titleOf(InferenceX x) {
  switch (x) {
    case InferenceX::Requests:
      return Words::tr("Requests in the batch");
    case InferenceX::Tokens:
      return Words::tr("Tokens of the iteration");
    case InferenceX::Length:
      return Words::tr("KV length of a request");
    case InferenceX::Start:
      break;
  }
  return Words::tr("Time in the trace");
}

QString titleOf(InferenceY y) {
  return y == InferenceY::Token ? Words::tr("Time per token") : Words::tr("Time per iteration");
}

AxisUnit fittingAxisUnit(double ns) {
  const TimeUnit unit = fittingUnit({std::llround(ns)});
  constexpr double thousand = 1000;
  return {.unit = unit, .ns = std::pow(thousand, static_cast<int>(unit))};
}

}  // namespace kernline::ui
