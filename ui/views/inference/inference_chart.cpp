// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_chart.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/inference/inference_words.h"

#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>

#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::array kinds{InferenceKind::Prefill, InferenceKind::Decode, InferenceKind::Mixed};

QScatterSeries::MarkerShape shapeOf(InferenceKind kind) {
  switch (kind) {
    case InferenceKind::Prefill:
      return QScatterSeries::MarkerShapeRectangle;
    case InferenceKind::Decode:
      return QScatterSeries::MarkerShapeCircle;
    case InferenceKind::Mixed:
      break;
  }
  return QScatterSeries::MarkerShapeRotatedRectangle;
}

/// Makes an axis for counts, or for times in `unit`.
QAbstractAxis* makeAxis(const AxisExtent& extent, const AxisUnit& unit, bool isTime) {
  const QString suffix = isTime ? QLatin1Char(' ') + QString::fromUtf8(symbol(unit.unit)) : QString();
  constexpr double exactUpTo = 1e6;  // larger numbers have an exponent in %g
  const QString format = (extent.max / unit.ns < exactUpTo ? QStringLiteral("%g") : QStringLiteral("%.0f")) + suffix;
  if (extent.isLog) {
    auto* axis = new QLogValueAxis;
    axis->setBase(10);
    axis->setMinorTickCount(8);
    axis->setLabelFormat(format);
    axis->setRange(extent.min / unit.ns, extent.max / unit.ns);
    return axis;
  }
  auto* axis = new QValueAxis;
  axis->setLabelFormat(format);
  axis->setRange(extent.min / unit.ns, extent.max / unit.ns);
  axis->applyNiceNumbers();
  return axis;
}

}  // namespace

InferenceChart::InferenceChart(QWidget* parent)
    : PointChart(QStringLiteral("inferenceChart"), tr("Time of iterations"), parent) {}

void InferenceChart::setTable(std::shared_ptr<const InferenceTable> table) {
  setCurrent({});  // the current point was of the previous table
  m_table = std::move(table);
  rebuild();
}

void InferenceChart::setAxes(InferenceX x, InferenceY y) {
  m_x = x;
  m_y = y;
  rebuild();
}

std::vector<PointChart::Point> InferenceChart::makePoints() const {
  std::vector<Point> made;
  for (std::size_t step = 0; m_table && step < m_table->steps.size(); ++step) {
    const std::optional<double> x = valueOf(*m_table, step, m_x);
    const std::optional<double> y = valueOf(*m_table, step, m_y);
    if (x && y) {
      made.push_back({.number = step, .x = *x, .y = *y});
    }
  }
  return made;
}

/// Adds series without points: for the legend and the axes.
void InferenceChart::addSeries() {
  std::set<InferenceKind> present;
  for (const Point& point : points()) {
    present.insert(m_table->iteration(point.number).kind);
  }
  for (const InferenceKind kind : present) {
    auto* series = new QScatterSeries(chart());
    series->setName(kindText(kind));
    series->setMarkerShape(shapeOf(kind));
    series->setColor(colorOfKind(kind));
    series->setBorderColor(Qt::transparent);
    chart()->addSeries(series);
  }
}

void InferenceChart::addAxes() {
  addSeries();
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Point& point : points()) {
    xs.push_back(point.x);
    ys.push_back(point.y);
  }
  const auto add = [this](AxisExtent extent, bool isTime, Qt::Alignment side, const QString& title) {
    const AxisUnit unit = isTime ? fittingAxisUnit(extent.max) : AxisUnit();
    QAbstractAxis* axis = makeAxis(extent, unit, isTime);
    if (const auto* linear = qobject_cast<QValueAxis*>(axis)) {
      extent.min = linear->min() * unit.ns;
      extent.max = linear->max() * unit.ns;
    }
    axis->setTitleText(title);
    addAxis(axis, side);
    return extent;
  };
  const AxisExtent across = add(fittingExtent(xs), m_x == InferenceX::Start, Qt::AlignBottom, titleOf(m_x));
  setExtents(across, add(fittingExtent(ys), true, Qt::AlignLeft, {}));
}

QColor InferenceChart::colorOfKind(InferenceKind kind) const {
  const Tint& colors = tint(palette());
  switch (kind) {
    case InferenceKind::Prefill:
      return colors.warning;
    case InferenceKind::Decode:
      return colors.accent;
    case InferenceKind::Mixed:
      break;
  }
  return colors.good;
}

QColor InferenceChart::colorOf(std::size_t step) const {
  return colorOfKind(m_table->iteration(step).kind);
}

HoverCard InferenceChart::cardOf(std::size_t step) const {
  return iterationCard(*m_table, step);
}

void InferenceChart::drawPoint(QPainter& painter, const Point& point, double radius) const {
  const QPointF arm(radius, radius);
  switch (shapeOf(m_table->iteration(point.number).kind)) {
    case QScatterSeries::MarkerShapeRectangle:
      painter.drawRect(QRectF(point.place - arm, point.place + arm));
      break;
    case QScatterSeries::MarkerShapeCircle:
      painter.drawEllipse(point.place, radius, radius);
      break;
    default: {
      const double wide = radius * 1.3;
      painter.drawPolygon(QPolygonF{{point.place.x(), point.place.y() - wide},
                                    {point.place.x() + wide, point.place.y()},
                                    {point.place.x(), point.place.y() + wide},
                                    {point.place.x() - wide, point.place.y()}});
      break;
    }
  }
}

/// Each pixel once a kind: of a hundred thousand points most lie on others.
void InferenceChart::drawPoints(QPainter& painter) const {
  std::set<std::tuple<int, int>> taken;
  for (const InferenceKind kind : kinds) {
    taken.clear();
    constexpr float opacity = 0.75F;  // neighbors shine through
    QColor color = colorOfKind(kind);
    color.setAlphaF(opacity);
    painter.setBrush(color);
    for (const Point& point : points()) {
      if (m_table->iteration(point.number).kind == kind &&
          taken.emplace(qRound(point.place.x()), qRound(point.place.y())).second) {
        drawPoint(painter, point, point.radius);
      }
    }
  }
}

QString InferenceChart::emptySentence() const {
  if (!m_table || !points().empty()) {
    return {};
  }
  return m_x == InferenceX::Length ? tr("These iterations do not record the length of their requests.")
         : m_x == InferenceX::Tokens || m_y == InferenceY::Token
             ? tr("These iterations do not record their number of tokens.")
             : tr("These iterations do not record their number of requests.");
}

}  // namespace kernline::ui
