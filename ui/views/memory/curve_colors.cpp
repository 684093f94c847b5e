// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/curve_colors.h"

#include "ui/kit/style/theme.h"

#include <array>

namespace kernline::ui {
namespace {

/// Differ in lightness and hue; legend and card name them in the order of the stack.
constexpr std::array<QRgb, 8> partColors{0xff4f8fe6, 0xfff2b632, 0xff4fb886, 0xffff8a78,
                                         0xffb48cf0, 0xff45bfc6, 0xffc9ae57, 0xff9aa3b0};

}  // namespace

CurveColors::CurveColors(std::size_t parts, const QPalette& palette)
    : m_parts(parts), m_alone(tint(palette).accent), m_reserved(tint(palette).warning) {}

QColor CurveColors::edge(std::size_t part) const {
  return m_parts == 1 ? m_alone : QColor(partColors[part % partColors.size()]);
}

QColor CurveColors::fill(std::size_t part) const {
  constexpr float alone = 0.45F;
  constexpr float stacked = 0.85F;
  QColor fill = edge(part);
  fill.setAlphaF(m_parts == 1 ? alone : stacked);
  return fill;
}

QColor CurveColors::gap() const {
  constexpr float faint = 0.45F;
  QColor hatch = m_reserved;
  hatch.setAlphaF(faint);
  return hatch;
}

CurveLook CurveColors::look(int thickness, bool hasAreas) const {
  CurveLook look;
  for (std::size_t i = 0; i < m_parts; ++i) {
    look.fills.push_back(qPremultiply(fill(i).rgba()));
    look.edges.push_back(edge(i).rgb());
  }
  look.gap = qPremultiply(gap().rgba());
  look.reserved = m_reserved.rgb();
  look.thickness = thickness;
  look.hasAreas = hasAreas;
  return look;
}

}  // namespace kernline::ui
