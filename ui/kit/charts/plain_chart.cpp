// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/plain_chart.h"

#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QMouseEvent>
#include <QtCharts/QAbstractAxis>
#include <QtCharts/QChart>

namespace kernline::ui {

PlainChart::PlainChart(const QString& name, const QString& title, QWidget* parent) : QChartView(new QChart, parent) {
  setObjectName(name);
  setAccessibleName(title);
  setFrameShape(NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  chart()->setBackgroundVisible(false);
  chart()->setMargins({});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

void PlainChart::clear() {
  setBackgroundBrush(palette().color(QPalette::Base));
  chart()->removeAllSeries();
  for (QAbstractAxis* axis : chart()->axes()) {
    chart()->removeAxis(axis);
    delete axis;
  }
}

void PlainChart::styleAxis(QAbstractAxis& axis) const {
  const Tint& colors = tint(palette());
  axis.setLabelsColor(colors.quiet);
  axis.setTitleBrush(colors.quiet);
  axis.setLinePenColor(colors.line);
  axis.setGridLineColor(colors.line);
  axis.setMinorGridLineColor(colors.hover);
  axis.setLabelsFont(font());
  axis.setTitleFont(font());
}

void PlainChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    rebuild();
  }
}

void PlainChart::mousePressEvent(QMouseEvent* event) {
  event->accept();  // the scene's items would hold on to the mouse
}

}  // namespace kernline::ui
