// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCharts/QChartView>

class QAbstractAxis;

namespace kernline::ui {

/// A chart of Qt's on the background of lists, without scroll bars and margins, whose marks the pointer and keys walk
/// through. Made anew in other colors and fonts.
class PlainChart : public QChartView {
  Q_OBJECT

 protected:
  PlainChart(const QString& name, const QString& title, QWidget* parent);

  /// Series and axes are those of what is shown now.
  virtual void rebuild() = 0;
  /// Removes all series and axes; for `rebuild` to begin with.
  void clear();
  /// Sets quiet colors and the font of the widget.
  void styleAxis(QAbstractAxis& axis) const;

  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
};

}  // namespace kernline::ui
