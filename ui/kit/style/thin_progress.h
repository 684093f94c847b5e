// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QProgressBar>

namespace kernline::ui {

/// A line that fills up. While its range is 0 to 0, the share that is done is unknown: a part of it moves along.
class ThinProgress : public QProgressBar {
  Q_OBJECT

 public:
  explicit ThinProgress(QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  [[nodiscard]] bool isBusy() const { return minimum() == maximum(); }
  [[nodiscard]] QRectF filled() const;

  QBasicTimer m_frames;
  QElapsedTimer m_shown;
};

}  // namespace kernline::ui
