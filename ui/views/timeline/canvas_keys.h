// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/held_keys.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QKeyEvent>
#include <QObject>

#include <functional>
#include <optional>

namespace kernline::ui {

/// The keys of the timeline: those that change the visible range, and those that walk from span to span. An event
/// filter of the widget that has the focus.
class CanvasKeys : public QObject {
  Q_OBJECT

 public:
  /// `zoomPlace` gives where zooming keeps the time in place, in logical pixels of the tracks; std::nullopt for the
  /// middle.
  CanvasKeys(TimelineScene& scene, std::function<std::optional<double>()> zoomPlace);

  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void activated(kernline::SpanId span);

 private:
  bool press(const QKeyEvent& event);
  bool moveBy(const QKeyEvent& event);
  bool selectBy(const QKeyEvent& event);
  bool walkStepsBy(int key);
  bool walkBy(const QKeyEvent& event);
  [[nodiscard]] SpanId walkTarget(int key, Qt::KeyboardModifiers modifiers) const;
  void glide(HeldKeys::Motion motion);

  TimelineScene& m_scene;
  std::function<std::optional<double>()> m_zoomPlace;
  HeldKeys m_heldKeys;
};

}  // namespace kernline::ui
