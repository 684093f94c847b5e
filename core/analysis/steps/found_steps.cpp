// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/host_waits.h"
#include "core/analysis/activity/whole_steps.h"
#include "core/analysis/calls/scope_names.h"
#include "core/analysis/query/text_pattern.h"
#include "core/analysis/steps/device_rounds.h"
#include "core/analysis/steps/generation_rounds.h"
#include "core/analysis/steps/inference_iteration.h"
#include "core/analysis/steps/launched_activities.h"
#include "core/analysis/steps/sampled_functions.h"
#include "core/analysis/steps/span_series.h"
#include "core/analysis/steps/training_cycle.h"
#include "core/model/format/printable_text.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

using From = StepChoice::From;

FoundSteps madeOf(const Trace& trace, StepSource source, SpanSeries series) {
  return {.source = source,
          .name = std::move(series.name),
          .steps = wholeSteps(trace, std::move(series.steps)),
          .share = series.share,
          .isOnDevice = false};
}

/// "ProfilerStep#" and a number.
bool isProfilerStep(std::string_view name) {
  return name.starts_with("ProfilerStep");
}

using KindsOfSteps = std::map<std::string, std::vector<Step>>;

/// The recorded steps by what they are called.
KindsOfSteps kindsOfSteps(const Trace& trace) {
  KindsOfSteps kinds;
  for (const Step& step : trace.steps()) {
    kinds[withoutNumbers(trace.text(step.name))].push_back(step);
  }
  return kinds;
}

/// Epochs hold batches: of several kinds of recorded steps, those of the profiler, else those that occur most often.
std::vector<Step> oneKind(const Trace& trace) {
  KindsOfSteps kinds = kindsOfSteps(trace);
  if (kinds.empty()) {
    return {};
  }
  auto best = std::ranges::find_if(kinds, [](const auto& kind) { return isProfilerStep(kind.first); });
  if (best == kinds.end()) {
    best = std::ranges::max_element(kinds, {}, [](const auto& kind) { return kind.second.size(); });
  }
  return std::move(best->second);
}

FoundSteps recorded(const Trace& trace, std::vector<Step> kind, const LaunchedActivities& activities) {
  SpanSeries series{.name = {}, .steps = outermostSteps(std::move(kind))};
  if (series.steps.empty()) {
    return {};
  }
  series.name = withoutNumbers(trace.text(series.steps.front().name));
  measure(series, activities);
  return madeOf(trace, StepSource::Recorded, std::move(series));
}

/// Finds the iterations that engines annotate, by any name.
std::optional<SpanSeries> iterations(const Trace& trace, const LaunchedActivities& activities,
                                     const std::stop_token& stop) {
  const auto nameOf = [](std::string_view name) {
    return inferenceIteration(name) ? std::optional<std::string>{""} : std::nullopt;
  };
  std::vector<SpanSeries> found = seriesByName(trace, SpanKind::Annotation, nameOf, stop);
  if (found.empty()) {
    return {};
  }
  found.front().name = withoutNumbers(trace.text(found.front().steps.front().name));
  measure(found.front(), activities);
  return std::move(found.front());
}

/// A name of which there can be a series: what communicates or ends a step is none.
std::optional<std::string> annotationName(std::string_view name) {
  return isHostCommunication(name) || name.starts_with("Optimizer.") ? std::nullopt
                                                                     : std::optional{withoutNumbers(name)};
}

/// Annotations that repeat, the likeliest first.
std::vector<SpanSeries> repeatedAnnotations(const Trace& trace, const LaunchedActivities& activities,
                                            const std::stop_token& stop) {
  if (activities.total().ns == 0) {
    return {};  // the launcher of most of it is unknown
  }
  std::vector<SpanSeries> candidates = seriesByName(trace, SpanKind::Annotation, annotationName, stop);
  for (SpanSeries& series : candidates) {
    measure(series, activities);
  }
  std::ranges::move(trainingCycles(trace, activities), std::back_inserter(candidates));
  return likelySeries(std::move(candidates));
}

