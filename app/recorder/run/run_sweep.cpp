// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace kernline::recorder {

namespace {

/// Returns the parameter's value as text; empty if there is no such parameter.
std::string textOfParameter(const MeasuredRun& run, const std::string& name) {
  if (run.values) {
    for (const Parameter& parameter : run.values->parameters()) {
      if (parameter.name == name) {
        return run.values->text(parameter);
      }
    }
  }
  return {};
}

/// "dtype=bf16": all parameters with several values but `parameter`.
std::string othersOf(std::span<const MeasuredRun> runs, const MeasuredRun& run, const std::string& parameter) {
  std::string text;
  for (const Parameter& other : run.values ? run.values->parameters() : std::span<const Parameter>()) {
    const std::string value = run.values->text(other);
    const bool isSwept = other.name != parameter && std::ranges::any_of(runs, [&](const MeasuredRun& one) {
                           return textOfParameter(one, other.name) != value;
                         });
    text += isSwept ? fmt::format("{}{}={}", text.empty() ? "" : " ", other.name, value) : std::string();
  }
  return text;
}

std::string_view limitOf(const MeasuredRun& run) {
  return run.profile && run.profile->problem.empty() ? run.profile->use.limit() : std::string_view();
}

std::string shareCell(std::optional<double> share) {
  return share ? fmt::format("{:.1f} %", *share * 100) : std::string("–");
}

}  // namespace

std::vector<LimitStretch> limitStretches(std::span<const MeasuredRun> runs, const std::string& parameter) {
  std::vector<LimitStretch> stretches;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string_view limit = limitOf(runs[i]);
    if (limit.empty()) {
      continue;
    }
    const bool goesOn = !stretches.empty() && stretches.back().last + 1 == i && stretches.back().limit == limit &&
                        othersOf(runs, runs[i], parameter) == othersOf(runs, runs[i - 1], parameter);
    if (goesOn) {
      stretches.back().last = i;
    } else {
      stretches.push_back({.limit = std::string(limit), .first = i, .last = i});
    }
  }
  return stretches;
}

nlohmann::json limitsJson(std::span<const LimitStretch> stretches) {
  nlohmann::json json = nlohmann::json::array();
  for (const LimitStretch& stretch : stretches) {
    json.push_back({{"limit", stretch.limit}, {"first", stretch.first}, {"last", stretch.last}});
  }
  return json;
}

std::string limitsText(std::span<const MeasuredRun> runs, const std::string& parameter) {
  const std::vector<LimitStretch> stretches = limitStretches(runs, parameter);
  if (stretches.empty()) {
    return {};
  }
  std::string text = fmt::format("counted, by {}\n  {:>14}  {:>12}  {:>8}  {:>8}  limit\n", parameter, parameter,
                                 "time", "DRAM", "tensor");
  for (const MeasuredRun& run : runs) {
    if (!limitOf(run).empty()) {
      const std::string others = othersOf(runs, run, parameter);
      text += fmt::format("  {:>14}  {:>9.2f} µs  {:>8}  {:>8}  {}{}\n", textOfParameter(run, parameter),
                          run.samples.median() / 1e3, shareCell(run.profile->use.dram),
                          shareCell(run.profile->use.tensor), limitOf(run), others.empty() ? "" : "  (" + others + ")");
    }
  }
  for (const LimitStretch& stretch : stretches) {
    const std::string first = textOfParameter(runs[stretch.first], parameter);
    const std::string others = othersOf(runs, runs[stretch.first], parameter);
    text += fmt::format("  {}{}={}{}: limited by {}\n", others.empty() ? "" : others + " ", parameter, first,
                        stretch.first == stretch.last ? "" : " to " + textOfParameter(runs[stretch.last], parameter),
                        stretch.limit);
  }
  return text;
}

}  // namespace kernline::recorder
