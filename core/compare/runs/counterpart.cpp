// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/counterpart.h"

#include "core/compare/runs/sequence_alignment.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>

namespace kernline {

namespace {

std::vector<std::uint32_t> rowsOfStep(const ComparedRun& run, std::size_t step) {
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t place : run.bySteps.activitiesOf(step)) {
    rows.push_back(run.rowOfActivity[place]);
  }
  return rows;
}

/// `steps`: those of the run, on the device or on the host.
std::optional<std::size_t> stepAt(std::span<const TimeRange> steps, Time time) {
  const std::uint32_t step = stepContaining(steps, time);
  return step == noStep ? std::nullopt : std::optional<std::size_t>(step);
}

/// Returns the position of the device's work in the run's; nullopt if it is not there.
std::optional<std::size_t> placeOf(const ComparedRun& run, SpanId span) {
  const auto activities = run.activitiesOfDevice();
  const auto together = std::ranges::equal_range(activities, run.trace->start(span), {},
                                                 [&](SpanId other) { return run.trace->start(other); });
  const auto place = std::ranges::find(together, span);
  return place == together.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - activities.begin()));
}

/// The step that has this work, given its position in the run's.
std::optional<std::size_t> stepOfActivities(const ComparedRun& run, std::size_t place) {
  const std::uint32_t step = run.bySteps.steps()[place];
  return step == noStep ? std::nullopt : std::optional<std::size_t>(step);
}