/// Python functions that repeat, the likeliest first.
std::vector<SpanSeries> repeatedFunctions(const Trace& trace, const LaunchedActivities& activities,
                                          const std::stop_token& stop) {
  if (activities.total().ns == 0) {
    return {};
  }
  const bool areSampled = hasSampledFunctions(trace);
  const auto nameOf = [&](std::string_view name) {
    const bool isCounted = !areSampled || moduleText(name).size() < name.size();
    return isCounted ? std::optional<std::string>{name} : std::nullopt;
  };
  std::vector<SpanSeries> candidates = seriesByName(trace, SpanKind::PythonFunction, nameOf, stop);
  for (SpanSeries& series : candidates) {
    measure(series, activities);
  }
  return likelySeries(std::move(candidates));
}

FoundSteps firstOf(const Trace& trace, StepSource source, std::vector<SpanSeries> likely) {
  return likely.empty() ? FoundSteps{} : madeOf(trace, source, std::move(likely.front()));
}

FoundSteps annotated(const Trace& trace, const LaunchedActivities& activities, const std::stop_token& stop) {
  std::optional<SpanSeries> series = iterations(trace, activities, stop);
  return series ? madeOf(trace, StepSource::Annotation, std::move(*series))
                : firstOf(trace, StepSource::Annotation, repeatedAnnotations(trace, activities, stop));
}

FoundSteps rounds(const Trace& trace, const std::stop_token& stop) {
  struct Busiest {
    DeviceTracks device;
    std::vector<SpanId> work;
    Duration sum;
  };
  std::map<std::int32_t, Busiest> ofRank;
  for (DeviceTracks& device : deviceTracks(trace)) {
    std::vector<SpanId> activities = activitiesByStart(trace, device);
    const Duration sum = sumOfActivities(trace, activities);
    Busiest& busiest = ofRank[device.rank];
    if (busiest.work.empty() || sum > busiest.sum) {
      busiest = {.device = std::move(device), .work = std::move(activities), .sum = sum};
    }
  }
  FoundSteps found{.source = StepSource::Rounds, .name = {}, .steps = {}, .share = 0, .isOnDevice = true};
  Duration total;
  Duration inside;
  for (const auto& [rank, busiest] : ofRank) {
    if (stop.stop_requested()) {
      return {};
    }
    total += busiest.sum;
    std::optional<DeviceRounds> own = generationRounds(trace, busiest.device, busiest.work);
    if (!own) {
      own = deviceRounds(trace, busiest.device, busiest.work);
    }
    if (own) {
      found.name = found.name.empty() ? std::string{trace.text(own->first)} : found.name;
      inside += own->inside;
      std::ranges::move(own->steps, std::back_inserter(found.steps));
    }
  }
  found.share = total.ns == 0 ? 0 : static_cast<double>(inside.ns) / static_cast<double>(total.ns);
  std::ranges::stable_sort(found.steps, {}, [](const Step& step) { return step.range.begin; });
  return found;
}

/// All spans of threads that `accepts` takes, as one series.
template <typename Accept>
SpanSeries seriesOf(const Trace& trace, const Accept& accepts, const std::stop_token& stop) {
  SpanSeries all;
  const auto nameOf = [&](std::string_view name) {
    return accepts(name) ? std::optional<std::string>{""} : std::nullopt;
  };
  for (const SpanKind kind : {SpanKind::Annotation, SpanKind::PythonFunction, SpanKind::Op, SpanKind::Other}) {
    std::vector<SpanSeries> found = seriesByName(trace, kind, nameOf, stop);
    if (!found.empty()) {
      return std::move(found.front());
    }
  }
  return all;
}

Expected<FoundSteps> named(const Trace& trace, const std::string& wanted, const LaunchedActivities& activities,
                           const std::stop_token& stop) {
  SpanSeries series = seriesOf(trace, [&](std::string_view name) { return name == wanted; }, stop);
  if (series.steps.empty()) {
    series = seriesOf(trace, [&](std::string_view name) { return withoutNumbers(name) == wanted; }, stop);
  }
  if (series.steps.empty()) {
    const Expected<TextPattern> pattern = TextPattern::compile({.text = wanted, .isRegex = true, .matchCase = true});
    if (!pattern) {
      return std::unexpected(pattern.error());
    }
    series = seriesOf(trace, [&](std::string_view name) { return pattern->isIn(name); }, stop);
  }
  measure(series, activities);
  series.name = wanted;
  return madeOf(trace, StepSource::Given, std::move(series));
}

