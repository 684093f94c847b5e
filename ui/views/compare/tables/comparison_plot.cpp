// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/comparison_plot.h"

#include "core/compare/tables/comparison_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/tables/series_paint.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <map>
#include <utility>

namespace kernline::ui {
namespace {

/// Smaller for each further series, so that those below look out where values are equal.
double markerSize(std::size_t row) {
  constexpr double maxRadius = 6.5;
  constexpr double step = 0.8;
  return maxRadius - step * static_cast<double>(row % 4);
}

constexpr double crossSize = 5;
constexpr double crossingRadius = 8;
constexpr double failureHeight = 12;  // height above the axis
constexpr double reach = 12;          // pixels that a pointer may be off

constexpr double smallMark = 0.6;  // factor of a mark's size on a small chart

/// Describes a mark for the pointer.
QString describe(const ShownMatrix& matrix, std::size_t row, std::size_t column, bool isFailure) {
  const Measurements& measurements = matrix.measurements();
  const Pivot& pivot = matrix.pivot;
  const PivotCell& cell = pivot.cell(row, column);
  const QString name = rowName(matrix, row);
  const std::string at = valueText(measurements, pivot.request.columns, pivot.columns[column], "");
  if (isFailure) {
    return Words::tr("%1, %2 %3: failed\n%4")
        .arg(name, coreText(matrix.chart.x.title), qt(at), qt(failureText(measurements, cell)));
  }
  const ShownUnit& unit = matrix.unit;
  QString text = QStringLiteral("%1, %2 %3: %4 %5")
                     .arg(name, coreText(matrix.chart.x.title), qt(at), coreText(cellText(measurements, cell, unit)),
                          qt(unit.symbol));
  if (cell.ratio == cell.ratio) {
    text += QLatin1Char('\n') + Words::tr("%1× the baseline").arg(cell.ratio, 0, 'f', 3);
  }
  if (cell.isWinner()) {
    text += QLatin1Char('\n') + Words::tr("Best here");
  }
  return text;
}

}  // namespace

ComparisonPlot::ComparisonPlot(QWidget* parent) : QChartView(new QChart, parent) {
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setFocusPolicy(Qt::NoFocus);  // the matrix is what keys reach
  chart()->legend()->hide();
  chart()->setMargins({2, 6, 14, 2});
  chart()->setBackgroundRoundness(0);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  constexpr int minHeight = 190;
  setMinimumSize(260, minHeight);
}

void ComparisonPlot::setSmall() {
  m_isSmall = true;
  constexpr QSize minSize(150, 90);
  setMinimumSize(minSize);
}

void ComparisonPlot::showMatrix(std::shared_ptr<const ShownMatrix> matrix) {
  m_matrix = std::move(matrix);
  rebuild();
}

QPointF ComparisonPlot::placeOf(double x, double y) const {
  const ComparisonChart& shown = m_matrix->chart;
  return {placeOn(shown.x.range, shown.x.isLog, x), std::clamp(placeOn(shown.y.range, shown.y.isLog, y), 0.0, 1.0)};
}

QPointF ComparisonPlot::pixelOf(double x, double y) const {
  const QRectF plot = chart()->plotArea();
  const QPointF place = placeOf(x, y);
  return {plot.left() + place.x() * plot.width(), plot.bottom() - place.y() * plot.height()};
}

/// Lines lie between 0 and 1 on both axes: Qt's logarithmic axis knows no labels of one's own.
void ComparisonPlot::rebuild() {
  chart()->removeAllSeries();
  for (QAbstractAxis* axis : chart()->axes()) {
    chart()->removeAxis(axis);
    delete axis;
  }
  m_x = nullptr;
  m_y = nullptr;
  m_marks.clear();
  m_crossings.clear();
  chart()->setBackgroundBrush(palette().color(QPalette::Base));
  setBackgroundBrush(palette().color(QPalette::Base));
  if (!m_matrix || m_matrix->chart.series.empty()) {
    viewport()->update();
    return;
  }
  const ComparisonChart& shown = m_matrix->chart;
  setAccessibleName(tr("%1 by %2").arg(coreText(shown.y.title), coreText(shown.x.title)));
  m_x = new QCategoryAxis(chart());
  m_y = new QCategoryAxis(chart());
  chart()->addAxis(m_x, Qt::AlignBottom);
  chart()->addAxis(m_y, Qt::AlignLeft);
  for (const ChartSeries& series : shown.series) {
    std::vector<QPointF> line;
    for (const ChartPoint& point : series.points) {
      line.push_back(placeOf(point.x, point.y));
    }
    addLine(shown.x.isNumeric ? line : std::vector<QPointF>{}, series.row, false);
    std::vector<QPointF> fit;
    for (const ScalingPoint& point : series.fitLine) {
      fit.push_back(placeOf(point.x, point.y));
    }
    addLine(fit, series.row, true);
  }
  labelAxes();
  viewport()->update();
}

void ComparisonPlot::addLine(const std::vector<QPointF>& points, std::size_t row, bool isFit) {
  if (points.empty() && isFit) {
    return;
  }
  auto* line = new QLineSeries(chart());
  for (const QPointF& point : points) {
    line->append(point);
  }
  line->setPen(isFit ? QPen(seriesColor(palette(), row), 1, Qt::DotLine) : QPen(seriesColor(palette(), row), 1.6));
  chart()->addSeries(line);
  line->attachAxis(m_x);
  line->attachAxis(m_y);
}

/// Adds as many labels as fit.
void ComparisonPlot::labelAxes() {
  if (m_x == nullptr) {
    return;
  }
  const ComparisonChart& shown = m_matrix->chart;
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.9);
  const QFontMetricsF metrics(small);
  const Tint& colors = tint(palette());
  for (QCategoryAxis* axis : {m_x, m_y}) {
    const ChartAxis& from = axis == m_x ? shown.x : shown.y;
    for (const QString& label : axis->categoriesLabels()) {
      axis->remove(label);
    }
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setTruncateLabels(false);
    axis->setStartValue(-1);
    constexpr double justBelow = -1e-6;  // the axis shows no label where it begins
    axis->setRange(justBelow, 1);
    axis->setLabelsFont(small);
    axis->setTitleFont(small);
    axis->setLabelsColor(colors.quiet);
    axis->setTitleBrush(palette().color(QPalette::Text));
    axis->setLinePenColor(colors.line);
    axis->setGridLineColor(colors.line);
    axis->setTitleText(m_isSmall ? QString() : axisTitle(from));
    double free = -1;
    for (const AxisTick& tick : from.range.ticks) {
      constexpr std::size_t maxLabelLength = 22;
      const QString label = qt(elided(tick.label, maxLabelLength));
      const double place = placeOn(from.range, from.isLog, tick.value);
      const double length = axis == m_x ? width() * 0.85 : height() * 0.75;
      const double half = (axis == m_x ? metrics.horizontalAdvance(label) : metrics.height()) / 2 / length;
      if (place - half >= free && place >= 0 && place <= 1.0001) {
        axis->append(label, place);
        free = place + half + 8 / length;
      }
    }
  }
}

