// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_chart.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/inference/inference_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::array kinds{InferenceKind::Prefill, InferenceKind::Decode, InferenceKind::Mixed};
constexpr double pointRadius = 3.5;
constexpr double currentRadius = 6;
constexpr double reach = 9;  // pixels from a point at which the pointer is on it

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

/// Of counts, or of times in `unit`.
QAbstractAxis* makeAxis(const AxisExtent& extent, const AxisUnit& unit, bool isTime) {
  const QString suffix = isTime ? QLatin1Char(' ') + QString::fromUtf8(symbol(unit.unit)) : QString();
  constexpr double exactUpTo = 1e6;  // beyond it %g has an exponent
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
    : PlainChart(QStringLiteral("inferenceChart"), tr("Time of iterations"), parent) {
  constexpr int minWidth = 220;
  setMinimumWidth(minWidth);
  chart()->setMargins({4, 2, 10, 2});
  chart()->legend()->setAlignment(Qt::AlignTop);
  chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
  connect(chart(), &QChart::plotAreaChanged, this, &InferenceChart::place);
}

void InferenceChart::setTable(std::shared_ptr<const InferenceTable> table) {
  m_table = std::move(table);
  m_current.reset();
  rebuild();
}

void InferenceChart::setAxes(InferenceX x, InferenceY y) {
  m_x = x;
  m_y = y;
  rebuild();
}

void InferenceChart::setCurrent(std::optional<std::size_t> step) {
  m_current = step;
  updateCard();
}

void InferenceChart::rebuild() {
  clear();
  m_hovered.reset();
  m_points.clear();
  for (std::size_t step = 0; m_table && step < m_table->steps.size(); ++step) {
    const std::optional<double> x = valueOf(*m_table, step, m_x);
    const std::optional<double> y = valueOf(*m_table, step, m_y);
    if (x && y) {
      m_points.push_back({.step = step, .x = *x, .y = *y});
    }
  }
  std::ranges::stable_sort(m_points, {}, [](const Point& point) { return std::pair(point.x, point.y); });
  if (!m_points.empty()) {
    addSeries();
    addAxes();
  }
  place();
}

/// Without points: for the legend, and for the axes to belong to.
void InferenceChart::addSeries() {
  std::set<InferenceKind> present;
  for (const Point& point : m_points) {
    present.insert(m_table->iteration(point.step).kind);
  }
  for (const InferenceKind kind : present) {
    auto* series = new QScatterSeries(chart());
    series->setName(kindText(kind));
    series->setMarkerShape(shapeOf(kind));
    series->setColor(colorOf(kind));
    series->setBorderColor(Qt::transparent);
    chart()->addSeries(series);
  }
  chart()->legend()->setFont(font());
  chart()->legend()->setLabelColor(palette().color(QPalette::Text));
}

void InferenceChart::addAxes() {
  std::vector<double> across;
  std::vector<double> up;
  for (const Point& point : m_points) {
    across.push_back(point.x);
    up.push_back(point.y);
  }
  m_across = fittingExtent(across);
  m_up = fittingExtent(up);
  const auto add = [this](AxisExtent& extent, bool isTime, Qt::Alignment side) {
    const AxisUnit unit = isTime ? fittingAxisUnit(extent.max) : AxisUnit();
    QAbstractAxis* axis = makeAxis(extent, unit, isTime);
    if (const auto* linear = qobject_cast<QValueAxis*>(axis)) {
      extent.min = linear->min() * unit.ns;
      extent.max = linear->max() * unit.ns;
    }
    styleAxis(*axis);
    chart()->addAxis(axis, side);
    for (QAbstractSeries* series : chart()->series()) {
      series->attachAxis(axis);
    }
    return axis;
  };
  add(m_across, m_x == InferenceX::Start, Qt::AlignBottom)->setTitleText(titleOf(m_x));
  add(m_up, true, Qt::AlignLeft);
}

void InferenceChart::place() {
  const QRectF plot = chart()->plotArea();
  for (Point& point : m_points) {
    point.place = {plot.left() + m_across.shareOf(point.x) * plot.width(),
                   plot.bottom() - m_up.shareOf(point.y) * plot.height()};
  }
  m_picture = {};
  updateCard();
}

QColor InferenceChart::colorOf(InferenceKind kind) const {
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

void InferenceChart::drawPoint(QPainter& painter, const Point& point, double radius) const {
  const QPointF arm(radius, radius);
  switch (shapeOf(m_table->iteration(point.step).kind)) {
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
void InferenceChart::drawPoints() {
  m_picture = QPixmap(viewport()->size() * devicePixelRatioF());
  m_picture.setDevicePixelRatio(devicePixelRatioF());
  m_picture.fill(Qt::transparent);
  QPainter painter(&m_picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  std::set<std::tuple<int, int>> taken;
  for (const InferenceKind kind : kinds) {
    taken.clear();
    constexpr float opacity = 0.75F;  // neighbors shine through
    QColor color = colorOf(kind);
    color.setAlphaF(opacity);
    painter.setBrush(color);
    for (const Point& point : m_points) {
      if (m_table->iteration(point.step).kind == kind &&
          taken.emplace(qRound(point.place.x()), qRound(point.place.y())).second) {
        drawPoint(painter, point, pointRadius);
      }
    }
  }
}

void InferenceChart::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  painter->save();
  painter->setFont(font());
  if (const QString sentence = emptySentence(); !sentence.isEmpty()) {
    painter->setPen(tint(palette()).quiet);
    painter->drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, sentence);
    painter->restore();
    return;
  }
  if (m_picture.isNull()) {
    drawPoints();
  }
  painter->drawPixmap(0, 0, m_picture);
  for (const auto& [step, isCurrent] : {std::pair(m_current, true), std::pair(m_hovered, false)}) {
    if (const Point* point = pointOf(step)) {
      painter->setBrush(colorOf(m_table->iteration(point->step).kind));
      painter->setPen(QPen(palette().color(QPalette::Text), isCurrent && hasFocus() ? 2 : 1));
      drawPoint(*painter, *point, currentRadius);
    }
  }
  if (const Point* point = pointOf(m_hovered ? m_hovered : m_current); point != nullptr && !m_card.isEmpty()) {
    const QRect rect = m_card.rectBeside(point->place.toPoint(), viewport()->size(), font());
    m_card.paint(*painter, rect, font(), TimelinePalette::matching(palette()));
  }
  painter->restore();
}

QString InferenceChart::emptySentence() const {
  if (!m_table || !m_points.empty()) {
    return {};
  }
  return m_x == InferenceX::Length ? tr("These iterations do not say how long their requests are.")
         : m_x == InferenceX::Tokens || m_y == InferenceY::Token
             ? tr("These iterations do not say how many tokens they have.")
             : tr("These iterations do not say how many requests they have.");
}

const InferenceChart::Point* InferenceChart::pointOf(std::optional<std::size_t> step) const {
  const auto found = step ? std::ranges::find(m_points, *step, &Point::step) : m_points.end();
  return found == m_points.end() ? nullptr : &*found;
}

std::optional<QPointF> InferenceChart::placeOf(std::size_t step) const {
  const Point* point = pointOf(step);
  return point == nullptr ? std::nullopt : std::optional(point->place);
}

std::optional<std::size_t> InferenceChart::stepAt(QPointF position) const {
  std::optional<std::size_t> nearest;
  double least = reach;
  for (const Point& point : m_points) {
    const QPointF arm = point.place - position;
    if (const double distance = std::hypot(arm.x(), arm.y()); distance < least) {
      least = distance;
      nearest = point.step;
    }
  }
  return nearest;
}

void InferenceChart::setHovered(std::optional<std::size_t> step) {
  if (step != m_hovered) {
    m_hovered = step;
    setCursor(step ? Qt::PointingHandCursor : Qt::ArrowCursor);
    updateCard();
  }
}

void InferenceChart::updateCard() {
  const Point* told = pointOf(m_hovered ? m_hovered : m_current);
  m_card = told == nullptr ? HoverCard() : iterationCard(*m_table, told->step);
  setAccessibleDescription(m_card.text());
  viewport()->update();
}

void InferenceChart::mouseMoveEvent(QMouseEvent* event) {
  setHovered(stepAt(event->position()));
}

void InferenceChart::mouseReleaseEvent(QMouseEvent* event) {
  const std::optional<std::size_t> step = stepAt(event->position());
  if (event->button() == Qt::LeftButton && step) {
    setCurrent(step);
    Q_EMIT activated(*step);
  }
}

void InferenceChart::leaveEvent(QEvent* event) {
  PlainChart::leaveEvent(event);
  setHovered({});
}

/// To the neighbor on the left or on the right, or to the first or last of all.
void InferenceChart::moveCurrent(int key) {
  const Point* current = pointOf(m_current);
  const auto last = static_cast<std::ptrdiff_t>(m_points.size()) - 1;
  std::ptrdiff_t at = current == nullptr ? -1 : current - m_points.data();
  at = key == Qt::Key_Home                         ? 0
       : key == Qt::Key_End                        ? last
       : key == Qt::Key_Left && current == nullptr ? last
       : key == Qt::Key_Left                       ? std::max<std::ptrdiff_t>(0, at - 1)
                                                   : std::min(last, at + 1);
  m_hovered.reset();
  setCurrent(m_points[static_cast<std::size_t>(at)].step);
  Q_EMIT currentChanged(*m_current);
}

void InferenceChart::keyPressEvent(QKeyEvent* event) {
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

void InferenceChart::focusInEvent(QFocusEvent* event) {
  PlainChart::focusInEvent(event);
  viewport()->update();
}

void InferenceChart::focusOutEvent(QFocusEvent* event) {
  PlainChart::focusOutEvent(event);
  viewport()->update();
}

}  // namespace kernline::ui
