// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a scene.
#include "ui/views/timeline/timeline_scene.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double stepMargin = 0.05;   // lengths of a step on both of its sides
constexpr double minStepWidth = 6;    // a step that is walked to and narrower, in pixels, is zoomed to
constexpr double narrowMargin = 2;    // lengths of it on both of its sides then
constexpr double maxStepShare = 0.8;  // of the view; a longer one is shown whole

}  // namespace

void TimelineScene::setSteps(std::shared_ptr<const FoundSteps> steps) {
  m_steps = std::make_shared<const ShownSteps>(m_trace, std::move(steps));
  m_chosenSteps.reset();
  setSelectedStep(m_steps->ofSpan(m_selection));
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setSelectedStep(std::optional<std::size_t> step) {
  if (step != m_step) {
    m_step = step;
    Q_EMIT overlayChanged();
    Q_EMIT selectedStepChanged();
  }
}

void TimelineScene::selectStep(std::size_t step) {
  setSelection((*m_steps)[step].span);
  setSelectedStep(step);
}

void TimelineScene::chooseSteps(std::size_t a, std::size_t b) {
  const ShownSteps::Place one = m_steps->placeOf(a);
  const ShownSteps::Place other = m_steps->placeOf(b);
  const TimeRange range = (*m_steps)[a].range.unitedWith((*m_steps)[b].range);
  std::optional<StepStretch> stretch;
  if (one.row == other.row) {
    stretch = {std::min(one.number, other.number), std::max(one.number, other.number)};
  }
  if (range.isEmpty() || (range == m_chosen && stretch == m_chosenSteps)) {
    return;
  }
  m_chosen = range;
  m_measurement.reset();
  m_chosenSteps = stretch;
  Q_EMIT overlayChanged();
  Q_EMIT chosenRangeChanged();
}

void TimelineScene::zoomToStep(std::size_t step) {
  setRange(withMargin((*m_steps)[step].range, stepMargin));
}

void TimelineScene::walkSteps(bool toNext) {
  if (m_steps->rows().empty()) {
    return;
  }
  const Time middle = m_range.begin + Duration{m_range.length().ns / 2};
  const std::optional<std::size_t> target =
      m_step ? m_steps->neighbor(*m_step, toNext) : std::optional(m_steps->lastBegun(0, middle));
  if (target) {
    selectStep(*target);
    revealStep(*target);
  }
}

void TimelineScene::revealStep(std::size_t step) {
  const TimeRange time = (*m_steps)[step].range;
  const auto length = static_cast<double>(time.length().ns);
  if (length > maxStepShare * static_cast<double>(m_range.length().ns)) {
    zoomToStep(step);
  } else if (length < minStepWidth * axis().nsPerPixel()) {
    setRange(withMargin(time, narrowMargin));
  } else if (time.begin < m_range.begin || time.end > m_range.end) {
    const Time middle = time.begin + Duration{time.length().ns / 2};
    setRange(shifted(m_range, middle - (m_range.begin + Duration{m_range.length().ns / 2})));
  }
}

}  // namespace kernline::ui