void ComparisonPlot::placeMarks() {
  m_marks.clear();
  m_crossings.clear();
  const double axis = chart()->plotArea().bottom() - failureHeight;
  std::map<double, int> failuresAt;
  for (const ChartSeries& series : m_matrix->chart.series) {
    for (const ChartPoint& point : series.points) {
      m_marks.push_back({pixelOf(point.x, point.y), series.row, point.column, false,
                         describe(*m_matrix, series.row, point.column, false)});
    }
    for (const ChartFailure& failure : series.failures) {
      const double aside = 16.0 * failuresAt[failure.x]++;
      const QPointF at(pixelOf(failure.x, m_matrix->chart.y.range.min).x() - aside, axis);
      m_marks.push_back({at, series.row, failure.column, true, describe(*m_matrix, series.row, failure.column, true)});
    }
  }
  for (const ChartCrossing& crossing : m_matrix->chart.crossings) {
    m_crossings.push_back({pixelOf(crossing.x, crossing.y), 0, 0, false, coreText(crossing.text)});
  }
}

void ComparisonPlot::drawBars(QPainter& painter) const {
  constexpr double cap = 4;
  for (const ChartSeries& series : m_matrix->chart.series) {
    painter.setPen(QPen(seriesColor(palette(), series.row), 1.4));
    for (const ChartPoint& point : series.points) {
      if (point.max > point.min) {
        const QPointF low = pixelOf(point.x, point.min);
        const QPointF high = pixelOf(point.x, point.max);
        painter.drawLine(low, high);
        painter.drawLine(low - QPointF(cap, 0), low + QPointF(cap, 0));
        painter.drawLine(high - QPointF(cap, 0), high + QPointF(cap, 0));
      }
    }
  }
}

