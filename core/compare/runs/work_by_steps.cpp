// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/work_by_steps.h"

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

WorkBySteps::WorkBySteps(const Trace& trace, const MeasuredSteps& measured, std::span<const SpanId> work,
                         std::size_t deviceWork)
    : m_steps(work.size(), noStep) {
  const std::vector<std::uint32_t> places = measuredOf(measured);
  if (!places.empty()) {
    const std::vector<std::uint32_t> ofSpan = stepOfWork(trace, measured.found);
    for (std::size_t i = 0; i < work.size(); ++i) {
      const std::uint32_t found = ofSpan[index(work[i])];
      m_steps[i] = found == noStep ? noStep : places[found];
    }
  }
  const auto device = work.first(deviceWork);
  const bool knowsLaunches =
      std::ranges::any_of(device, [&](SpanId span) { return trace.launchOf(span) != SpanId::none; });
  const bool hasAny = std::ranges::any_of(steps().first(deviceWork), [](std::uint32_t step) { return step != noStep; });
  m_isByTime = !places.empty() && !measured.found.isOnDevice && !(knowsLaunches && hasAny);
  if (!hasAny) {
    goByTime(trace, measured, work);
  }
  listWork(measured.steps.size(), deviceWork);
}

void WorkBySteps::goByTime(const Trace& trace, const MeasuredSteps& measured, std::span<const SpanId> work) {
  std::ranges::transform(work, m_steps.begin(),
                         [&](SpanId span) { return stepContaining(measured.steps, trace.start(span)); });
}

void WorkBySteps::listWork(std::size_t stepCount, std::size_t deviceWork) {
  m_firstOf.assign(stepCount + 1, 0);
  for (const std::uint32_t step : steps().first(deviceWork)) {
    m_firstOf[step == noStep ? stepCount : step + 1] += step == noStep ? 0 : 1;
  }
  for (std::size_t step = 0; step < stepCount; ++step) {
    m_firstOf[step + 1] += m_firstOf[step];
  }
  m_work.resize(m_firstOf.back());
  std::vector<std::size_t> next = m_firstOf;
  for (std::uint32_t i = 0; i < deviceWork; ++i) {
    if (m_steps[i] != noStep) {
      m_work[next[m_steps[i]]++] = i;
    }
  }
}

std::span<const std::uint32_t> WorkBySteps::workOf(std::size_t step) const {
  return std::span{m_work}.subspan(m_firstOf[step], m_firstOf[step + 1] - m_firstOf[step]);
}

}  // namespace kernline
