// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/chosen_range.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

void ChosenRange::setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const ShownSteps> steps, bool keeps) {
  m_trace = std::move(trace);
  m_steps = std::move(steps);
  m_range = keeps ? m_range : std::nullopt;
  m_measurement.reset();
  m_stretch.reset();
}

void ChosenRange::setSteps(std::shared_ptr<const ShownSteps> steps) {
  m_steps = std::move(steps);
  m_stretch.reset();
}

void ChosenRange::choose(std::optional<TimeRange> range) {
  // The time before and after the recording is unknown and must not count as idle.
  if (const TimeRange recorded = range && m_trace ? range->clippedTo(m_trace->bounds()) : TimeRange{};
      !recorded.isEmpty()) {
    range = recorded;
  }
  if (range && range->isEmpty()) {
    range.reset();
  }
  if (range == m_range && !m_measurement && !m_stretch) {
    return;
  }
  m_range = range;
  m_measurement.reset();
  m_stretch.reset();
  Q_EMIT changed();
}

void ChosenRange::measure(SpanId a, SpanId b) {
  if (m_trace->start(b) < m_trace->start(a)) {
    std::swap(a, b);
  }
  m_range = m_trace->range(a).unitedWith(m_trace->range(b));
  m_measurement = Measurement{a, b};
  m_stretch.reset();
  Q_EMIT changed();
}

void ChosenRange::chooseSteps(std::size_t a, std::size_t b) {
  const ShownSteps::Place one = m_steps->placeOf(a);
  const ShownSteps::Place other = m_steps->placeOf(b);
  const TimeRange range = (*m_steps)[a].range.unitedWith((*m_steps)[b].range);
  std::optional<StepStretch> stretch;
  if (one.row == other.row) {
    stretch = {std::min(one.number, other.number), std::max(one.number, other.number)};
  }
  if (range.isEmpty() || (range == m_range && stretch == m_stretch)) {
    return;
  }
  m_range = range;
  m_measurement.reset();
  m_stretch = stretch;
  Q_EMIT changed();
}

}  // namespace kernline::ui
