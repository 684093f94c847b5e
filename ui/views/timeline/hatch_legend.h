// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kernline::ui {

/// Explains the hatching of what a replay changed: a hatched bar, and what it means.
class HatchLegend : public QWidget {
  Q_OBJECT

 public:
  explicit HatchLegend(QWidget* parent);

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace kernline::ui
