// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/motion_keys.h"

#include "ui/kit/charts/held_keys.h"

#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

#include <utility>

namespace kernline::ui {

MotionKeys::MotionKeys(QWidget& window, std::function<QWidget*()> timeline)
    : QObject(&window), m_window(window), m_timeline(std::move(timeline)) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* /*before*/, QWidget* now) { watch(now); });
}

void MotionKeys::watch(QWidget* focused) {
  releaseAll();
  if (m_watched) {
    m_watched->removeEventFilter(this);
  }
  const bool mayPass = focused != nullptr && focused->window() == &m_window &&
                       !focused->testAttribute(Qt::WA_InputMethodEnabled) &&
                       qobject_cast<QComboBox*>(focused) == nullptr && !focused->property(ownMotionKeys).toBool();
  m_watched = mayPass ? focused : nullptr;
  if (m_watched) {
    m_watched->installEventFilter(this);
  }
}

bool MotionKeys::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
  return watched == m_watched && isKey && pass(*event);
}

bool MotionKeys::pass(QEvent& event) {
  const auto& key = static_cast<const QKeyEvent&>(event);
  if (!HeldKeys::isMotionKey(key.key()) || (key.modifiers() & ~Qt::ShiftModifier) != Qt::NoModifier) {
    return false;
  }
  QWidget* timeline = m_timeline();
  if (timeline == nullptr || timeline == m_watched || !timeline->isVisible()) {
    return false;
  }
  m_moved = timeline;
  if (event.type() == QEvent::KeyPress) {
    m_down.insert(key.key());
  } else if (!key.isAutoRepeat()) {
    m_down.erase(key.key());
  }
  QCoreApplication::sendEvent(timeline, &event);
  return true;
}

void MotionKeys::releaseAll() {
  for (const int key : std::exchange(m_down, {})) {
    if (m_moved) {
      QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier);
      QCoreApplication::sendEvent(m_moved, &release);
    }
  }
}

}  // namespace kernline::ui
