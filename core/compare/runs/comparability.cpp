// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/comparability.h"

#include "core/analysis/statistics/input_shapes.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kernline {

namespace {

/// The input shapes with which each operator launched something in a step, and how often it did.
struct OpShapes {
  std::set<std::string> shapes;
  std::size_t calls = 0;
};
using ShapesByOp = std::map<std::string, OpShapes, std::less<>>;

ShapesByOp shapesOf(const Trace& trace, const StepSequence& step) {
  constexpr std::size_t mostRead = 20'000;
  std::set<SpanId> ops;
  for (const SpanId span : step.spans) {
    const SpanId op = trace.opOf(span);
    if (op != SpanId::none && ops.size() < mostRead) {
      ops.insert(op);
    }
  }
  ShapesByOp found;
  for (const SpanId op : ops) {
    const std::string dims = readInputShape(trace, op).dims;
    if (!dims.empty()) {
      OpShapes& shapes = found[std::string{trace.nameText(op)}];
      shapes.shapes.insert(dims);
      ++shapes.calls;
    }
  }
  return found;
}

bool haveCommon(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& shape) { return b.contains(shape); });
}

/// A sentence if most calls of operators that both runs have are to operators that got no input of the same shape in
/// both: one algorithm may call an operator more than another, but then some inputs are the same.
std::string differentShapes(const ShapesByOp& base, const ShapesByOp& other) {
  std::size_t all = 0;
  std::size_t different = 0;
  std::string example;
  for (const auto& [name, shapes] : base) {
    const auto found = other.find(name);
    if (found == other.end()) {
      continue;
    }
    all += shapes.calls;
    if (haveCommon(shapes.shapes, found->second.shapes)) {
      continue;
    }
    different += shapes.calls;
    if (example.empty()) {
      example = fmt::format("{} is called with {} in the base and with {} in the other", name, *shapes.shapes.begin(),
                            *found->second.shapes.begin());
    }
  }
  return different * 2 > all ? "Input shapes differ: " + example : std::string{};
}

std::set<std::string_view> namesIn(const Trace& trace, const StepSequence& step) {
  std::set<std::string_view> names;
  for (const SpanId span : step.spans) {
    const SpanId op = trace.opOf(span);
    if (trace.kind(span) == SpanKind::Kernel) {
      names.insert(trace.nameText(span));
    }
    if (op != SpanId::none) {
      names.insert(trace.nameText(op));
    }
  }
  return names;
}

bool haveNothingInCommon(const ComparedRun& base, const ComparedRun& other, const StepSequence& baseStep,
                         const StepSequence& otherStep) {
  const auto names = namesIn(*base.trace, baseStep);
  return std::ranges::none_of(namesIn(*other.trace, otherStep),
                              [&](std::string_view name) { return names.contains(name); });
}

Duration spread(const std::vector<Duration>& lengths, double mean) {
  double sum = 0;
  for (const Duration length : lengths) {
    sum += (static_cast<double>(length.ns) - mean) * (static_cast<double>(length.ns) - mean);
  }
  return {std::llround(std::sqrt(sum / static_cast<double>(lengths.size() - 1)))};
}

std::string_view whatSteps(const MeasuredSteps& steps) {
  const std::size_t count = steps.steps.size();
  switch (steps.source) {
    case StepSource::Recorded:
      return count == 1 ? "recorded step" : "recorded steps";
    case StepSource::Named:
      return count == 1 ? "span of that name" : "spans of that name";
    case StepSource::Repetition:
      return count == 1 ? "round of kernels that repeats" : "rounds of the same kernels";
    case StepSource::Whole:
      break;
  }
  return "the whole of it";
}

}  // namespace

std::vector<std::string> doubtsOf(const ComparedRun& base, const ComparedRun& other, const StepSequence& baseStep,
                                  const StepSequence& otherStep) {
  std::vector<std::string> doubts;
  if (base.deviceModel != other.deviceModel) {
    doubts.push_back(fmt::format("Another GPU: {} and {}", base.deviceModel, other.deviceModel));
  }
  if (base.steps.source != other.steps.source) {
    doubts.push_back(
        fmt::format("Steps are not the same thing: {} and {}", whatSteps(base.steps), whatSteps(other.steps)));
  } else if (base.steps.steps.size() != other.steps.steps.size()) {
    doubts.push_back(fmt::format("Another number of steps: {} and {}; figures a step can be compared, totals cannot",
                                 base.steps.steps.size(), other.steps.steps.size()));
  }
  if (haveNothingInCommon(base, other, baseStep, otherStep)) {
    doubts.emplace_back("They have no operator and no kernel in common");
  }
  std::string shapes = differentShapes(shapesOf(*base.trace, baseStep), shapesOf(*other.trace, otherStep));
  if (!shapes.empty()) {
    doubts.push_back(std::move(shapes));
  }
  if (base.devices != other.devices) {
    doubts.push_back(fmt::format("Another number of GPUs: {} and {}", base.devices, other.devices));
  }
  return doubts;
}

std::vector<std::string> aboutSteps(const ComparedRun& run) {
  const MeasuredSteps& steps = run.steps;
  const double mean = run.perStep(run.account.wall);
  const std::string length = formatDuration({std::llround(mean)});
  std::vector<std::string> sentences;
  if (steps.source == StepSource::Whole) {
    sentences.push_back(fmt::format("{}: {} from the first to the last work of the GPU, once; nothing in it repeats",
                                    run.title, length));
  } else if (run.account.lengths.size() == 1) {
    sentences.push_back(fmt::format("{}: {}, a single {}", run.title, length, whatSteps(steps)));
  } else {
    sentences.push_back(fmt::format("{}: {} ± {} over {} {}", run.title, length,
                                    formatDuration(spread(run.account.lengths, mean)), run.account.lengths.size(),
                                    whatSteps(steps)));
  }
  if (steps.warmUp > 0) {
    sentences.push_back(fmt::format("{}: first steps left out as warm-up: {}", run.title, steps.warmUp));
  }
  if (const std::vector<TimeRange>& outliers = steps.outliers; !outliers.empty()) {
    const TimeRange longest = std::ranges::max(outliers, {}, &TimeRange::length);
    sentences.push_back(fmt::format("{}: steps left out that took over 3 times the median: {}, the longest {}",
                                    run.title, outliers.size(), formatDuration(longest.length())));
  }
  if (run.devices > 1) {
    sentences.push_back(fmt::format("{}: of {} GPUs {}, the busiest", run.title, run.devices, run.device));
  }
  return sentences;
}

}  // namespace kernline
