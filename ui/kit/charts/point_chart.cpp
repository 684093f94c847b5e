// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/point_chart.h"

#include "ui/kit/style/theme.h"

#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QtCharts/QAbstractAxis>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLegendMarker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double standOut = 2.5;  // pixels that the current point is larger
constexpr double reach = 9;       // pixels from a point at which the pointer is on it

}  // namespace

PointChart::PointChart(const QString& name, const QString& title, QWidget* parent) : PlainChart(name, title, parent) {
  constexpr int minWidth = 220;
  setMinimumWidth(minWidth);
  chart()->legend()->detachFromChart();  // an attached legend cuts names instead of taking a second row
  chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
  connect(chart(), &QChart::plotAreaChanged, this, &PointChart::place);
}

void PointChart::setCurrent(std::optional<std::size_t> number) {
  m_current = number;
  updateCard();
}

void PointChart::rebuild() {
  m_hovered.reset();
  m_points.clear();
  clear();
  m_points = makePoints();
  std::ranges::stable_sort(m_points, {}, [](const Point& point) { return std::pair(point.x, point.y); });
  if (!m_points.empty()) {
    addAxes();
    chart()->legend()->setFont(font());
    chart()->legend()->setLabelColor(palette().color(QPalette::Text));
  }
  arrange();
  updateLegend();
}

void PointChart::arrange() {
  placeLegend();
  chart()->layout()->activate();  // not a turn later: a picture may be taken at once
  place();
}

/// Places the legend above the chart, in as many rows as its names need.
void PointChart::placeLegend() {
  constexpr int marker = 32;  // width with the gaps around it and after the name
  constexpr int top = 2;
  const int rowHeight = fontMetrics().height() + 6;
  int rows = 0;
  int right = width();
  for (const QLegendMarker* one : chart()->legend()->markers()) {
    if (!one->isVisible()) {
      continue;
    }
    const int needed = fontMetrics().horizontalAdvance(one->label()) + marker;
    if (right >= width()) {
      ++rows;
      right = 0;
    }
    right += needed;
    right = right + needed > width() - marker ? width() : right;  // same as in Qt's layout: the next one may be as wide
  }
  const int halfLabel = fontMetrics().height() / 2;  // half a label of the axis, above the plot
  const int above = rows > 0 ? std::max(halfLabel, roomAbovePlot()) : 0;
  chart()->setMargins({4, top + rows * rowHeight + above, 10, top});
  chart()->legend()->setGeometry({0, top, static_cast<double>(width()), static_cast<double>(rows * rowHeight) + 12});
}

void PointChart::resizeEvent(QResizeEvent* event) {
  PlainChart::resizeEvent(event);
  arrange();
  updateLegend();
}

void PointChart::setExtents(AxisExtent across, AxisExtent up) {
  m_across = across;
  m_up = up;
}

void PointChart::addAxis(QAbstractAxis* axis, Qt::Alignment side) {
  styleAxis(*axis);
  chart()->addAxis(axis, side);
  for (QAbstractSeries* series : chart()->series()) {
    series->attachAxis(axis);
  }
}

QPointF PointChart::placeAt(double x, double y) const {
  const QRectF plot = chart()->plotArea();
  return {plot.left() + m_across.shareOf(x) * plot.width(), plot.bottom() - m_up.shareOf(y) * plot.height()};
}

void PointChart::place() {
  for (Point& point : m_points) {
    point.place = placeAt(point.x, point.y);
  }
  m_picture = {};
  updateCard();
}

