// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/overview/figure_row.h"

#include <QWidget>

#include <vector>

namespace kernline::ui {

/// Shares of a whole as one bar of colored and lettered pieces. A click on a piece is a click on its line.
class PartBar : public QWidget {
  Q_OBJECT

 public:
  explicit PartBar(QWidget* parent = nullptr);

  /// Lines whose shares add up to 1 at most.
  void setLines(std::vector<FigureLine> lines);
  [[nodiscard]] QSize sizeHint() const override;
  /// The line whose piece is at `x`; nullptr if none.
  [[nodiscard]] const FigureLine* lineAt(double x) const;

 Q_SIGNALS:
  void placeRequested(kernline::ui::Place place);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  std::vector<FigureLine> m_lines;
};

}  // namespace kernline::ui
