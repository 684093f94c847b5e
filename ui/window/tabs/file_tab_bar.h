// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace kernline::ui {

/// Names of open files. A tab is as wide as its name wherever the bar ends: what does not fit is scrolled to.
class FileTabBar : public QTabBar {
  Q_OBJECT

 public:
  explicit FileTabBar(QWidget* parent = nullptr);

 protected:
  [[nodiscard]] QSize tabSizeHint(int index) const override;
  [[nodiscard]] QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
  [[nodiscard]] QSize minimumSizeHint() const override;
};

}  // namespace kernline::ui
