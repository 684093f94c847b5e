// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/duration_chart.h"

#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

constexpr int chartHeight = 150;
constexpr std::size_t labeledEdges = 2;
constexpr double minDragPixels = 4;

}  // namespace

DurationChart::DurationChart(QWidget* parent) : QChartView(new QChart, parent) {
  setObjectName(QStringLiteral("durationChart"));
  setAccessibleName(tr("Durations of all spans of this name"));
  setFixedHeight(chartHeight);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  m_outline = new QLineSeries(chart());
  m_area = new QAreaSeries(m_outline);
  m_durations = new QCategoryAxis(chart());
  m_durations->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  m_durations->setGridLineVisible(false);
  m_counts = new QValueAxis(chart());
  m_counts->setLabelFormat(QStringLiteral("%d"));
  m_counts->setTickCount(3);
  chart()->addSeries(m_area);
  chart()->addAxis(m_durations, Qt::AlignBottom);
  chart()->addAxis(m_counts, Qt::AlignLeft);
  m_area->attachAxis(m_durations);
  m_area->attachAxis(m_counts);
  chart()->legend()->hide();
  chart()->setMargins({0, 0, 24, 0});  // half of the last label
  chart()->setBackgroundRoundness(0);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  follow();
}

/// Takes the window's colors.
void DurationChart::follow() {
  const TimelinePalette& colors = TimelinePalette::matching(palette());
  chart()->setBackgroundBrush(palette().window());
  chart()->setPlotAreaBackgroundBrush(QColor(colors.lane));
  chart()->setPlotAreaBackgroundVisible(true);
  m_area->setBrush(QColor(colors.counterFill));
  m_area->setPen(QPen(QColor(colors.counterLine), 1));
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.85);
  for (QAbstractAxis* axis : std::initializer_list<QAbstractAxis*>{m_durations, m_counts}) {
    axis->setLabelsFont(small);
    axis->setLabelsColor(QColor(colors.dimText));
    axis->setLinePenColor(QColor(colors.separator));
    axis->setGridLineColor(QColor(colors.grid));
  }
}

void DurationChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    follow();
  }
}

void DurationChart::showBuckets(std::vector<HistogramBucket> buckets, std::vector<DurationMark> marks) {
  m_buckets = std::move(buckets);
  m_marks = std::move(marks);
  m_pressX.reset();
  QList<QPointF> outline{{0, 0}};
  std::uint64_t maxCount = 1;
  for (std::size_t i = 0; i < m_buckets.size(); ++i) {
    const auto left = static_cast<double>(i);
    const auto count = static_cast<double>(m_buckets[i].count);
    outline << QPointF(left, count) << QPointF(left + 1, count);
    maxCount = std::max(maxCount, m_buckets[i].count);
  }
  outline << QPointF(static_cast<double>(m_buckets.size()), 0);
  m_outline->replace(outline);
  labelCounts(maxCount);
  labelAxis();
  viewport()->update();
}

/// Whole numbers only: the axis would round the half of an odd one.
void DurationChart::labelCounts(std::uint64_t maxCount) {
  const std::uint64_t half = (maxCount + 1) / 2;
  const auto step = static_cast<std::uint64_t>(roundStep(static_cast<double>(half)));
  const std::uint64_t steps = maxCount <= 1 ? 1 : 2;
  m_counts->setTickCount(static_cast<int>(steps + 1));
  m_counts->setRange(0, static_cast<double>(steps * step));
}

/// A few edges between buckets, since those are what the axis can say exactly.
void DurationChart::labelAxis() {
  for (const QString& label : m_durations->categoriesLabels()) {
    m_durations->remove(label);
  }
  m_durations->setRange(0, std::max<double>(1, static_cast<double>(m_buckets.size())));
  if (m_buckets.empty()) {
    return;
  }
  QString last;
  for (std::size_t i = 1; i <= labeledEdges; ++i) {  // the axis has no label at its start
    const std::size_t edge = m_buckets.size() * i / labeledEdges;
    const bool isEnd = edge == m_buckets.size();
    const Duration at = isEnd ? m_buckets.back().to - Duration{1} : m_buckets[edge].from;
    const QString label = qt(formatDuration(at));
    if (label != last) {
      m_durations->append(label, static_cast<double>(edge));
      last = label;
    }
  }
}

