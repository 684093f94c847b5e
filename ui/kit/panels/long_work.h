// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <chrono>

class QPushButton;

namespace kernline::ui {

class QuietLabel;
class ThinProgress;

/// A strip that is visible once work has taken a second: that it goes on, and Cancel. Canceled work can be started
/// again there. The work itself is its owner's.
class LongWork : public QWidget {
  Q_OBJECT

 public:
  /// Delay until it becomes visible; 0 for at once, as in tests.
  inline static std::chrono::milliseconds patience{1000};

  /// `name` begins those of its parts: "modules" has a "modulesCancel".
  LongWork(const QString& name, QWidget* parent);

  void begin();
  void end();

 Q_SIGNALS:
  void cancelRequested();
  void restartRequested();

 private:
  void appear();
  void cancel();

  QTimer m_patience;
  QuietLabel* m_text = nullptr;
  ThinProgress* m_progress = nullptr;
  QPushButton* m_cancel = nullptr;
  QPushButton* m_again = nullptr;
};

}  // namespace kernline::ui
