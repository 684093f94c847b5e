// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <set>

namespace kernline::ui {

/// W, A, S and D move the timeline that is shown, wherever in its window the focus is, but for where text is written
/// and for widgets that these keys move themselves.
class MotionKeys : public QObject {
  Q_OBJECT

 public:
  /// `timeline` takes the keys; it returns nullptr while none is seen.
  MotionKeys(QWidget& window, std::function<QWidget*()> timeline);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void watch(QWidget* focused);
  [[nodiscard]] bool pass(QEvent& event);
  void releaseAll();

  QWidget& m_window;
  std::function<QWidget*()> m_timeline;
  QPointer<QWidget> m_watched;
  QPointer<QWidget> m_moved;  // widget that moved since a key went down
  std::set<int> m_down;
};

}  // namespace kernline::ui
