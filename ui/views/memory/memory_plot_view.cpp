// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_plot_view.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QtCharts/QChart>

#include <algorithm>

namespace kernline::ui {

MemoryPlotView::MemoryPlotView(QWidget* parent) : QChartView(new QChart, parent) {
  setFrameShape(NoFrame);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMinimumHeight(fontMetrics().height() * 5);
  chart()->setBackgroundVisible(false);
  chart()->setMargins({});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->legend()->hide();
  m_columns = new QValueAxis(chart());
  m_columns->setLabelsVisible(false);
  m_columns->setGridLineVisible(false);
  m_columns->setLineVisible(false);
  m_bytes = new QValueAxis(chart());
  chart()->addAxis(m_columns, Qt::AlignBottom);
  chart()->addAxis(m_bytes, Qt::AlignLeft);
}

void MemoryPlotView::setRange(TimeRange range) {
  if (range != m_range) {
    m_range = range;
    layOut();
  }
}

void MemoryPlotView::setPlotEdges(std::optional<std::pair<int, int>> edges) {
  if (edges != m_edges) {
    m_edges = edges;
    placePlot();
    layOut();
  }
}

QRectF MemoryPlotView::plotRect() const {
  return chart()->plotArea();
}

MemoryPlot MemoryPlotView::plot() const {
  return {plotRect(), m_range, m_scale, devicePixelRatioF()};
}

void MemoryPlotView::setContents(std::int64_t maxBytes, std::size_t markRows) {
  m_maxBytes = maxBytes;
  m_markRows = markRows;
  styleAxes();
  placePlot();
  layOut();
}

void MemoryPlotView::styleAxes() {
  const Tint& colors = tint(palette());
  setBackgroundBrush(palette().color(QPalette::Base));
  m_bytes->setLabelsColor(colors.quiet);
  m_bytes->setLabelsFont(font());
  m_bytes->setGridLineColor(colors.line);
  m_bytes->setLinePenColor(colors.line);
}

void MemoryPlotView::placePlot() {
  const QFontMetrics metrics = fontMetrics();
  const int minWidth = metrics.horizontalAdvance(QStringLiteral("0000.00 MiB")) + 14;
  const int foot = metrics.height() + 8;
  const int left = m_edges ? std::max(m_edges->first, minWidth) : minWidth;
  const int right = m_edges ? std::max(m_edges->second, left + 20) : std::max(viewport()->width() - 14, left + 20);
  const int top = static_cast<int>(m_markRows) * markRowHeight(metrics) + metrics.height() + 8;
  const int height = std::max(20, viewport()->height() - top - foot);
  chart()->setPlotArea(QRectF(left, top, right - left, height));
  m_columns->setRange(0, 1);
  constexpr int linesPerStep = 3;
  m_scale = byteScale(m_maxBytes, std::max(1, height / (linesPerStep * metrics.height())));
  m_bytes->setRange(0, m_scale.top);
  m_bytes->setTickCount(m_scale.steps + 1);
  m_bytes->setLabelFormat(QStringLiteral("%.%1f %2").arg(m_scale.decimals).arg(qt(m_scale.symbol)));
}

void MemoryPlotView::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  placePlot();
  layOut();
}

void MemoryPlotView::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    styleAxes();
    placePlot();
    layOut();
  }
}

void MemoryPlotView::keyPressEvent(QKeyEvent* event) {
  event->ignore();  // QChartView would scroll
}

}  // namespace kernline::ui
