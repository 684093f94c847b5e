// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/overlay_chart.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/held_keys.h"
#include "ui/kit/charts/wheel_zoom.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {}  // namespace

OverlayChart::OverlayChart(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("overlayChart"));
  setAccessibleName(tr("Memory of two runs over time"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setProperty(ownMotionKeys, true);
}

QSize OverlayChart::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 4};
}

void OverlayChart::setCurves(std::shared_ptr<const OverlayCurves> curves) {
  m_curves = std::move(curves);
  if (m_curves) {
    m_range = withMargin(m_curves->bounds, 0);
  }
  update();
}

void OverlayChart::setRange(TimeRange range) {
  m_range = m_curves ? keptWithin(withMargin(range, 0), m_curves->bounds) : range;
  update();
}

QRect OverlayChart::curvesRect() const {
  const int left = fontMetrics().horizontalAdvance(QStringLiteral("−0000.00 MiB")) + 10;
  const int line = fontMetrics().height();
  const int both = height() - 3 * line - 8;  // less gap, ticks and margin
  return {left, line / 2 + 2, std::max(20, width() - left - 14), std::max(10, both * 3 / 5)};
}

QRect OverlayChart::differenceRect() const {
  const QRect above = curvesRect();
  const int line = fontMetrics().height();
  const int top = above.bottom() + line;
  return {above.left(), top, above.width(), std::max(10, height() - line - 8 - top)};
}

HoverCard OverlayChart::cardAt(Time time) const {
  HoverCard card;
  if (!m_curves) {
    return card;
  }
  const MemoryComparison& comparison = m_curves->comparison;
  card.title = coreText(momentText(comparison, time));
  const auto tell = [&](const QString& label, const MemoryComparison::Run& run) {
    const auto bytes = time < run.recorded.end ? run.allocated.at(time) : std::nullopt;
    card.facts.push_back({label, bytes ? qt(formatBytes(*bytes)) : tr("not recorded")});
  };
  tell(tr("Baseline"), comparison.base);
  tell(tr("Other run"), comparison.other);
  if (time < comparison.shared.end) {
    if (const auto difference = comparison.difference.at(time)) {
      card.facts.push_back(
          {tr("Difference"), (*difference > 0 ? QStringLiteral("+") : QString()) + qt(formatBytes(*difference))});
    }
  }
  return card;
}

void OverlayChart::zoomAt(double factor, double x) {
  setRange(zoomed(m_range, factor, axis().timeAt(x - curvesRect().left())));
}

void OverlayChart::mousePressEvent(QMouseEvent* event) {
  if (m_curves && event->button() == Qt::LeftButton) {
    m_press = event->position().toPoint();
    m_pressRange = m_range;
  }
}

void OverlayChart::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->position().toPoint();
  if (m_press) {
    const double pixels = m_press->x() - m_pointer->x();
    setRange(shifted(m_pressRange, {std::llround(pixels * axis().nsPerPixel())}));
  }
  update();
}

void OverlayChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_press.reset();
  }
}

void OverlayChart::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (m_curves) {
    zoomAt(std::pow(zoomPerNotch, event->angleDelta().y() / wheelNotch), event->position().x());
  }
}

void OverlayChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  m_pointer.reset();
  update();
}

void OverlayChart::keyPressEvent(QKeyEvent* event) {
  constexpr double step = 0.1;  // widths of the view
  const auto along = [this](double widths) {
    setRange(shifted(m_range, {std::llround(widths * static_cast<double>(m_range.length().ns))}));
  };
  const double middle = curvesRect().center().x();
  if (!m_curves || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) {
    QWidget::keyPressEvent(event);
    return;
  }
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W:
      return zoomAt(zoomPerNotch, middle);
    case Qt::Key_Minus:
    case Qt::Key_S:
      return zoomAt(1 / zoomPerNotch, middle);
    case Qt::Key_Left:
    case Qt::Key_A:
      return along(-step);
    case Qt::Key_Right:
    case Qt::Key_D:
      return along(step);
    case Qt::Key_0:
      return setRange(m_curves->bounds);
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace kernline::ui