/// Pairs the first of each row with the first, and so on, where both have as many of it.
std::vector<std::pair<std::size_t, std::size_t>> pairedByNumber(std::span<const std::uint32_t> left,
                                                                std::span<const std::uint32_t> right) {
  std::map<std::uint32_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> places;
  for (std::size_t i = 0; i < left.size(); ++i) {
    places[left[i]].first.push_back(i);
  }
  for (std::size_t i = 0; i < right.size(); ++i) {
    places[right[i]].second.push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [row, sides] : places) {
    for (std::size_t i = 0; sides.first.size() == sides.second.size() && i < sides.first.size(); ++i) {
      pairs.emplace_back(sides.first[i], sides.second[i]);
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

/// Profilers number steps: "ProfilerStep#12".
std::string_view withoutNumber(std::string_view name) {
  const std::size_t hash = name.rfind('#');
  const bool isNumbered =
      hash != std::string_view::npos && name.find_first_not_of("0123456789", hash + 1) == std::string_view::npos;
  return isNumbered ? name.substr(0, hash) : name;
}

bool isAnnotation(SpanKind kind) {
  return kind == SpanKind::Annotation || kind == SpanKind::DeviceAnnotation;
}

}  // namespace

SpanId Counterparts::of(std::size_t from, SpanId span, std::size_t to) {
  const SpanKind kind = m_comparison->runs[from].trace->kind(span);
  return isAnnotation(kind) ? annotationLike(from, span, to) : activityLike(from, span, to);
}

const Counterparts::Pairs& Counterparts::alignment(std::size_t from, std::size_t to, std::size_t step) {
  const auto [place, isNew] = m_alignments.try_emplace({from, to, step});
  if (isNew) {
    const auto here = rowsOfStep(m_comparison->runs[from], step);
    const auto there = rowsOfStep(m_comparison->runs[to], step);
    auto aligned = alignSequences(here, there);
    place->second = aligned ? std::move(*aligned) : pairedByNumber(here, there);
  }
  return place->second;
}

SpanId Counterparts::activityLike(std::size_t from, SpanId span, std::size_t to) {
  const ComparedRun& here = m_comparison->runs[from];
  const ComparedRun& there = m_comparison->runs[to];
  const auto place = placeOf(here, span);
  const auto step = place ? stepOfActivities(here, *place) : std::nullopt;
  if (!step || *step >= there.steps.steps.size()) {
    return SpanId::none;
  }
  const auto activities = here.bySteps.activitiesOf(*step);
  const auto number = static_cast<std::size_t>(
      std::ranges::lower_bound(activities, static_cast<std::uint32_t>(*place)) - activities.begin());
  const Pairs& pairs = alignment(from, to, *step);
  const auto pair = std::ranges::lower_bound(pairs, number, {}, &std::pair<std::size_t, std::size_t>::first);
  const bool isPaired = pair != pairs.end() && pair->first == number;
  return isPaired ? there.activities[there.bySteps.activitiesOf(*step)[pair->second]] : SpanId::none;
}

SpanId Counterparts::annotationLike(std::size_t from, SpanId span, std::size_t to) {
  const Trace& trace = *m_comparison->runs[from].trace;
  const std::string name{withoutNumber(trace.nameText(span))};
  const std::vector<Place>& here = sameNamePlaces(from, trace.kind(span), name);
  const std::vector<Place>& there = sameNamePlaces(to, trace.kind(span), name);
  const Place& own = *std::ranges::find(here, span, &Place::span);
  const bool isInStep = own.step.has_value();
  if (!isInStep &&
      std::ranges::count(here, own.step, &Place::step) != std::ranges::count(there, own.step, &Place::step)) {
    return SpanId::none;
  }
  const auto found = std::ranges::find_if(
      there, [&](const Place& place) { return place.step == own.step && place.number == own.number; });
  return found == there.end() ? SpanId::none : found->span;
}

const std::vector<Counterparts::Place>& Counterparts::sameNamePlaces(std::size_t run, SpanKind kind,
                                                                     const std::string& name) {
  const auto [known, isNew] = m_sameName.try_emplace({run, kind, name});
  std::vector<Place>& places = known->second;
  if (isNew) {
    const Trace& trace = *m_comparison->runs[run].trace;
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      if (trace.kinds()[i] == kind && withoutNumber(trace.nameText(SpanId{i})) == name) {
        places.push_back({.span = SpanId{i}, .step = stepOf(run, SpanId{i})});
      }
    }
    std::ranges::stable_sort(places, {}, [&](const Place& place) { return trace.start(place.span); });
    std::map<std::optional<std::size_t>, std::size_t> count;
    for (Place& place : places) {
      place.number = count[place.step]++;
    }
  }
  return places;
}

/// Returns the step in which the annotation begins, for steps of the host. For rounds of the device, the one in which
/// most of the work it launched ran.
std::optional<std::size_t> Counterparts::stepOf(std::size_t run, SpanId annotation) {
  const ComparedRun& compared = m_comparison->runs[run];
  const Trace& trace = *compared.trace;
  const TimeRange range = trace.range(annotation);
  if (trace.kind(annotation) == SpanKind::DeviceAnnotation) {
    return stepAt(compared.steps.steps, range.begin + Duration{range.length().ns / 2});
  }
  const StepSource source = compared.steps.source;
  if (source == StepSource::Recorded || source == StepSource::Annotation || source == StepSource::Function) {
    return stepAt(compared.steps.host, range.begin);
  }
  const ProcessId process = trace.track(trace.trackOf(annotation)).process;
  const std::vector<Call>& all = calls(run);
  std::map<std::optional<std::size_t>, std::size_t> launched;
  for (auto call = std::ranges::lower_bound(all, range.begin, {}, &Call::start);
       call != all.end() && call->start < range.end; ++call) {
    if (call->process == process) {
      ++launched[stepAt(compared.steps.steps, call->work)];
    }
  }
  const auto maxEntry = std::ranges::max_element(launched, {}, [](const auto& entry) { return entry.second; });
  return maxEntry == launched.end() ? std::nullopt : maxEntry->first;
}

const std::vector<Counterparts::Call>& Counterparts::calls(std::size_t run) {
  const auto [known, isNew] = m_calls.try_emplace(run);
  if (isNew) {
    const Trace& trace = *m_comparison->runs[run].trace;
    for (const Launch& launch : trace.launches()) {
      known->second.push_back({.start = trace.start(launch.call),
                               .process = trace.track(trace.trackOf(launch.call)).process,
                               .work = trace.start(launch.activity)});
    }
    std::ranges::stable_sort(known->second, {}, &Call::start);
  }
  return known->second;
}

SpanId Counterparts::example(std::size_t run, std::size_t row) {
  const ComparedRun& compared = m_comparison->runs[run];
  const Trace& trace = *compared.trace;
  const auto longestIn = [&](const auto& places, const auto& isWanted) {
    std::optional<std::size_t> longest;
    for (const std::size_t w : places) {
      const bool isLonger =
          !longest || trace.duration(compared.activities[w]) > trace.duration(compared.activities[*longest]);
      if (compared.rowOfActivity[w] == row && isLonger && isWanted(compared.activities[w])) {
        longest = w;
      }
    }
    return longest;
  };
  const auto longest =
      longestIn(std::views::iota(std::size_t{0}, compared.deviceActivities), [](SpanId) { return true; });
  if (!longest) {
    return SpanId::none;
  }
  const auto step = stepOfActivities(compared, *longest);
  if (!step) {
    return compared.activities[*longest];
  }
  const auto isElsewhere = [&](SpanId activity) {
    for (std::size_t other = 0; other < m_comparison->runs.size(); ++other) {
      if (other != run && m_comparison->rows[row].sides[other].count > 0 && of(run, activity, other) == SpanId::none) {
        return false;
      }
    }
    return true;
  };
  const auto common = longestIn(compared.bySteps.activitiesOf(*step), isElsewhere);
  return compared.activities[common.value_or(*longest)];
}

}  // namespace kernline
