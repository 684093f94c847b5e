// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/scene_history.h"

#include "ui/views/timeline/timeline_scene.h"

namespace kernline::ui {

namespace {

constexpr int restMs = 350;

}  // namespace

SceneHistory::SceneHistory(TimelineScene& scene) : m_scene(scene) {
  m_settled.setSingleShot(true);
  m_settled.setInterval(restMs);
  connect(&m_settled, &QTimer::timeout, this, [this] {
    m_places.visit(place());
    update();
  });
  const auto follow = [this] {
    m_settled.start();
    update();
  };
  connect(&scene, &TimelineScene::changed, this, follow);
  connect(&scene.selection(), &TimelineSelection::changed, this, follow);
}

ViewPlace SceneHistory::place() const {
  return {m_scene.time().range(), m_scene.rows().scroll(), m_scene.selection().span()};
}

void SceneHistory::clear() {
  m_places.clear();
  update();
}

void SceneHistory::update() {
  const bool hasBefore = m_scene.trace() != nullptr && m_places.hasBefore(place());
  // The user went elsewhere: there is no way forward.
  const bool hasAfter = m_scene.trace() != nullptr && !m_settled.isActive() && m_places.hasAfter();
  if (hasBefore != m_hasBefore || hasAfter != m_hasAfter) {
    m_hasBefore = hasBefore;
    m_hasAfter = hasAfter;
    Q_EMIT changed();
  }
}

void SceneHistory::show(const std::optional<ViewPlace>& place) {
  if (place && m_scene.trace()) {
    m_scene.time().setRange(place->range);
    m_scene.rows().setScroll(place->scroll);
    m_scene.selection().select(place->selection);
    m_settled.stop();  // it is in the history already
    update();
  }
}

void SceneHistory::goBack() {
  m_places.visit(place());
  show(m_places.back());
}

void SceneHistory::goForward() {
  if (!m_settled.isActive()) {  // otherwise the user went elsewhere, and there is no way forward
    show(m_places.forward());
  }
}

}  // namespace kernline::ui
