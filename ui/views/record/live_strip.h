// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/live_feed.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace kernline::ui {

class ElidedLabel;

/// Strip with a recording's progress and state, and the button that follows its end.
class LiveStrip : public QWidget {
  Q_OBJECT

 public:
  explicit LiveStrip(QWidget* parent = nullptr);

  void showFigures(const LiveFigures& figures, double rate);
  void showState(LiveFeed::State state, const LiveFigures& figures);
  void showFollowing(bool follows);

 Q_SIGNALS:
  void followRequested(bool follows);
  void closeRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void paintMark();

  QLabel* m_mark = nullptr;
  QLabel* m_word = nullptr;
  ElidedLabel* m_figures = nullptr;
  QToolButton* m_follow = nullptr;
  QToolButton* m_close = nullptr;
  LiveFeed::State m_state = LiveFeed::State::Growing;
};

}  // namespace kernline::ui
