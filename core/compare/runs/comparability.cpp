// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/comparability.h"

#include "core/analysis/statistics/input_shapes.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/part_of_file.h"

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
  constexpr std::size_t maxOpsRead = 20'000;
  std::set<SpanId> ops;
  for (const SpanId span : step.spans) {
    const SpanId op = trace.opOf(span);
    if (op != SpanId::none && ops.size() < maxOpsRead) {
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
Message differentShapes(const ShapesByOp& base, const ShapesByOp& other) {
  std::size_t all = 0;
  std::size_t different = 0;
  Message example;
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
    if (example.isEmpty()) {
      example = Phrase::tr("Input shapes differ: %1 gets %2 in the baseline and %3 in the other run")
                    .with(name, *shapes.shapes.begin(), *found->second.shapes.begin());
    }
  }
  return different * 2 > all ? example : Message();
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

/// "12 recorded steps".
Message countedSteps(const MeasuredSteps& steps) {
  const std::size_t count = steps.steps.size();
  const auto counted = [&](Phrase one, Phrase many) { return (count == 1 ? one : many).with(count); };
  switch (steps.source) {
    case StepSource::Recorded:
      return counted(Phrase::tr("%1 recorded step"), Phrase::tr("%1 recorded steps"));
    case StepSource::Annotation:
      return counted(Phrase::tr("%1 annotated step"), Phrase::tr("%1 annotated steps"));
    case StepSource::Function:
      return counted(Phrase::tr("%1 call of a Python function"), Phrase::tr("%1 calls of a Python function"));
    case StepSource::Given:
      return counted(Phrase::tr("%1 span of that name"), Phrase::tr("%1 spans of that name"));
    case StepSource::Rounds:
      return counted(Phrase::tr("%1 repeating round of kernels"), Phrase::tr("%1 repeating rounds of kernels"));
    case StepSource::Whole:
      break;
  }
  return Phrase::tr("the whole recording");
}

}  // namespace

std::vector<Message> doubtsOf(const ComparedRun& base, const ComparedRun& other, const StepSequence& baseStep,
                              const StepSequence& otherStep) {
  std::vector<Message> doubts;
  for (const ComparedRun* run : {&base, &other}) {
    if (const Message missing = missingPart(*run->trace); !missing.isEmpty()) {
      doubts.push_back(Phrase::tr("%1: %2").with(run->title, missing));
    }
  }
  if (base.deviceModel != other.deviceModel) {
    doubts.push_back(Phrase::tr("Different GPUs: %1 and %2").with(base.deviceModel, other.deviceModel));
  }
  if (base.steps.source != other.steps.source) {
    doubts.push_back(Phrase::tr("Steps are defined differently: %1 and %2")
                         .with(countedSteps(base.steps), countedSteps(other.steps)));
  } else if (base.steps.steps.size() != other.steps.steps.size()) {
    doubts.push_back(Phrase::tr("Different number of steps: %1 and %2. Compare figures per step, not totals")
                         .with(base.steps.steps.size(), other.steps.steps.size()));
  }
  if (haveNothingInCommon(base, other, baseStep, otherStep)) {
    doubts.emplace_back(Phrase::tr("No operator and no kernel in common"));
  }
  Message shapes = differentShapes(shapesOf(*base.trace, baseStep), shapesOf(*other.trace, otherStep));
  if (!shapes.isEmpty()) {
    doubts.push_back(std::move(shapes));
  }
  if (base.devices != other.devices) {
    doubts.push_back(Phrase::tr("Different number of GPUs: %1 and %2").with(base.devices, other.devices));
  }
  return doubts;
}

std::vector<Message> aboutSteps(const ComparedRun& run) {
  const MeasuredSteps& steps = run.steps;
  const double mean = run.perStep(run.account.wall);
  const std::string length = formatDuration({std::llround(mean)});
  std::vector<Message> sentences;
  if (steps.source == StepSource::Whole) {
    sentences.push_back(
        Phrase::tr("%1: %2 from the first to the last GPU work; no repeating steps found").with(run.title, length));
  } else if (run.account.lengths.size() == 1) {
    sentences.push_back(Phrase::tr("%1: %2, %3").with(run.title, length, countedSteps(steps)));
  } else {
    sentences.push_back(
        Phrase::tr("%1: %2 ± %3 over %4")
            .with(run.title, length, formatDuration(spread(run.account.lengths, mean)), countedSteps(steps)));
  }
  if (steps.warmUp > 0) {
    const Phrase phrase = steps.warmUp == 1 ? Phrase::tr("%1: skipped the first step as warm-up")
                                            : Phrase::tr("%1: skipped the first %2 steps as warm-up");
    sentences.push_back(phrase.with(run.title, steps.warmUp));
  }
  if (const std::vector<TimeRange>& outliers = steps.outliers; !outliers.empty()) {
    const std::string longest = formatDuration(std::ranges::max(outliers, {}, &TimeRange::length).length());
    const Phrase phrase = outliers.size() == 1
                              ? Phrase::tr("%1: skipped %2 step over 3 times the median: %3")
                              : Phrase::tr("%1: skipped %2 steps over 3 times the median, the longest %3");
    sentences.push_back(phrase.with(run.title, outliers.size(), longest));
  }
  if (run.bySteps.isByTime()) {
    sentences.push_back(
        Phrase::tr("%1: no launches are recorded, so each step has the work that starts in it").with(run.title));
  }
  if (run.devices > 1) {
    sentences.push_back(Phrase::tr("%1: %2, the busiest of %3 GPUs").with(run.title, run.device, run.devices));
  }
  return sentences;
}

}  // namespace kernline
