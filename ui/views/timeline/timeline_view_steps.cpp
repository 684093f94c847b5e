// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline lets others do with its steps.
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <span>
#include <utility>

namespace kernline::ui {

const std::shared_ptr<const ShownSteps>& TimelineView::steps() const {
  return m_scene->sharedSteps();
}

std::optional<std::size_t> TimelineView::selectedStep() const {
  return m_scene->selectedStep();
}

std::optional<StepStretch> TimelineView::chosenSteps() const {
  return m_scene->chosenSteps();
}

void TimelineView::setSteps(std::shared_ptr<const FoundSteps> steps) {
  m_scene->setSteps(std::move(steps));
  Q_EMIT stepsChanged();
}

void TimelineView::selectStepAt(TimeRange range) {
  const std::span<const Step> steps = m_scene->steps().all();
  const auto step = std::ranges::find(steps, range, &Step::range);
  if (step != steps.end()) {
    m_scene->selectStep(static_cast<std::size_t>(step - steps.begin()));
  }
}

void TimelineView::goToNextStep() {
  m_scene->walkSteps(true);
}

void TimelineView::goToPreviousStep() {
  m_scene->walkSteps(false);
}

}  // namespace kernline::ui
