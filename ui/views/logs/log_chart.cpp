// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_chart.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QtCharts/QChart>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t minBars = 4;
constexpr std::size_t maxRowBars = 40;
constexpr std::size_t maxParetoBars = 40;

}  // namespace

LogChart::LogChart(QWidget* parent) : PlainChart(QStringLiteral("logChart"), tr("Chart of the table"), parent) {
  chart()->legend()->hide();
}

std::size_t LogChart::room(ChartKind kind) const {
  if (kind == ChartKind::Pareto) {
    return maxParetoBars;
  }
  const int rowHeight = fontMetrics().height() + 6;
  const int axis = fontMetrics().height() + 12;
  const auto rows = static_cast<std::size_t>(std::max(0, viewport()->height() - axis) / rowHeight);
  return std::clamp(rows, minBars, maxRowBars);
}

void LogChart::showChart(ChartData data) {
  m_data = std::move(data);
  m_current.reset();
  m_room = room(m_data.kind);
  rebuild();
}

void LogChart::markRow(std::optional<std::uint32_t> row) {
  m_marked = row;
  viewport()->update();
}

void LogChart::resizeEvent(QResizeEvent* event) {
  PlainChart::resizeEvent(event);
  rebuild();
  if (const std::size_t now = room(m_data.kind); now != std::exchange(m_room, now)) {
    Q_EMIT capacityChanged();
  }
}

double LogChart::ringRadius() const {
  constexpr double share = 0.46;
  return std::min<double>(viewport()->height(), viewport()->width() / 2.0) * share;
}

QPointF LogChart::ringCenter() const {
  return {ringRadius() * 1.1 + 8, viewport()->height() / 2.0};
}

QRectF LogChart::barRect(std::size_t bar) const {
  const QRectF plot = chart()->plotArea();
  const auto at = static_cast<double>(bar);
  const auto count = static_cast<double>(std::max<std::size_t>(1, m_data.bars.size()));
  switch (m_data.kind) {
    case ChartKind::Top:
      return {0, plot.top() + plot.height() * at / count, static_cast<double>(viewport()->width()),
              plot.height() / count};
    case ChartKind::Pareto:
      return {plot.left() + plot.width() * at / count, plot.top(), plot.width() / count, plot.height()};
    case ChartKind::Families:
      break;
  }
  const double left = 2 * ringCenter().x() + 8;
  const double lineHeight = std::min<double>(fontMetrics().height() + 8.0, viewport()->height() / count);
  const double top = (viewport()->height() - lineHeight * count) / 2;
  return {left, top + lineHeight * at, viewport()->width() - left, lineHeight};
}

std::optional<std::size_t> LogChart::barAt(const QPointF& place) const {
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    if (barRect(i).contains(place)) {
      return i;
    }
  }
  if (m_data.kind != ChartKind::Families || m_data.bars.empty()) {
    return std::nullopt;
  }
  const QPointF arm = place - ringCenter();
  const double distance = std::hypot(arm.x(), arm.y());
  if (distance > ringRadius() || distance < ringRadius() * ringHole) {
    return std::nullopt;
  }
  double turn = std::atan2(arm.x(), -arm.y()) / (2 * std::numbers::pi);  // clockwise from the top
  turn = turn < 0 ? turn + 1 : turn;
  double end = 0;
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    end += m_data.bars[i].share;
    if (turn <= end) {
      return i;
    }
  }
  return m_data.bars.size() - 1;
}

QString LogChart::tipOf(std::size_t bar) const {
  const ChartBar& of = m_data.bars[bar];
  if (std::isnan(of.value)) {
    return of.name + QLatin1Char('\n') + tr("failed");
  }
  QString tip = QStringLiteral("%1\n%2").arg(of.name, quantityText(of.value, m_data.style));
  if (of.share > 0) {
    tip += QStringLiteral(" · ") + tr("%1 of all").arg(qt(formatShare(of.share)));
  }
  if (m_data.kind == ChartKind::Families) {
    tip += QStringLiteral(" · ") + counted(of.rows.size(), tr("%1 row"), tr("%1 rows"));
  } else if (of.together > 0) {
    tip += QLatin1Char('\n') + tr("the first %1 together: %2").arg(bar + 1).arg(qt(formatShare(of.together)));
  }
  return tip;
}

void LogChart::setCurrent(std::optional<std::size_t> bar) {
  if (bar != m_current) {
    m_current = bar;
    setAccessibleDescription(bar ? tipOf(*bar) : m_data.title);
    viewport()->update();
  }
}

void LogChart::request(std::size_t bar) {
  const std::vector<std::uint32_t> rows = m_data.bars[bar].rows;  // a listener may show another chart
  Q_EMIT rowsRequested(rows);
}

void LogChart::mouseMoveEvent(QMouseEvent* event) {
  const std::optional<std::size_t> bar = barAt(event->position());
  setCurrent(bar);
  viewport()->setCursor(bar ? Qt::PointingHandCursor : Qt::ArrowCursor);
  bar ? QToolTip::showText(event->globalPosition().toPoint(), tipOf(*bar), this) : QToolTip::hideText();
}

void LogChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    if (const std::optional<std::size_t> bar = barAt(event->position())) {
      request(*bar);
    }
  }
}

void LogChart::leaveEvent(QEvent* event) {
  PlainChart::leaveEvent(event);
  setCurrent(std::nullopt);
}

void LogChart::focusInEvent(QFocusEvent* event) {
  PlainChart::focusInEvent(event);
  if (!m_current && !m_data.bars.empty() && event->reason() != Qt::MouseFocusReason) {
    setCurrent(0);
  }
}

void LogChart::keyPressEvent(QKeyEvent* event) {
  const bool isNext = event->key() == Qt::Key_Down || event->key() == Qt::Key_Right;
  const bool isPrevious = event->key() == Qt::Key_Up || event->key() == Qt::Key_Left;
  const bool hasBars = !m_data.bars.empty();
  if (hasBars && isNext) {
    setCurrent(m_current ? std::min(*m_current + 1, m_data.bars.size() - 1) : 0);
  } else if (hasBars && isPrevious) {
    setCurrent(m_current && *m_current > 0 ? *m_current - 1 : 0);
  } else if (m_current && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    request(*m_current);
  } else {
    PlainChart::keyPressEvent(event);
  }
}

}  // namespace kernline::ui
