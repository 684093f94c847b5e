// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/curve_points.h"

#include <algorithm>

namespace kernline::ui {
namespace {

/// Adds a point; of three on one level the middle one says nothing.
void add(QList<QPointF>& points, QPointF point) {
  const qsizetype count = points.size();
  if (count >= 2 && points[count - 1].y() == point.y() && points[count - 2].y() == point.y()) {
    points[count - 1] = point;
  } else {
    points.append(point);
  }
}

}  // namespace

std::size_t firstFilled(std::span<const CurveColumn> columns) {
  const auto filled = std::ranges::find_if(columns, [](const CurveColumn& column) { return !column.values.isEmpty(); });
  return static_cast<std::size_t>(filled - columns.begin());
}

QList<QPointF> curvePoints(std::span<const CurveColumn> columns, double unit, std::size_t first) {
  QList<QPointF> points;
  points.reserve(2 * static_cast<qsizetype>(columns.size()) + 2);
  constexpr double middle = 0.5;
  first = std::max(first, firstFilled(columns));
  double x = static_cast<double>(first) + middle;
  for (const CurveColumn& column : columns.subspan(std::min(first, columns.size()))) {
    const double least = static_cast<double>(column.values.least) / unit;
    const double greatest = static_cast<double>(column.values.greatest) / unit;
    const bool rises = column.last >= column.first;
    if (points.isEmpty()) {
      points.append({x - middle, rises ? least : greatest});
    }
    add(points, {x, rises ? least : greatest});
    if (greatest > least) {
      add(points, {x, rises ? greatest : least});
    }
    x += 1;
  }
  if (!points.isEmpty()) {
    add(points, {x - middle, points.back().y()});
  }
  return points;
}

QList<QPointF> curveTops(std::span<const CurveColumn> columns, double unit, std::size_t first) {
  QList<QPointF> points;
  points.reserve(static_cast<qsizetype>(columns.size()) + 2);
  constexpr double middle = 0.5;
  first = std::max(first, firstFilled(columns));
  double x = static_cast<double>(first) + middle;
  for (const CurveColumn& column : columns.subspan(std::min(first, columns.size()))) {
    const double top = static_cast<double>(column.values.greatest) / unit;
    if (points.isEmpty()) {
      points.append({x - middle, top});
    }
    add(points, {x, top});
    x += 1;
  }
  if (!points.isEmpty()) {
    add(points, {x - middle, points.back().y()});
  }
  return points;
}

}  // namespace kernline::ui