double DurationChart::placeOf(Duration duration) const {
  const auto bucket = std::ranges::upper_bound(m_buckets, duration, {}, &HistogramBucket::to);
  const auto i = static_cast<double>(bucket - m_buckets.begin());
  if (bucket == m_buckets.end()) {
    return i;
  }
  const double share =
      static_cast<double>((duration - bucket->from).ns) / static_cast<double>((bucket->to - bucket->from).ns);
  return i + std::clamp(share, 0.0, 1.0);
}

double DurationChart::xOf(double place) const {
  const QRectF plot = chart()->plotArea();
  return plot.left() + plot.width() * place / std::max<double>(1, static_cast<double>(m_buckets.size()));
}

QRectF DurationChart::bucketRect(std::size_t bucket) const {
  const QRectF plot = chart()->plotArea();
  const double left = xOf(static_cast<double>(bucket));
  return {left, plot.top(), xOf(static_cast<double>(bucket) + 1) - left, plot.height()};
}

std::optional<std::size_t> DurationChart::bucketAt(double x) const {
  const QRectF plot = chart()->plotArea();
  if (m_buckets.empty() || plot.width() <= 0) {
    return std::nullopt;
  }
  const double place = (x - plot.left()) / plot.width() * static_cast<double>(m_buckets.size());
  return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(m_buckets.size() - 1)));
}

void DurationChart::drawForeground(QPainter* painter, const QRectF&) {
  const TimelinePalette& colors = TimelinePalette::matching(palette());
  const QRectF plot = chart()->plotArea();
  painter->save();
  if (m_pressX) {
    QColor fill(colors.accent);
    fill.setAlpha(60);
    painter->fillRect(QRectF(QPointF(std::min(*m_pressX, m_pointerX), plot.top()),
                             QPointF(std::max(*m_pressX, m_pointerX), plot.bottom()))
                          .intersected(plot),
                      fill);
  }
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.85);
  painter->setFont(small);
  const QFontMetricsF metrics(small);
  double free = plot.left();  // labels of marks that lie close together go one below the other
  double y = plot.top();
  for (const DurationMark& mark : m_marks) {
    const double x = xOf(placeOf(mark.at));
    const QColor color(mark.isOwn ? colors.match : colors.dimText);
    painter->setPen(QPen(color, mark.isOwn ? 2 : 1, mark.isOwn ? Qt::SolidLine : Qt::DashLine));
    painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const double width = metrics.horizontalAdvance(mark.label) + 6;
    const double left = std::min(x + 2, plot.right() - width);
    y = left < free ? y + metrics.height() : plot.top();
    free = left + width;
    QColor backing(colors.background);
    backing.setAlpha(200);
    painter->fillRect(QRectF(left, y, width, metrics.height()), backing);
    painter->setPen(color);
    painter->drawText(QRectF(left, y, width, metrics.height()), Qt::AlignCenter, mark.label);
  }
  painter->restore();
}

void DurationChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && bucketAt(event->position().x())) {
    m_pressX = event->position().x();
    m_pointerX = *m_pressX;
  }
}

void DurationChart::mouseMoveEvent(QMouseEvent* event) {
  m_pointerX = event->position().x();
  if (m_pressX) {
    viewport()->update();
    return;
  }
  const std::optional<std::size_t> at = bucketAt(m_pointerX);
  if (at && chart()->plotArea().contains(event->position())) {
    const HistogramBucket& bucket = m_buckets[*at];
    setToolTip(tr("%1 of %2 to %3. Drag to show only such spans.")
                   .arg(countText(bucket.count), qt(formatDuration(bucket.from)), qt(formatDuration(bucket.to))));
  }
}

void DurationChart::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_pressX || event->button() != Qt::LeftButton) {
    return;
  }
  const double from = *m_pressX;
  m_pressX.reset();
  viewport()->update();
  const std::optional<std::size_t> first = bucketAt(std::min(from, event->position().x()));
  const std::optional<std::size_t> last = bucketAt(std::max(from, event->position().x()));
  if (first && last && std::abs(from - event->position().x()) >= minDragPixels) {
    Q_EMIT durationsChosen(m_buckets[*first].from, m_buckets[*last].to - Duration{1});
  }
}

}  // namespace kernline::ui
