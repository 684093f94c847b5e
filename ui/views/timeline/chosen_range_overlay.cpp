// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/chosen_range_overlay.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/timeline/span_places.h"

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int veilAlpha = 70;
constexpr double tickHalfHeight = 5;

double bounded(double x, double width) {
  return std::clamp(x, -16.0, width + 16.0);
}

/// Returns the time between the spans; negative if both run at once.
Duration gapOf(const Trace& trace, const Measurement& measured) {
  return std::max(trace.start(measured.first), trace.start(measured.second)) -
         std::min(trace.end(measured.first), trace.end(measured.second));
}

/// A line from the first end to the last start, at the height of the second span, with its length.
void paintDimension(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  const Measurement measured = *scene.chosen().measurement();
  const std::optional<QRectF> first = rectOf(scene, measured.first);
  const std::optional<QRectF> second = rectOf(scene, measured.second);
  if (!first || !second) {
    return;
  }
  const double width = scene.time().axis().width();
  const double from = bounded(std::min(first->right(), second->right()), width);
  const double to = bounded(std::max(first->left(), second->left()), width);
  const double y = second->center().y();
  painter.setPen(QPen(QColor(palette.selection), 1.5));
  painter.drawLine(QPointF(from, first->center().y()), QPointF(from, y));
  painter.drawLine(QPointF(from, y), QPointF(to, y));
  for (const double x : {from, to}) {
    painter.drawLine(QPointF(x, y - tickHalfHeight), QPointF(x, y + tickHalfHeight));
  }
  const QString text = gapText(*scene.trace(), measured);
  const QFontMetrics metrics = painter.fontMetrics();
  QRectF box(0, 0, metrics.horizontalAdvance(text) + 12, metrics.height() + 2);
  box.moveCenter({std::clamp((from + to) / 2, box.width() / 2, width - box.width() / 2), y});
  painter.setBrush(QColor(palette.card));
  painter.setPen(QColor(palette.selection));
  painter.drawRect(box);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QColor(palette.text));
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

QString gapText(const Trace& trace, const Measurement& measurement, std::string (*timeText)(Duration)) {
  const Duration gap = gapOf(trace, measurement);
  if (gap.ns == 0) {
    return Words::tr("no gap");
  }
  return gap.ns > 0 ? Words::tr("gap %1").arg(qt(timeText(gap))) : Words::tr("overlap %1").arg(qt(timeText({-gap.ns})));
}

void paintChosenRange(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (!scene.trace() || !scene.chosen().range()) {
    return;
  }
  const double width = scene.time().axis().width();
  const double left = bounded(scene.time().axis().xOf(scene.chosen().range()->begin), width);
  const double right = bounded(scene.time().axis().xOf(scene.chosen().range()->end), width);
  QColor veil(palette.background);
  veil.setAlpha(veilAlpha);
  const double height = scene.rows().height();
  painter.fillRect(QRectF(0, 0, left, height), veil);
  painter.fillRect(QRectF(right, 0, width - right, height), veil);
  for (const double x : {left, right - 1}) {
    painter.fillRect(QRectF(x, 0, 1, height), QColor(palette.accent));
  }
  if (scene.chosen().measurement()) {
    paintDimension(painter, scene, palette);
  }
}

}  // namespace kernline::ui
