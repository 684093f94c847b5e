// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/scene_overlay.h"

#include "ui/views/timeline/span_places.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double headLength = 7;
constexpr double headHalfWidth = 3.2;
constexpr std::size_t maxOpaqueArrows = 16;  // more of them are drawn faintly
constexpr double farAway = 1 << 14;          // pixels; beyond, coordinates only cost the rasteriser

/// Returns where an arrow leaves a span: at its end if the effect comes later, else at its start.
double leavingX(const TimelineScene& scene, const SpanArrow& arrow, const QRectF& rect) {
  const bool isOver = scene.trace()->end(arrow.from) <= scene.trace()->start(arrow.to);
  return isOver ? rect.right() : rect.left();
}

QPointF bounded(QPointF p) {
  return {std::clamp(p.x(), -farAway, farAway), std::clamp(p.y(), -farAway, farAway)};
}

void paintOutline(QPainter& painter, const TimelineScene& scene, SpanId span, QColor color, double thickness) {
  const std::optional<QRectF> found = rectOf(scene, span);
  if (!found || isCovered(scene, span)) {
    return;
  }
  const double left = std::max(std::floor(found->left()), -10.0);
  const double right = std::min(std::max(std::floor(found->right()), left + 3), scene.time().axis().width() + 10.0);
  if (right < left || right < 0) {
    return;
  }
  const QRectF rect(left, found->top(), right - left, found->height());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, thickness, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  // Half of the line lies outside, in the gap between lanes, so that it does not cut the name's descenders.
  painter.drawRect(rect);
}

void paintArrow(QPainter& painter, const QPainterPath& path, QColor color) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, 1.6));
  painter.drawPath(path);
  const QPointF tip = path.currentPosition();
  const QPointF before = path.pointAtPercent(0.97);
  const double length = std::hypot(tip.x() - before.x(), tip.y() - before.y());
  if (length <= 0) {
    return;
  }
  const QPointF along = (tip - before) / length;
  const QPointF across(-along.y(), along.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF(
      {tip, tip - along * headLength + across * headHalfWidth, tip - along * headLength - across * headHalfWidth}));
}

}  // namespace

QPainterPath arrowPath(const TimelineScene& scene, const SpanArrow& arrow) {
  const std::optional<QRectF> from = rectOf(scene, arrow.from);
  const std::optional<QRectF> to = rectOf(scene, arrow.to);
  QPainterPath path;
  if (!from || !to) {
    return path;
  }
  // From edge to edge, up or down, so that the names on the bars stay free.
  const bool goesUp = to->center().y() < from->top();
  const bool goesDown = to->center().y() > from->bottom();
  const double beginY = goesDown ? from->bottom() : from->top();
  const double endY = goesUp ? to->bottom() : to->top();
  const QPointF begin = bounded({leavingX(scene, arrow, *from), beginY});
  const QPointF end = bounded({to->left(), endY});
  const double bend = std::clamp(std::abs(end.y() - begin.y()) * 0.6, 14.0, 90.0);
  const double direction = goesDown ? 1 : -1;
  path.moveTo(begin);
  path.cubicTo(begin + QPointF(0, direction * bend), end - QPointF(0, (goesUp || goesDown ? direction : 1) * bend),
               end);
  return path;
}

void paintSelection(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (!scene.trace()) {
    return;
  }
  const QRectF area(0, 0, scene.time().axis().width(), scene.rows().height());
  if (scene.selection().hovered() != SpanId::none && scene.selection().hovered() != scene.selection().span()) {
    paintOutline(painter, scene, scene.selection().hovered(), QColor(palette.dimText), 1);
  }
  if (scene.selection().span() == SpanId::none) {
    return;
  }
  paintOutline(painter, scene, scene.selection().span(), QColor(palette.selection), 2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QColor color(palette.arrow);
  color.setAlpha(scene.selection().arrows().size() > maxOpaqueArrows ? 96 : 255);
  for (const SpanArrow& arrow : scene.selection().arrows()) {
    const QPainterPath path = arrowPath(scene, arrow);
    if (!path.isEmpty() && path.controlPointRect().intersects(area)) {
      paintArrow(painter, path, color);
    }
  }
  painter.restore();
}

void paintSelectedStep(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (!scene.selection().step()) {
    return;
  }
  const TimeRange range = scene.steps()[*scene.selection().step()].range;
  painter.setPen(QPen(QColor(palette.selection), 1, Qt::DashLine));
  for (const Time edge : {range.begin, range.end}) {
    const double x = std::floor(scene.time().axis().xOf(edge));
    if (x >= 0 && x <= scene.time().axis().width()) {
      painter.drawLine(QPointF(x, 0), QPointF(x, scene.rows().height()));
    }
  }
}

void paintStickyHeader(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (const TimelineRow* header = scene.rows().stickyHeader()) {
    const int top = scene.rows().stuckHeight();
    const int width = scene.time().axis().width();
    painter.fillRect(QRect(0, top, width, header->height), QColor(palette.header));
    painter.fillRect(QRect(0, top + header->height - 1, width, 1), QColor(palette.separator));
  }
}

}  // namespace kernline::ui
