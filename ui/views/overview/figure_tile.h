// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/figure.h"
#include "ui/kit/style/clickable.h"
#include "ui/views/overview/place.h"

namespace kernline::ui {

/// One figure of first rank.
struct TileFigure {
  QString label;       ///< "GPU busy"
  QString figure;      ///< "77.7 %"
  QString definition;  ///< a sentence that defines it
  QString tip;         ///< the definition in full, and what a click does
  Figures restsOn = {};
  Place place = {};
  QString doubts = {};  ///< data issues that affect it; empty if none
};

/// A TileFigure, large; clickable where it leads somewhere.
class FigureTile : public Clickable {
  Q_OBJECT

 public:
  explicit FigureTile(QWidget* parent = nullptr);

  void setFigure(TileFigure figure);
  [[nodiscard]] const TileFigure& figure() const { return m_figure; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  TileFigure m_figure;
};

}  // namespace kernline::ui
