// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/comparability.h"

#include "core/analysis/communication/distributed_info.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/unusual_steps.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/part_of_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kernline {

namespace {

/// Device time of what an operator launched in a step, by input shapes.
using TimeByShapes = std::map<std::string, Duration, std::less<>>;
using ShapesByOp = std::map<std::string, TimeByShapes, std::less<>>;

ShapesByOp shapesOf(const Trace& trace, const StepSequence& step) {
  constexpr std::size_t maxOpsRead = 20'000;
  std::map<SpanId, Duration> timeOfOp;
  for (const SpanId span : step.spans) {
    const SpanId op = trace.opOf(span);
    if (op != SpanId::none && (timeOfOp.size() < maxOpsRead || timeOfOp.contains(op))) {
      timeOfOp[op] += trace.duration(span);
    }
  }
  ShapesByOp found;
  for (const auto& [op, time] : timeOfOp) {
    const std::string dims = readInputShape(trace, op).dims;
    if (!dims.empty()) {
      found[std::string{trace.nameText(op)}][dims] += time;
    }
  }
  return found;
}

/// Time that operators of one run spend on input shapes that they do not get in the other.
struct UnsharedShapes {
  Duration all;  ///< time of operators that both runs have
  Duration unshared;
  std::map<Duration, std::pair<std::string_view, std::string_view>> longest;  ///< operator and shapes, by time

  UnsharedShapes(const ShapesByOp& own, const ShapesByOp& others) {
    for (const auto& [op, shapes] : own) {
      const auto other = others.find(op);
      if (other == others.end()) {
        continue;
      }
      for (const auto& [dims, time] : shapes) {
        all += time;
        if (!other->second.contains(dims)) {
          unshared += time;
          longest[time] = {op, dims};
        }
      }
    }
  }
  [[nodiscard]] bool isMuch() const { return unshared.ns > all.ns / 4; }
};

/// "[2, 512, 64], [64, 64]": tensors alone.
std::string shownShapes(std::string_view dims) {
  constexpr std::size_t maxLetters = 60;
  std::string shown{dims.size() > 2 ? dims.substr(1, dims.size() - 2) : dims};
  for (const std::string_view empty : {", []", "[], "}) {
    for (std::size_t at = shown.find(empty); at != std::string::npos; at = shown.find(empty)) {
      shown.erase(at, empty.size());
    }
  }
  return elided(shown, maxLetters);
}

/// A sentence if in both runs much of the time of operators that both have is spent on shapes that the other run does
/// not have: one algorithm may call an operator more often than another, but then that other one has no new shapes.
Message differentShapes(const ShapesByOp& base, const ShapesByOp& other) {
  const UnsharedShapes before{base, other};
  const UnsharedShapes after{other, base};
  if (!before.isMuch() || !after.isMuch()) {
    return {};
  }
  const auto& [op, dims] = before.longest.rbegin()->second;
  const auto counterpart = std::ranges::find_if(after.longest.rbegin(), after.longest.rend(),
                                                [&](const auto& entry) { return entry.second.first == op; });
  if (counterpart == after.longest.rend()) {
    return Phrase::tr("Input shapes differ: only the baseline calls %1 with %2").with(op, shownShapes(dims));
  }
  return Phrase::tr("Input shapes differ: %1 gets %2 in the baseline and %3 in the other run")
      .with(op, shownShapes(dims), shownShapes(counterpart->second.second));
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
  const std::int32_t ranks =
      std::min(DistributedInfo::of(*base.trace).worldSize, DistributedInfo::of(*other.trace).worldSize);
  if (ranks > 1 && base.devices == 1 && other.devices == 1) {
    doubts.push_back(
        Phrase::tr("Each file is one rank of %1, which waits for the others in collectives: compare all ranks")
            .with(ranks));
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
  if (const Duration host = medianLength(steps.host); isHostAhead(host, medianLength(steps.steps))) {
    sentences.push_back(Phrase::tr("%1: the host runs ahead, at %2 per step, so steps are measured on the device")
                            .with(run.title, formatDuration(host)));
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
