// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/progress.h"

#include <QTimer>
#include <QWidget>

#include <chrono>
#include <cstdint>

class QPushButton;

namespace kernline::ui {

class FileLoad;
class QuietLabel;

/// The progress of a load: stage, bytes, rate and a way to stop it. Shows itself only for loads that take a while, on
/// top of its parent's lower edge: the layout does not jump when it comes and goes.
class LoadStrip : public QWidget {
  Q_OBJECT

 public:
  explicit LoadStrip(QWidget* parent);

  /// `load` must outlive the watching; nullptr ends it and hides the strip.
  void watch(const FileLoad* load);
  /// A preview is on screen: what is seen is not the whole.
  void showPartialNotice() { m_partIsShown = true; }

 Q_SIGNALS:
  void cancelRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void refresh();

  const FileLoad* m_load = nullptr;
  bool m_partIsShown = false;
  QTimer m_timer;
  double m_share = -1;  ///< 0 to 1; below 0 while unknown
  int m_phase = 0;      ///< phase of the bar without a known length
  QuietLabel* m_text = nullptr;
  QPushButton* m_cancel = nullptr;
};

/// "Reading · 412.0 MiB of 953.8 MiB · 1.100 GB/s".
[[nodiscard]] QString progressText(Progress::Stage stage, std::uint64_t done, std::uint64_t total,
                                   std::chrono::nanoseconds elapsed);

}  // namespace kernline::ui
