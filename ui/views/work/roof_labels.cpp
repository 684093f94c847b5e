// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roof_labels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>

namespace kernline::ui {
namespace {

constexpr double gap = 3;          // pixels between a roof and its label, and at its ends
constexpr double stride = 12;      // pixels from one place to the next
constexpr double overhang = 0.25;  // of a label, which a short roof may be shorter

/// Whether a segment and a rectangle have a point in common.
bool crosses(const QLineF& line, const QRectF& rect) {
  double from = 0;
  double to = 1;
  const auto clip = [&](double start, double delta, double low, double high) {
    if (delta == 0) {
      return start >= low && start <= high;
    }
    const auto [first, last] = std::minmax({(low - start) / delta, (high - start) / delta});
    from = std::max(from, first);
    to = std::min(to, last);
    return from <= to;
  };
  return clip(line.x1(), line.dx(), rect.left(), rect.right()) && clip(line.y1(), line.dy(), rect.top(), rect.bottom());
}

double distance(QPointF point, const QRectF& rect) {
  return std::hypot(std::max({rect.left() - point.x(), 0.0, point.x() - rect.right()}),
                    std::max({rect.top() - point.y(), 0.0, point.y() - rect.bottom()}));
}

/// The label itself, in its own pixels.
struct Box {
  QRectF rect;
  QTransform turned;

  /// Makes a box at the start of the base line; `angle` in degrees.
  Box(QPointF start, double angle, double width, const LabelFont& font)
      : rect(0, -font.ascent, width, font.ascent + font.descent),
        turned(QTransform().translate(start.x(), start.y()).rotate(angle)) {}

  [[nodiscard]] QPolygonF room() const { return turned.map(QPolygonF(rect)); }
};

}  // namespace

std::vector<RoofLabel> placeRoofLabels(std::span<const DrawnRoof> roofs, std::span<const Disc> points,
                                       const LabelFont& font, const QRectF& plot) {
  std::vector<RoofLabel> labels;
  for (std::size_t at = 0; at < roofs.size(); ++at) {
    const QLineF& line = roofs[at].line;
    const double width = font.widths[at];
    const double angle = std::atan2(line.dy(), line.dx()) * 180 / std::numbers::pi;
    const QTransform along = QTransform().translate(line.x1(), line.y1()).rotate(angle);
    std::optional<RoofLabel> best;
    std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
    const auto consider = [&](double start, double base) {
      const Box box(along.map(QPointF(start, base)), angle, width, font);
      const QPolygonF room = box.room();
      const QTransform back = box.turned.inverted();
      const bool isFree =
          plot.contains(room.boundingRect()) &&
          std::ranges::none_of(labels, [&](const RoofLabel& other) { return other.room.intersects(room); }) &&
          std::ranges::none_of(roofs, [&](const DrawnRoof& roof) { return crosses(back.map(roof.line), box.rect); });
      if (isFree) {
        const std::ptrdiff_t covered = std::ranges::count_if(
            points, [&](const Disc& point) { return distance(back.map(point.center), box.rect) <= point.radius; });
        if (covered < fewest) {
          fewest = covered;
          best = {.text = roofs[at].text, .turned = box.turned, .room = room};
        }
      }
    };
    // From the right end on, above before below.
    const double least = std::min(gap, line.length() - width * (1 - overhang));
    for (double start = line.length() - width - gap; fewest > 0; start -= stride) {
      const double kept = std::max(start, least);
      consider(kept, -gap - font.descent);
      if (fewest > 0) {
        consider(kept, gap + font.ascent);
      }
      if (start <= least) {
        break;
      }
    }
    if (best) {
      labels.push_back(*best);
    }
  }
  return labels;
}

}  // namespace kernline::ui