/// Whether both are the same spans, or the same rounds.
bool areSame(const FoundSteps& a, const FoundSteps& b) {
  return a.isOnDevice == b.isOnDevice && a.steps.size() == b.steps.size() &&
         a.steps.front().span == b.steps.front().span && a.steps.front().range.begin == b.steps.front().range.begin;
}

/// Candidates, each once.
class StepCandidates {
 public:
  void add(FoundSteps found) {
    if (!found.steps.empty() && std::ranges::none_of(m_all, [&](const FoundSteps& a) { return areSame(a, found); })) {
      m_all.push_back(std::move(found));
    }
  }
  void add(const Trace& trace, StepSource source, std::vector<SpanSeries> likely) {
    constexpr std::size_t maxOfSource = 4;
    for (SpanSeries& series : likely | std::views::take(maxOfSource)) {
      add(madeOf(trace, source, std::move(series)));
    }
  }
  [[nodiscard]] std::vector<FoundSteps> take() { return std::move(m_all); }

 private:
  std::vector<FoundSteps> m_all;
};

}  // namespace

StepChoice stepChoice(std::string_view text) {
  static const std::map<std::string_view, From> words{{"", From::Anything},
                                                      {"recorded", From::Recorded},
                                                      {"annotations", From::Annotations},
                                                      {"functions", From::Functions},
                                                      {"rounds", From::Rounds}};
  const auto word = words.find(text);
  return word == words.end() ? StepChoice{.from = From::Name, .name = std::string{text}}
                             : StepChoice{.from = word->second, .name = {}};
}

Expected<FoundSteps> foundSteps(const Trace& trace, const StepChoice& choice, const std::stop_token& stop) {
  const LaunchedActivities activities{trace};
  if (choice.from == From::Name) {
    return named(trace, choice.name, activities, stop);
  }
  const auto isWanted = [&](From from) { return choice.from == from || choice.from == From::Anything; };
  FoundSteps found;
  if (isWanted(From::Recorded)) {
    found = recorded(trace, oneKind(trace), activities);
  }
  if (found.steps.empty() && isWanted(From::Annotations)) {
    found = annotated(trace, activities, stop);
  }
  if (found.steps.empty() && isWanted(From::Functions)) {
    found = firstOf(trace, StepSource::Function, repeatedFunctions(trace, activities, stop));
  }
  if (found.steps.empty() && isWanted(From::Rounds)) {
    found = rounds(trace, stop);
  }
  return stop.stop_requested() ? FoundSteps{} : std::move(found);
}

std::vector<FoundSteps> stepCandidates(const Trace& trace, const std::stop_token& stop) {
  const LaunchedActivities activities{trace};
  StepCandidates candidates;
  candidates.add(foundSteps(trace, {}, stop).value_or(FoundSteps{}));
  for (auto& [name, steps] : kindsOfSteps(trace)) {
    candidates.add(recorded(trace, std::move(steps), activities));
  }
  candidates.add({.source = StepSource::Recorded, .name = {}, .steps = wholeSteps(trace), .share = 0});
  candidates.add(annotated(trace, activities, stop));
  candidates.add(trace, StepSource::Annotation, repeatedAnnotations(trace, activities, stop));
  candidates.add(trace, StepSource::Function, repeatedFunctions(trace, activities, stop));
  candidates.add(rounds(trace, stop));
  return stop.stop_requested() ? std::vector<FoundSteps>{} : candidates.take();
}

Message howFound(const FoundSteps& found) {
  const std::string name = printable(found.name);
  switch (found.source) {
    case StepSource::Recorded:
      return name.empty() ? Phrase::tr("recorded") : Phrase::tr("recorded as %1").with(name);
    case StepSource::Annotation:
      return Phrase::tr("found by annotation %1").with(name);
    case StepSource::Function:
      return Phrase::tr("found by Python function %1").with(name);
    case StepSource::Rounds:
      return found.name.contains("GraphLaunch") ? Phrase::tr("found by %1").with(name)
                                                : Phrase::tr("found as repeating kernels, beginning with %1")
                                                      .with(printable(shortKernelName(found.name)));
    case StepSource::Given:
    case StepSource::Whole:
      break;
  }
  return Phrase::tr("named %1").with(name);
}

}  // namespace kernline
