// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/activities_by_steps.h"

#include "core/analysis/steps/step_of_spans.h"

#include <algorithm>
#include <iterator>

namespace kernline {

namespace {

/// Returns the measured step of each found step: itself or, for steps at the same time, the one around it.
std::vector<std::uint32_t> measuredOf(const MeasuredSteps& measured) {
  std::vector<std::uint32_t> places;
  for (const Step& step : measured.found.steps) {
    places.push_back(stepContaining(measured.host, step.range.begin));
  }
  return places;
}

}  // namespace

std::uint32_t stepContaining(std::span<const TimeRange> steps, Time time) {
  const auto behind = std::ranges::upper_bound(steps, time, {}, &TimeRange::begin);
  const bool isIn = behind != steps.begin() && std::prev(behind)->contains(time);
  return isIn ? static_cast<std::uint32_t>(behind - steps.begin() - 1) : noStep;
}

ActivitiesBySteps::ActivitiesBySteps(const Trace& trace, const MeasuredSteps& measured,
                                     std::span<const SpanId> activities, std::size_t deviceActivities)
    : m_steps(activities.size(), noStep) {
  const std::vector<std::uint32_t> places = measuredOf(measured);
  if (!places.empty()) {
    const std::vector<std::uint32_t> ofSpan = stepOfActivities(trace, measured.found);
    for (std::size_t i = 0; i < activities.size(); ++i) {
      const std::uint32_t found = ofSpan[index(activities[i])];
      m_steps[i] = found == noStep ? noStep : places[found];
    }
  }
  const auto device = activities.first(deviceActivities);
  const bool knowsLaunches =
      std::ranges::any_of(device, [&](SpanId span) { return trace.launchOf(span) != SpanId::none; });
  const bool hasAny =
      std::ranges::any_of(steps().first(deviceActivities), [](std::uint32_t step) { return step != noStep; });
  m_isByTime = !places.empty() && !measured.found.isOnDevice && !(knowsLaunches && hasAny);
  if (!hasAny) {
    goByTime(trace, measured, activities);
  }
  listActivities(measured.steps.size(), deviceActivities);
}

void ActivitiesBySteps::goByTime(const Trace& trace, const MeasuredSteps& measured,
                                 std::span<const SpanId> activities) {
  std::ranges::transform(activities, m_steps.begin(),
                         [&](SpanId span) { return stepContaining(measured.steps, trace.start(span)); });
}

void ActivitiesBySteps::listActivities(std::size_t stepCount, std::size_t deviceActivities) {
  m_firstOf.assign(stepCount + 1, 0);
  for (const std::uint32_t step : steps().first(deviceActivities)) {
    m_firstOf[step == noStep ? stepCount : step + 1] += step == noStep ? 0 : 1;
  }
  for (std::size_t step = 0; step < stepCount; ++step) {
    m_firstOf[step + 1] += m_firstOf[step];
  }
  m_ofSteps.resize(m_firstOf.back());
  std::vector<std::size_t> next = m_firstOf;
  for (std::uint32_t i = 0; i < deviceActivities; ++i) {
    if (m_steps[i] != noStep) {
      m_ofSteps[next[m_steps[i]]++] = i;
    }
  }
}

std::span<const std::uint32_t> ActivitiesBySteps::activitiesOf(std::size_t step) const {
  return std::span{m_ofSteps}.subspan(m_firstOf[step], m_firstOf[step + 1] - m_firstOf[step]);
}

}  // namespace kernline
