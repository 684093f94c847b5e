// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

double bestMedian(const Tuning& tuning) {
  return tuning.best ? tuning.runs[*tuning.best].samples.median() : 0;
}

}  // namespace

std::string valuesText(const Values& values) {
  std::string text;
  for (const Parameter& parameter : values.parameters()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.name, values.text(parameter));
  }
  return text;
}

Tuning tune(const std::vector<Values>& all,
            const std::function<MeasuredRun(const Values& values, double bestMedian)>& measure,
            const std::function<bool()>& isUsable) {
  Tuning tuning;
  for (const Values& values : all) {
    try {
      MeasuredRun run = measure(values, bestMedian(tuning));
      if (!tuning.best || run.samples.median() < bestMedian(tuning)) {
        tuning.best = tuning.runs.size();
      }
      tuning.runs.push_back(std::move(run));
    } catch (const Failure& failure) {
      if (failure.code() != ExitCode::kernelFailed || !isUsable()) {
        throw;
      }
      tuning.failed.push_back({.values = values, .problem = failure.what()});
    }
  }
  return tuning;
}

nlohmann::json tuningJson(const Tuning& tuning) {
  nlohmann::json json{{"best", tuning.best ? nlohmann::json(*tuning.best) : nlohmann::json{}},
                      {"failed", nlohmann::json::array()}};
  for (const Tuning::Failed& failed : tuning.failed) {
    json["failed"].push_back({{"parameters", parametersJson(failed.values)}, {"error", failed.problem}});
  }
  return json;
}

std::string toText(const Tuning& tuning) {
  std::vector<std::size_t> order(tuning.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return tuning.runs[i].samples.median(); });
  std::string text;
  for (const std::size_t i : order) {
    const MeasuredRun& run = tuning.runs[i];
    text += fmt::format("  {:>10.2f} µs  {:>5.2f}x  {}{}\n", run.samples.median() / 1e3,
                        run.samples.median() / bestMedian(tuning), valuesText(*run.values),
                        run.converged ? "" : fmt::format("  (stopped after {} samples)", run.samples.size()));
  }
  for (const Tuning::Failed& failed : tuning.failed) {
    text += fmt::format("      failed         {}: {}\n", valuesText(failed.values), failed.problem);
  }
  return text;
}

}  // namespace kernline::recorder
