// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/training_cycle.h"

#include "core/analysis/steps/step_phase.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view optimizerStep = "Optimizer.step#";

struct PhaseMark {
  StepPhase phase = StepPhase::Other;
  Step span;
};

/// Whether the span marks a phase: an annotation, or an operator for optimizers in torch 1.8. Clearing gradients ends
/// no phase.
bool isPhaseMark(const Trace& trace, SpanId span) {
  const bool isOptimizer = trace.kind(span) == SpanKind::Op && trace.nameText(span).starts_with(optimizerStep);
  return isOptimizer ||
         (trace.kind(span) == SpanKind::Annotation && !trace.nameText(span).starts_with("Optimizer.zero_grad"));
}

/// The annotations of phases of training, by process and start, none inside another.
std::map<ProcessId, std::vector<PhaseMark>> phaseMarks(const Trace& trace) {
  std::map<ProcessId, std::vector<Step>> spans;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::Thread) {
      continue;
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      const SpanId span{i};
      if (!isPhaseMark(trace, span)) {
        continue;
      }
      const StepPhase phase = phaseOfHostSpan(trace.nameText(span), SpanKind::Annotation);
      if (phase <= StepPhase::Optimizer) {
        spans[track.process].push_back(
            {.name = trace.name(span), .range = trace.range(span), .span = span, .process = track.process});
      }
    }
  }
  std::map<ProcessId, std::vector<PhaseMark>> marks;
  for (auto& [process, steps] : spans) {
    for (const Step& step : outermostSteps(std::move(steps))) {
      marks[process].push_back({phaseOfHostSpan(trace.text(step.name), SpanKind::Annotation), step});
    }
  }
  return marks;
}

/// Returns steps from a forward pass to what comes before the next one.
std::vector<Step> fromForward(const std::vector<PhaseMark>& marks) {
  std::vector<Step> steps;
  bool isOpen = false;    // a forward pass has begun
  bool isTurned = false;  // a backward pass or an optimizer has followed it
  bool hasBackward = false;
  const bool hasOptimizer = std::ranges::find(marks, StepPhase::Optimizer, &PhaseMark::phase) != marks.end();
  for (const PhaseMark& mark : marks) {
    hasBackward = hasBackward || mark.phase == StepPhase::Backward;
    if (mark.phase == StepPhase::Forward && (!isOpen || isTurned)) {
      steps.push_back(mark.span);
      isOpen = true;
      isTurned = false;
    } else if (isOpen) {
      steps.back().range.end = std::max(steps.back().range.end, mark.span.range.end);
      isTurned = isTurned || mark.phase == (hasOptimizer ? StepPhase::Optimizer : StepPhase::Backward);
    }
  }
  if (isOpen && !isTurned) {
    steps.pop_back();  // cut off
  }
  return hasBackward || hasOptimizer ? steps : std::vector<Step>{};
}

/// Whether the first of the steps is like the second: work launched before a loop is no step of it.
bool isFirstLikeSecond(const std::vector<Step>& steps, const LaunchedActivities& activities) {
  const auto count = [&](const Step& step) { return activities.within(step.process, step.range).count; };
  return steps.size() < 2 || (count(steps[0]) <= 2 * count(steps[1]) && count(steps[1]) <= 2 * count(steps[0]));
}

/// Returns steps from one `Optimizer.step#` to the next.
std::vector<Step> toOptimizer(const Trace& trace, const std::vector<PhaseMark>& marks,
                              const LaunchedActivities& activities) {
  std::vector<Step> ends;
  for (const PhaseMark& mark : marks) {
    if (trace.text(mark.span.name).starts_with(optimizerStep)) {
      ends.push_back(mark.span);
    }
  }
  if (ends.empty()) {
    return {};
  }
  std::map<StringId, std::size_t> firstOf;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    firstOf.try_emplace(ends[i].name, i);
  }
  const StringId last = std::ranges::max_element(firstOf, {}, [](const auto& entry) { return entry.second; })->first;
  std::erase_if(ends, [&](const Step& end) { return end.name != last; });
  Time begin = activities.extent(ends.front().process).begin;
  for (Step& step : ends) {
    const Time end = step.range.end;
    step.range.begin = std::min(begin, end);
    begin = end;
  }
  if (!isFirstLikeSecond(ends, activities)) {
    ends.erase(ends.begin());
  }
  return ends;
}

void add(SpanSeries& series, const Trace& trace, std::vector<Step> steps) {
  if (series.name.empty() && !steps.empty()) {
    series.name = withoutNumbers(trace.text(steps.front().name));
  }
  std::ranges::move(steps, std::back_inserter(series.steps));
}

}  // namespace

std::vector<SpanSeries> trainingCycles(const Trace& trace, const LaunchedActivities& activities) {
  constexpr std::size_t minNamed = 2;  // their names say what they are
  SpanSeries forward;
  SpanSeries optimizer;
  for (const auto& [process, marks] : phaseMarks(trace)) {
    if (std::vector<Step> steps = fromForward(marks); steps.size() >= minNamed) {
      add(forward, trace, std::move(steps));
    }
    add(optimizer, trace, toOptimizer(trace, marks, activities));
  }
  std::vector<SpanSeries> made;
  for (SpanSeries* series : {&forward, &optimizer}) {
    if (!series->steps.empty()) {
      std::ranges::stable_sort(series->steps, {}, [](const Step& step) { return step.range.begin; });
      measure(*series, activities);
      series->saysStep = true;  // their names do
      series->minCount = series == &forward ? minNamed : series->minCount;
      made.push_back(std::move(*series));
    }
  }
  return made;
}

}  // namespace kernline
