// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/view_history.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace kernline::ui {

class TimelineScene;

/// The user's history in a scene: stores the places where the view rests, and goes back and forth between them.
class SceneHistory : public QObject {
  Q_OBJECT

 public:
  /// `scene` must outlive this.
  explicit SceneHistory(TimelineScene& scene);

  void clear();
  /// The spans have other numbers now.
  void forgetSelections() { m_places.forgetSelections(); }
  void goBack();  ///< goes to the previous view
  void goForward();
  [[nodiscard]] bool hasBefore() const { return m_hasBefore; }
  [[nodiscard]] bool hasAfter() const { return m_hasAfter; }

 Q_SIGNALS:
  void changed();  ///< whether there is a place before or after

 private:
  [[nodiscard]] ViewPlace place() const;
  void update();
  void show(const std::optional<ViewPlace>& place);

  TimelineScene& m_scene;
  ViewHistory m_places;
  bool m_hasBefore = false;
  bool m_hasAfter = false;
  QTimer m_settled{this};  // a place counts once the view rests there
};

}  // namespace kernline::ui
