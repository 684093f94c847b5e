// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QTransform>

#include <span>
#include <vector>

namespace kernline::ui {

/// A roof as it is drawn, from left to right, in pixels.
struct DrawnRoof {
  QString text;
  QLineF line;
};

/// Area covered by a point, in pixels.
struct Disc {
  QPointF center;
  double radius = 0;
};

struct RoofLabel {
  QString text;
  QTransform turned;  ///< transform from the label's own pixels, whose origin is where its base line begins
  QPolygonF room;     ///< all that it covers
};

/// The size of texts.
struct LabelFont {
  double ascent = 0;
  double descent = 0;
  std::vector<double> widths;  ///< widths of the texts, one a roof
};

/// Along each roof, above or below it, where no roof, no other label and no point is. A roof without such a place
/// within `room` has none. A label above the highest flat roof may begin left of it: nothing is drawn there.
[[nodiscard]] std::vector<RoofLabel> placeRoofLabels(std::span<const DrawnRoof> roofs, std::span<const Disc> points,
                                                     const LabelFont& font, const QRectF& room);

}  // namespace kernline::ui
