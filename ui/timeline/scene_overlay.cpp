// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/scene_overlay.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double headLength = 7;
constexpr double headHalfWidth = 3.2;
constexpr double farAway = 1 << 14;  // pixels; beyond, coordinates only cost the rasteriser

/// Where an arrow leaves a span: at its end if the effect comes later, else at its start.
QPointF leavingPoint(const TimelineScene& scene, SpanId from, SpanId to, const QRectF& rect) {
  const bool isOver = scene.trace()->end(from) <= scene.trace()->start(to);
  return {isOver ? rect.right() : rect.left(), rect.center().y()};
}

QPointF bounded(QPointF p) {
  return {std::clamp(p.x(), -farAway, farAway), std::clamp(p.y(), -farAway, farAway)};
}

void paintOutline(QPainter& painter, const TimelineScene& scene, SpanId span, QColor colour, double thickness) {
  const std::optional<QRectF> found = scene.rectOf(span);
  if (!found) {
    return;
  }
  const double left = std::max(std::floor(found->left()), -10.0);
  const double right = std::min(std::max(std::floor(found->right()), left + 3), scene.axis().width() + 10.0);
  if (right < left || right < 0) {
    return;
  }
  const QRectF rect(left, found->top(), right - left, found->height());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, thickness, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  const double inset = thickness / 2;
  painter.drawRect(rect.width() > 3 * thickness ? rect.adjusted(inset, inset, -inset, -inset)
                                                : rect.adjusted(-inset, -inset, inset, inset));
}

void paintArrow(QPainter& painter, const QPainterPath& path, QColor colour) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, 1.6));
  painter.drawPath(path);
  const QPointF tip = path.currentPosition();
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(
      QPolygonF({tip, tip + QPointF(-headLength, -headHalfWidth), tip + QPointF(-headLength, headHalfWidth)}));
}

}  // namespace

QPainterPath arrowPath(const TimelineScene& scene, const SpanArrow& arrow) {
  const std::optional<QRectF> from = scene.rectOf(arrow.from);
  const std::optional<QRectF> to = scene.rectOf(arrow.to);
  QPainterPath path;
  if (!from || !to) {
    return path;
  }
  const QPointF begin = bounded(leavingPoint(scene, arrow.from, arrow.to, *from));
  const QPointF end = bounded({to->left(), to->center().y()});
  const double bend = std::clamp(std::abs(end.x() - begin.x()) / 2, 24.0, 160.0);
  path.moveTo(begin);
  path.cubicTo(begin + QPointF(bend, 0), end - QPointF(bend, 0), end);
  return path;
}

void paintSelection(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (!scene.trace()) {
    return;
  }
  const QRectF area(0, 0, scene.axis().width(), scene.viewHeight());
  if (scene.hovered() != SpanId::none && scene.hovered() != scene.selection()) {
    paintOutline(painter, scene, scene.hovered(), QColor(palette.dimText), 1);
  }
  if (scene.selection() == SpanId::none) {
    return;
  }
  paintOutline(painter, scene, scene.selection(), QColor(palette.selection), 2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const SpanArrow& arrow : scene.arrows()) {
    const QPainterPath path = arrowPath(scene, arrow);
    if (!path.isEmpty() && path.controlPointRect().intersects(area)) {
      paintArrow(painter, path, QColor(palette.arrow));
    }
  }
  painter.restore();
}

}  // namespace kernline::ui
