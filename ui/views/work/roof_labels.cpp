// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roof_labels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace kernline::ui {
namespace {

constexpr double gap = 3;      // pixels between a roof and its label, and at its ends
constexpr double stride = 12;  // pixels from one place to the next

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
                                       const LabelFont& font, const QRectF& room) {
  std::vector<std::size_t> shortestFirst(roofs.size());  // short roofs have the fewest places
  std::iota(shortestFirst.begin(), shortestFirst.end(), std::size_t{0});
  std::ranges::stable_sort(shortestFirst, {}, [&](std::size_t at) { return roofs[at].line.length(); });
  std::vector<RoofLabel> labels;
  for (const std::size_t at : shortestFirst) {
    const QLineF& line = roofs[at].line;
    const double width = font.widths[at];
    const double angle = std::atan2(line.dy(), line.dx()) * 180 / std::numbers::pi;
    const QTransform along = QTransform().translate(line.x1(), line.y1()).rotate(angle);
    const auto placed = [&](double start, double base) {
      const Box box(along.map(QPointF(start, base)), angle, width, font);
      const QPolygonF covered = box.room();
      const QTransform back = box.turned.inverted();
      const bool isFree =
          room.contains(covered.boundingRect()) &&
          std::ranges::none_of(labels, [&](const RoofLabel& other) { return other.room.intersects(covered); }) &&
          std::ranges::none_of(roofs, [&](const DrawnRoof& roof) { return crosses(back.map(roof.line), box.rect); }) &&
          std::ranges::none_of(
              points, [&](const Disc& point) { return distance(back.map(point.center), box.rect) <= point.radius; });
      if (isFree) {
        labels.push_back({.text = roofs[at].text, .turned = box.turned, .room = covered});
      }
      return isFree;
    };
    // From the right end on, above before below. A short roof's label ends where the roof does.
    const double last = line.length() - width - gap;
    const double least = std::min(gap, last);
    for (double start = last; !placed(std::max(start, least), -gap - font.descent) &&
                              !placed(std::max(start, least), gap + font.ascent) && start > least;
         start -= stride) {
    }
  }
  return labels;
}

}  // namespace kernline::ui
