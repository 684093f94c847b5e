// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QWidget>

#include <cstddef>

namespace kernline::ui {

/// The marker by which a run is known in a window, in its color.
class RunMark : public QWidget {
  Q_OBJECT

 public:
  explicit RunMark(QWidget* parent = nullptr);
  void setLook(std::size_t look);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::size_t m_look = 0;
};

[[nodiscard]] QIcon runIcon(const QPalette& palette, std::size_t look, double pixelRatio);

}  // namespace kernline::ui
