// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/style/clickable.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/views/overview/place.h"

namespace kernline::ui {

/// A figure among others: what it is, how it is defined, how large it is, and where it is explained.
struct FigureLine {
  FigureMark mark = {};  ///< none if its letter is null
  QString name;
  QString detail;     ///< a second, quiet line; may be empty
  QString value;      ///< "16.09 ms"
  double share = 0;   ///< 0 to 1, of `shareOf`
  QString shareText;  ///< "67.1 %"
  QString tip;        ///< the definition in full, and what a click does
  Place place = {};
};

/// A FigureLine as one clickable line with a bar.
class FigureRow : public Clickable {
  Q_OBJECT

 public:
  explicit FigureRow(FigureLine line, QWidget* parent = nullptr);

  [[nodiscard]] const FigureLine& line() const { return m_line; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintTexts(QPainter& painter, QRect inner) const;

  FigureLine m_line;
};

}  // namespace kernline::ui
