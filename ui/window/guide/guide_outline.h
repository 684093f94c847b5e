// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kernline::ui {

/// A frame around the part of the window that the guided look is about. The mouse goes through it.
class GuideOutline : public QWidget {
  Q_OBJECT

 public:
  explicit GuideOutline(QWidget* window);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace kernline::ui
