// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/step_mouse.h"

#include <QApplication>

#include <utility>

namespace kernline::ui {

bool StepMouse::press(const CanvasAreas& areas, QPointF p) {
  const std::optional<std::size_t> step = m_head.stepAt(areas, p);
  m_pressed = step.value_or(0);
  m_pressPosition = p;
  m_isDragging = false;
  return step.has_value();
}

void StepMouse::drag(const CanvasAreas& areas, QPointF p) {
  m_isDragging = m_isDragging || (p - m_pressPosition).manhattanLength() >= QApplication::startDragDistance();
  if (m_isDragging) {
    const Time time = m_scene.time().axis().timeAt(areas.toTracks(p).x());
    m_scene.chosen().chooseSteps(m_pressed, m_scene.steps().lastBegun(m_scene.steps().placeOf(m_pressed).row, time));
  }
}

void StepMouse::release(bool withShift) {
  if (std::exchange(m_isDragging, false)) {
    return;
  }
  if (withShift) {
    m_scene.chosen().chooseSteps(m_scene.selection().step().value_or(m_pressed), m_pressed);
    return;
  }
  m_scene.chosen().choose(std::nullopt);
  m_scene.selection().selectStep(m_pressed);
}

}  // namespace kernline::ui