void PointChart::makePicture() {
  m_picture = QPixmap(viewport()->size() * devicePixelRatioF());
  m_picture.setDevicePixelRatio(devicePixelRatioF());
  m_picture.fill(Qt::transparent);
  QPainter painter(&m_picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  drawPoints(painter);
}

void PointChart::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  painter->save();
  painter->setFont(font());
  if (const QString sentence = m_points.empty() ? emptySentence() : QString(); !sentence.isEmpty()) {
    painter->setPen(tint(palette()).quiet);
    painter->drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, sentence);
    painter->restore();
    return;
  }
  if (!m_points.empty()) {
    drawNotes(*painter);
  }
  if (m_picture.isNull()) {
    makePicture();
  }
  painter->drawPixmap(0, 0, m_picture);
  for (const auto& [number, isCurrent] : {std::pair(m_current, true), std::pair(m_hovered, false)}) {
    if (const Point* point = pointOf(number)) {
      painter->setBrush(colorOf(point->number));
      painter->setPen(QPen(palette().color(QPalette::Text), isCurrent && hasFocus() ? 2 : 1));
      drawPoint(*painter, *point, point->radius + standOut);
    }
  }
  if (const Point* point = pointOf(m_hovered ? m_hovered : m_current); point != nullptr && !m_card.isEmpty()) {
    const QRect rect = m_card.rectBeside(point->place.toPoint(), viewport()->size(), font());
    m_card.paint(*painter, rect, font(), TimelinePalette::matching(palette()));
  }
  painter->restore();
}

const PointChart::Point* PointChart::pointOf(std::optional<std::size_t> number) const {
  const auto found = number ? std::ranges::find(m_points, *number, &Point::number) : m_points.end();
  return found == m_points.end() ? nullptr : &*found;
}

std::optional<QPointF> PointChart::placeOf(std::size_t number) const {
  const Point* point = pointOf(number);
  return point == nullptr ? std::nullopt : std::optional(point->place);
}

/// Small ones lie on large ones; of those of one size the nearest.
std::optional<std::size_t> PointChart::numberAt(QPointF position) const {
  std::optional<std::size_t> found;
  std::pair<double, double> least;
  for (const Point& point : m_points) {
    const QPointF arm = point.place - position;
    const double distance = std::hypot(arm.x(), arm.y());
    const std::pair rank(point.radius, distance);
    if (distance < std::max(reach, point.radius) && (!found || rank < least)) {
      least = rank;
      found = point.number;
    }
  }
  return found;
}

void PointChart::setHovered(std::optional<std::size_t> number) {
  if (number != m_hovered) {
    m_hovered = number;
    setCursor(number ? Qt::PointingHandCursor : Qt::ArrowCursor);
    updateCard();
  }
}

void PointChart::updateCard() {
  const Point* told = pointOf(m_hovered ? m_hovered : m_current);
  m_card = told == nullptr ? HoverCard() : cardOf(told->number);
  setAccessibleDescription(m_card.text());
  viewport()->update();
}

void PointChart::mouseMoveEvent(QMouseEvent* event) {
  setHovered(numberAt(event->position()));
}

void PointChart::mouseReleaseEvent(QMouseEvent* event) {
  const std::optional<std::size_t> number = numberAt(event->position());
  if (event->button() == Qt::LeftButton && number) {
    setCurrent(number);
    Q_EMIT activated(*number);
  }
}

void PointChart::leaveEvent(QEvent* event) {
  PlainChart::leaveEvent(event);
  setHovered({});
}

/// Moves to the neighbor on the left or on the right, or to the first or last of all.
void PointChart::moveCurrent(int key) {
  const Point* current = pointOf(m_current);
  const auto last = static_cast<std::ptrdiff_t>(m_points.size()) - 1;
  std::ptrdiff_t at = current == nullptr ? -1 : current - m_points.data();
  at = key == Qt::Key_Home                         ? 0
       : key == Qt::Key_End                        ? last
       : key == Qt::Key_Left && current == nullptr ? last
       : key == Qt::Key_Left                       ? std::max<std::ptrdiff_t>(0, at - 1)
                                                   : std::min(last, at + 1);
  m_hovered.reset();
  setCurrent(m_points[static_cast<std::size_t>(at)].number);
  Q_EMIT currentChanged(*m_current);
}

void PointChart::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool isMove = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
  const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (isMove && !m_points.empty()) {
    moveCurrent(key);
  } else if (isEnter && m_current) {
    Q_EMIT activated(*m_current);
  } else {
    event->ignore();
  }
}

void PointChart::focusInEvent(QFocusEvent* event) {
  PlainChart::focusInEvent(event);
  viewport()->update();
}

void PointChart::focusOutEvent(QFocusEvent* event) {
  PlainChart::focusOutEvent(event);
  viewport()->update();
}

}  // namespace kernline::ui
