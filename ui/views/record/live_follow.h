// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace kernline::ui {

class TimelineView;

/// Keeps the end of a growing trace visible, gliding there; a hand that moves the view ends it.
class LiveFollow : public QObject {
  Q_OBJECT

 public:
  LiveFollow(TimelineView& view, QObject* parent);

  [[nodiscard]] bool isFollowing() const { return m_follows; }
  void setFollowing(bool follows);
  /// Begins to put another trace into the view; no move counts as the user's.
  void beginExchange() { ++m_ownMoves; }
  void endExchange(TimeRange bounds);
  /// No more data will come: glides to the end once more, and follows no longer.
  void finish();

 Q_SIGNALS:
  void followingChanged();

 private:
  void glide();
  void moveTo(Time end);

  TimelineView& m_view;
  bool m_follows = true;
  bool m_isFinishing = false;
  int m_ownMoves = 0;
  Duration m_length{};  // length of the view; 0 for the whole recording, until it is longer than a view should be
  TimeRange m_bounds;
  Time m_from{};  // end of the view when the glide began
  QElapsedTimer m_gliding;
  QElapsedTimer m_sinceGrowth;
  qint64 m_glideMs = 0;
  QTimer m_frame;
};

}  // namespace kernline::ui
