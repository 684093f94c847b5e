// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/curve_envelope.h"

#include <QList>
#include <QPointF>

#include <cstddef>
#include <span>

namespace kernline::ui {

/// A curve as at most two points a column, at x = the column's middle in columns and y = bytes / `unit`: the least and
/// the greatest of each column are among them, in the order in which the curve goes. The middle of a level stretch is
/// left out. Begins with column `first`, or the first one after it that has a value.
[[nodiscard]] QList<QPointF> curvePoints(std::span<const CurveColumn> columns, double unit, std::size_t first = 0);

/// The same with the greatest of each column alone: the edge of an area. Between least and greatest a line is drawn
/// anyway, and a polygon that goes up and down in every column takes many times as long to fill.
[[nodiscard]] QList<QPointF> curveTops(std::span<const CurveColumn> columns, double unit, std::size_t first = 0);

/// Index of the first column that has a value; their count if none has.
[[nodiscard]] std::size_t firstFilled(std::span<const CurveColumn> columns);

}  // namespace kernline::ui
