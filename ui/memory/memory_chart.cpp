// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_chart.h"

#include "core/format/quantity.h"
#include "ui/memory/curve_points.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"

#include <QGraphicsLayout>
#include <QtCharts/QChart>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

/// Told apart by lightness and hue; legend and card name them in the order in which they lie.
constexpr std::array<QRgb, 8> partColours{0xff4f8fe6, 0xfff2b632, 0xff4fb886, 0xffff8a78,
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
}

void MemoryChart::setCurves(std::shared_ptr<const DeviceCurves> curves) {
  m_curves = std::move(curves);
  m_lit.clear();
  m_moment.reset();
  m_bands = {};
  buildSeries();
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

void MemoryChart::setLit(std::vector<Time> moments) {
  m_lit = std::move(moments);
  viewport()->update();
}

void MemoryChart::setPicture(Picture picture) {
  if (picture != m_picture) {
    m_picture = picture;
    dressSeries();
    feed();
  }
}

void MemoryChart::setColours(std::shared_ptr<const BlockColours> colours) {
  m_bands.setColours(std::move(colours));
  dressSeries();
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

QColor MemoryChart::partColour(std::size_t part) const {
  return m_curves->parts.size() == 1 ? tint(palette()).accent : QColor(partColours[part % partColours.size()]);
}

int MemoryChart::stripHeight() const {
  const int rows = m_curves ? static_cast<int>(m_curves->markRows) : 0;
  return rows * (fontMetrics().height() + 3);
}

void MemoryChart::buildSeries() {
  chart()->removeAllSeries();
  qDeleteAll(std::exchange(m_lines, {}));  // an area series does not own its edges
  m_areas.clear();
  m_uppers.clear();
  m_outlines.clear();
  m_gap = nullptr;
  m_reserved = nullptr;
  if (!m_curves) {
    return;
  }
  const auto add = [this](QAbstractSeries* series) {
    chart()->addSeries(series);
    series->attachAxis(m_columns);
    series->attachAxis(m_bytes);
  };
  if (m_curves->reserved.curve != nullptr) {
    m_gapUpper = new QLineSeries(this);
    m_gapLower = new QLineSeries(this);
    m_lines = {m_gapUpper, m_gapLower};
    m_gap = new QAreaSeries(m_gapUpper, m_gapLower);
    add(m_gap);
  }
  QLineSeries* below = nullptr;
  for (std::size_t i = 0; i < m_curves->parts.size(); ++i) {
    auto* upper = new QLineSeries(this);
    m_lines.push_back(upper);
    auto* area = new QAreaSeries(upper, below);
    add(area);
    m_uppers.push_back(upper);
    m_areas.push_back(area);
    below = upper;
  }
  for (std::size_t i = 0; i < m_areas.size(); ++i) {
    m_outlines.push_back(new QLineSeries);
    add(m_outlines.back());
  }
  if (m_curves->reserved.curve != nullptr) {
    m_reserved = new QLineSeries;
    add(m_reserved);
  }
  dressSeries();
}

void MemoryChart::dressSeries() {
  const Tint& colours = tint(palette());
  setBackgroundBrush(palette().color(QPalette::Base));
  m_bytes->setLabelsColor(colours.quiet);
  m_bytes->setLabelsFont(font());
  m_bytes->setGridLineColor(colours.line);
  m_bytes->setLinePenColor(colours.line);
  for (std::size_t i = 0; i < m_areas.size(); ++i) {
    QColor fill = partColour(i);
    constexpr float alone = 0.45F;
    constexpr float stacked = 0.85F;
    fill.setAlphaF(m_areas.size() == 1 ? alone : stacked);
    m_areas[i]->setVisible(!showsBands());
    m_areas[i]->setBrush(fill);
    m_areas[i]->setPen(Qt::NoPen);
    m_outlines[i]->setVisible(!showsBands());
    m_outlines[i]->setPen(QPen(partColour(i), 1));
  }
  if (m_gap != nullptr) {
    QColor hatch = colours.warning;
    constexpr float faint = 0.45F;
    hatch.setAlphaF(faint);
    m_gap->setBrush(QBrush(hatch, Qt::BDiagPattern));
    m_gap->setPen(Qt::NoPen);
    m_reserved->setPen(QPen(colours.warning, 1));
  }
}

void MemoryChart::placePlot() {
  const QFontMetrics metrics = fontMetrics();
  const int least = metrics.horizontalAdvance(QStringLiteral("0000.00 MiB")) + 14;
  const int foot = metrics.height() + 8;
  const int left = m_edges ? std::max(m_edges->first, least) : least;
  const int right = m_edges ? std::max(m_edges->second, left + 20) : std::max(viewport()->width() - 14, left + 20);
  const int top = stripHeight() + metrics.height() + 8;
  const int height = std::max(20, viewport()->height() - top - foot);
  chart()->setPlotArea(QRectF(left, top, right - left, height));
  m_columns->setRange(0, 1);
  constexpr int linesAStep = 3;
  m_scale = byteScale(m_curves ? m_curves->greatest : 0, std::max(1, height / (linesAStep * metrics.height())));
  m_bytes->setRange(0, m_scale.top);
  m_bytes->setTickCount(m_scale.steps + 1);
  m_bytes->setLabelFormat(QStringLiteral("%.%1f %2").arg(m_scale.decimals).arg(QLatin1String(m_scale.symbol)));
}

std::vector<CurveColumn> MemoryChart::columnsOf(const DrawnCurve& curve) const {
  const auto columns = static_cast<std::size_t>(std::max(1.0, std::round(plotRect().width() * devicePixelRatioF())));
  return curveEnvelope(*curve.curve, curve.pyramid, m_range, columns);
}

/// Gives the series the points of what is in sight.
void MemoryChart::feed() {
  if (!m_curves) {
    viewport()->update();
    return;
  }
  m_columns->setRange(0, std::max(1.0, std::round(plotRect().width() * devicePixelRatioF())));
  std::vector<CurveColumn> allocated;
  for (std::size_t i = 0; i < m_uppers.size(); ++i) {
    allocated = columnsOf(m_curves->parts[i]);
    m_uppers[i]->replace(curveTops(allocated, m_scale.unit));
    m_outlines[i]->replace(curvePoints(allocated, m_scale.unit));
  }
  if (m_reserved != nullptr) {
    const std::vector<CurveColumn> columns = columnsOf(m_curves->reserved);
    const QList<QPointF> reserved = curvePoints(columns, m_scale.unit);
    m_reserved->replace(reserved);
    m_gapUpper->replace(curveTops(columns, m_scale.unit));
    m_gapLower->replace(curveTops(allocated, m_scale.unit, firstFilled(columns)));
  }
  if (showsBands()) {
    feedBands();
  }
  viewport()->update();
}

QList<QPointF> MemoryChart::allocatedPoints() const {
  return m_outlines.empty() ? QList<QPointF>() : m_outlines.back()->points();
}

QList<QPointF> MemoryChart::reservedPoints() const {
  return m_reserved == nullptr ? QList<QPointF>() : m_reserved->points();
}

HoverCard MemoryChart::cardAt(Time time) const {
  HoverCard card;
  if (!m_curves) {
    return card;
  }
  const MemoryDevice& device = m_curves->of();
  card.title = qt(formatDuration(time - m_curves->history->bounds.begin));
  const std::optional<std::int64_t> allocated = device.allocated.at(time);
  const std::optional<std::int64_t> reserved = device.reserved.at(time);
  if (allocated) {
    card.facts.push_back({tr("Allocated"), qt(formatBytes(*allocated))});
  }
  if (reserved) {
    card.facts.push_back({tr("Reserved"), qt(formatBytes(*reserved))});
  }
  if (allocated && reserved && *reserved > 0) {
    card.facts.push_back({tr("Reserved, not in use"),
                          QStringLiteral("%1 · %2").arg(qt(formatBytes(*reserved - *allocated)),
                                                        qt(formatShare(static_cast<double>(*reserved - *allocated) /
                                                                       static_cast<double>(*reserved))))});
  }
  for (auto category = device.categories.rbegin(); category != device.categories.rend(); ++category) {
    if (const std::int64_t bytes = category->curve.at(time).value_or(0); bytes != 0) {
      card.facts.push_back({qt(category->name), qt(formatBytes(bytes))});
    }
  }
  return card;
}

Time MemoryChart::momentAt(double x) const {
  const TimeAxis at = axis();
  constexpr double slack = 1.5;  // pixels: a thin spike is meant when it is nearly hit
  const double column = std::floor(x - plotRect().left());
  const TimeRange near{at.timeAt(column - slack), at.timeAt(column + 1 + slack)};
  if (const std::optional<Time> shown = showsBands() ? m_bands.momentAt(bandPixel({x, 0}).x()) : std::nullopt) {
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
    dressSeries();
    placePlot();
    feed();
  }
}

}  // namespace kernline::ui
