// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"

#include <QTimer>
#include <QWidget>

#include <functional>

namespace kernline::ui {

/// Says above what a tab shows that the file under it was cut or rewritten, and offers to read it again.
class ChangedStrip : public QWidget {
  Q_OBJECT

 public:
  using Check = std::function<bool()>;

  explicit ChangedStrip(QWidget* parent);

  /// Calls `hasChanged` from time to time, off the GUI thread, until it returns true; an empty one ends that.
  void watch(Check hasChanged);
  /// Asks at once, as it does when the window is entered.
  void look();

 Q_SIGNALS:
  void reloadRequested();

 private:
  Check m_hasChanged;
  QTimer m_timer;
  Job<bool> m_looking;
};

}  // namespace kernline::ui
