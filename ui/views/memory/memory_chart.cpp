// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_chart.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/memory/memory_cards.h"

#include <QGraphicsLayout>
#include <QtCharts/QChart>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

/// Told apart by lightness and hue; legend and card name them in the order in which they lie.
constexpr std::array<QRgb, 8> partColors{0xff4f8fe6, 0xfff2b632, 0xff4fb886, 0xffff8a78,
                                         0xffb48cf0, 0xff45bfc6, 0xffc9ae57, 0xff9aa3b0};

}  // namespace

MemoryChart::MemoryChart(QWidget* parent) : QChartView(new QChart, parent) {
  setObjectName(QStringLiteral("memoryChart"));
  setAccessibleName(tr("Memory over time"));
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
  connect(&m_heldKeys, &HeldKeys::moved, this, &MemoryChart::moveBy);
  connect(&m_bands, &BandLayer::laidOut, viewport(), qOverload<>(&QWidget::update));
}

void MemoryChart::setCurves(std::shared_ptr<const DeviceCurves> curves) {
  m_curves = std::move(curves);
  m_highlighted.clear();
  m_moment.reset();
  m_bands.clear();
  styleAxes();
  placePlot();
  feed();
  describeForReaders();
}

void MemoryChart::setRange(TimeRange range) {
  if (range != m_range) {
    m_range = range;
    feed();
  }
}

void MemoryChart::setMoment(std::optional<Time> moment) {
  m_moment = moment;
  describeForReaders();
  viewport()->update();
}

void MemoryChart::setPointed(std::optional<Time> time) {
  if (time != m_pointed) {
    m_pointed = time;
    viewport()->update();
  }
}

void MemoryChart::setHighlighted(std::vector<Time> moments) {
  m_highlighted = std::move(moments);
  viewport()->update();
}

void MemoryChart::setPicture(Picture picture) {
  if (picture != m_picture) {
    m_picture = picture;
    feed();
  }
}

void MemoryChart::setColors(std::shared_ptr<const BlockColors> colors) {
  m_bands.setColors(std::move(colors));
  feed();
}

void MemoryChart::setChosenBlock(std::optional<std::uint32_t> block) {
  if (block != m_chosenBlock) {
    m_chosenBlock = block;
    viewport()->update();
  }
}

void MemoryChart::setPlotEdges(std::optional<std::pair<int, int>> edges) {
  if (edges != m_edges) {
    m_edges = edges;
    placePlot();
    feed();
  }
}

QRectF MemoryChart::plotRect() const {
  return chart()->plotArea();
}

TimeAxis MemoryChart::axis() const {
  return {m_range, static_cast<int>(plotRect().width())};
}

QColor MemoryChart::partColor(std::size_t part) const {
  return m_curves->parts.size() == 1 ? tint(palette()).accent : QColor(partColors[part % partColors.size()]);
}

int MemoryChart::stripHeight() const {
  const int rows = m_curves ? static_cast<int>(m_curves->markRows) : 0;
  return rows * (fontMetrics().height() + 3);
}

QColor MemoryChart::partFill(std::size_t part) const {
  constexpr float alone = 0.45F;
  constexpr float stacked = 0.85F;
  QColor fill = partColor(part);
  fill.setAlphaF(m_curves->parts.size() == 1 ? alone : stacked);
  return fill;
}

QColor MemoryChart::gapColor() const {
  constexpr float faint = 0.45F;
  QColor hatch = tint(palette()).warning;
  hatch.setAlphaF(faint);
  return hatch;
}

void MemoryChart::styleAxes() {
  const Tint& colors = tint(palette());
  setBackgroundBrush(palette().color(QPalette::Base));
  m_bytes->setLabelsColor(colors.quiet);
  m_bytes->setLabelsFont(font());
  m_bytes->setGridLineColor(colors.line);
  m_bytes->setLinePenColor(colors.line);
}

void MemoryChart::placePlot() {
  const QFontMetrics metrics = fontMetrics();
  const int minWidth = metrics.horizontalAdvance(QStringLiteral("0000.00 MiB")) + 14;
  const int foot = metrics.height() + 8;
  const int left = m_edges ? std::max(m_edges->first, minWidth) : minWidth;
  const int right = m_edges ? std::max(m_edges->second, left + 20) : std::max(viewport()->width() - 14, left + 20);
  const int top = stripHeight() + metrics.height() + 8;
  const int height = std::max(20, viewport()->height() - top - foot);
  chart()->setPlotArea(QRectF(left, top, right - left, height));
  m_columns->setRange(0, 1);
  constexpr int linesPerStep = 3;
  m_scale = byteScale(m_curves ? m_curves->max : 0, std::max(1, height / (linesPerStep * metrics.height())));
  m_bytes->setRange(0, m_scale.top);
  m_bytes->setTickCount(m_scale.steps + 1);
  m_bytes->setLabelFormat(QStringLiteral("%.%1f %2").arg(m_scale.decimals).arg(qt(m_scale.symbol)));
}

QSize MemoryChart::plotPixels() const {
  const QSizeF size = plotRect().size() * devicePixelRatioF();
  return {std::max(1, static_cast<int>(std::round(size.width()))),
          std::max(1, static_cast<int>(std::round(size.height())))};
}

/// Works out what is in sight.
void MemoryChart::feed() {
  const double top = m_scale.top * m_scale.unit;
  m_curvePicture.layOut(m_curves, m_range, plotPixels(), top);
  if (m_curves && showsBands()) {
    m_bands.layOut({m_curves, m_range, plotPixels(), top}, TimelinePalette::matching(palette()));
  }
  viewport()->update();
}

HoverCard MemoryChart::cardAt(Time time) const {
  return m_curves ? momentCard(*m_curves, time) : HoverCard();
}

Time MemoryChart::momentAt(double x) const {
  const TimeAxis at = axis();
  constexpr double slack = 1.5;  // pixels: a thin spike is meant when it is nearly hit
  const double column = std::floor(x - plotRect().left());
  const TimeRange near{at.timeAt(column - slack), at.timeAt(column + 1 + slack)};
  const bool asksBands = showsBands() && m_bands.isCurrent();
  if (const std::optional<Time> shown = asksBands ? m_bands.bands().momentAt(bandPixel({x, 0}).x()) : std::nullopt) {
    return *shown;  // so that what is hit is alive then
  }
  const MemoryCurve& curve = m_curves->of().allocated;
  const std::optional<std::size_t> peak = curve.peak(near);
  return peak ? curve.times[*peak] : at.timeAt(x - plotRect().left());
}

void MemoryChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  placePlot();
  feed();
}

void MemoryChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    styleAxes();
    placePlot();
    feed();
  }
}

}  // namespace kernline::ui