void ComparisonPlot::drawForeground(QPainter* painter, const QRectF&) {
  if (m_x == nullptr) {
    return;
  }
  painter->save();
  placeMarks();
  drawBars(*painter);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(palette().color(QPalette::Text), 1.2));
  for (const Mark& crossing : m_crossings) {
    const double radius = m_isSmall ? crossingRadius * smallMark : crossingRadius;
    painter->drawEllipse(crossing.at, radius, radius);
  }
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.9);
  painter->setFont(small);
  const QFontMetricsF metrics(small);
  double labelY = chart()->plotArea().bottom() - failureHeight + metrics.height() / 3;
  for (const Mark& mark : m_marks) {
    if (!mark.isFailure) {
      paintMarker(*painter, palette(), mark.row, mark.at, markerSize(mark.row) * (m_isSmall ? smallMark : 1));
      continue;
    }
    paintCross(*painter, tint(palette()).bad, mark.at, crossSize);
    if (m_isSmall) {
      continue;
    }
    const ChartSeries& series = m_matrix->chart.series[mark.row];
    const QString label = metrics.elidedText(tr("%1 failed").arg(rowName(*m_matrix, series.row)), Qt::ElideMiddle, 180);
    const double left = mark.at.x() - crossSize - 6 - metrics.horizontalAdvance(label);
    painter->setPen(tint(palette()).bad);
    painter->drawText(QPointF(std::max(left, chart()->plotArea().left() + 2), labelY), label);
    labelY -= metrics.height();
  }
  painter->restore();
}

const ComparisonPlot::Mark* ComparisonPlot::markAt(QPointF position) const {
  const Mark* best = nullptr;
  double nearest = reach;
  for (const std::vector<Mark>* marks : {&m_marks, &m_crossings}) {
    for (const Mark& mark : *marks) {
      const double distance = QLineF(mark.at, position).length();
      if (distance < nearest) {
        nearest = distance;
        best = &mark;
      }
    }
  }
  return best;
}

bool ComparisonPlot::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const Mark* mark = markAt(help->pos());
    QToolTip::showText(help->globalPos(), mark == nullptr ? QString() : mark->text, this);
    return true;
  }
  return QChartView::viewportEvent(event);
}

void ComparisonPlot::mouseMoveEvent(QMouseEvent* event) {
  const Mark* mark = markAt(event->position());
  const bool isCell = mark != nullptr && !m_marks.empty() && mark >= m_marks.data() && mark <= &m_marks.back();
  viewport()->setCursor(isCell ? Qt::PointingHandCursor : Qt::ArrowCursor);
  QChartView::mouseMoveEvent(event);
}

void ComparisonPlot::mousePressEvent(QMouseEvent* event) {
  const Mark* mark = event->button() == Qt::LeftButton ? markAt(event->position()) : nullptr;
  if (mark != nullptr && !m_marks.empty() && mark >= m_marks.data() && mark <= &m_marks.back()) {
    Q_EMIT cellActivated(mark->row, mark->column);
  }
}

void ComparisonPlot::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    rebuild();
  }
}

void ComparisonPlot::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  labelAxes();
}

}  // namespace kernline::ui
