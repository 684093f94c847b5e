// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/vector_picture.h"

#include <QPaintEngine>

#include <cstring>
#include <vector>

namespace kernline::ui {
namespace {

/// Pixels [left, right) of one color, the same on each line from `top` on.
struct Run {
  int left = 0;
  int right = 0;
  QRgb color = 0;
  int top = 0;

  [[nodiscard]] bool continues(const Run& above) const {
    return left == above.left && right == above.right && color == above.color;
  }
};

std::vector<Run> runsOf(const QImage& image, int y) {
  const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
  std::vector<Run> runs;
  for (int x = 0; x < image.width(); ++x) {
    if (runs.empty() || runs.back().color != line[x]) {
      runs.push_back({x, x, line[x], y});
    }
    runs.back().right = x + 1;
  }
  return runs;
}

/// Returns the runs above that end here; runs below that continue one take over its top.
std::vector<Run> ended(const std::vector<Run>& above, std::vector<Run>& below) {
  std::vector<Run> done;
  auto next = below.begin();
  for (const Run& run : above) {
    while (next != below.end() && next->left < run.left) {
      ++next;
    }
    if (next != below.end() && next->continues(run)) {
      next->top = run.top;
    } else {
      done.push_back(run);
    }
  }
  return done;
}

bool isSameLine(const QImage& image, int y) {
  return std::memcmp(image.constScanLine(y), image.constScanLine(y - 1),
                     static_cast<std::size_t>(image.width()) * sizeof(QRgb)) == 0;
}

}  // namespace

bool wantsShapes(const QPainter& painter) {
  return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::SVG;
}

void drawAsRectangles(QPainter& painter, QPoint topLeft, const QImage& image) {
  if (image.isNull()) {
    return;
  }
  const QImage flat = image.convertToFormat(QImage::Format_RGB32);
  painter.save();
  painter.translate(topLeft);
  painter.scale(1 / image.devicePixelRatio(), 1 / image.devicePixelRatio());
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto draw = [&](const std::vector<Run>& runs, int bottom) {
    for (const Run& run : runs) {
      painter.fillRect(QRect(run.left, run.top, run.right - run.left, bottom - run.top), QColor(run.color));
    }
  };
  std::vector<Run> open = runsOf(flat, 0);
  for (int y = 1; y < flat.height(); ++y) {
    if (isSameLine(flat, y)) {
      continue;
    }
    std::vector<Run> below = runsOf(flat, y);
    draw(ended(open, below), y);
    open = std::move(below);
  }
  draw(open, flat.height());
  painter.restore();
}

}  // namespace kernline::ui
