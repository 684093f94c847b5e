// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/curve_picture.h"

#include "ui/views/memory/column_canvas.h"
#include "ui/views/memory/curve_brush.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

std::vector<CurveColumn> columnsOf(const DrawnCurve& curve, TimeRange range, int columns) {
  return curveEnvelope(*curve.curve, curve.pyramid, range, static_cast<std::size_t>(columns));
}

}  // namespace

void CurvePicture::layOut(std::shared_ptr<const DeviceCurves> curves, TimeRange range, QSize size, double top) {
  m_curves = std::move(curves);
  m_size = size.expandedTo({1, 1});
  m_top = top;
  m_parts.clear();
  m_reserved.clear();
  m_picture = {};
  if (!m_curves) {
    return;
  }
  for (const DrawnCurve& part : m_curves->parts) {
    m_parts.push_back(columnsOf(part, range, m_size.width()));
  }
  if (m_curves->reserved.curve != nullptr) {
    m_reserved = columnsOf(m_curves->reserved, range, m_size.width());
  }
}

const std::vector<CurveColumn>& CurvePicture::allocated() const {
  static const std::vector<CurveColumn> nothing;
  return m_parts.empty() ? nothing : m_parts.back();
}

/// Areas from the bottom up, hatching above them, then all lines.
void CurvePicture::paintColumn(CurveBrush& brush, int x) const {
  const auto column = static_cast<std::size_t>(x);
  int foot = m_size.height();
  for (std::size_t part = 0; part < m_parts.size(); ++part) {
    if (const ByteExtent& values = m_parts[part][column].values; !values.isEmpty()) {
      if (m_look.hasAreas) {
        brush.area(x, values, foot, m_look.fills[part]);
      }
      foot = std::min(foot, brush.yOf(values.max));
    }
  }
  const ByteExtent reserved = m_reserved.empty() ? ByteExtent{} : m_reserved[column].values;
  if (!reserved.isEmpty()) {
    brush.hatch(x, brush.yOf(reserved.max), foot, m_look.gap);
  }
  for (std::size_t part = 0; m_look.hasAreas && part < m_parts.size(); ++part) {
    if (const ByteExtent& values = m_parts[part][column].values; !values.isEmpty()) {
      brush.line(x, values, m_look.edges[part]);
    }
  }
  if (!reserved.isEmpty()) {
    brush.line(x, reserved, m_look.reserved);
  }
}

const QImage& CurvePicture::picture(const CurveLook& look) {
  if (m_picture.isNull() || look != m_look) {
    m_look = look;
    ColumnCanvas canvas(m_size);
    CurveBrush brush(canvas, m_top, m_look.thickness);
    for (int x = 0; x < canvas.width(); ++x) {
      paintColumn(brush, x);
    }
    m_picture = canvas.image();
  }
  return m_picture;
}

}  // namespace kernline::ui
