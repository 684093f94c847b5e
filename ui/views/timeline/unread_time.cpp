// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/unread_time.h"

#include "ui/kit/language/words.h"

#include <QBrush>
#include <QFontMetricsF>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int hatchAlpha = 110;
constexpr double roomAround = 24;  // pixels of a text

void paintStretch(QPainter& painter, const QRectF& stretch, const TimelinePalette& palette) {
  if (stretch.width() < 1) {
    return;
  }
  QColor hatch(palette.dimText);
  hatch.setAlpha(hatchAlpha);
  painter.fillRect(stretch, QBrush(hatch, Qt::BDiagPattern));
  const QString text = Words::tr("not read");
  const QFontMetricsF metrics(painter.font());
  QRectF box(0, 0, metrics.horizontalAdvance(text) + 16, metrics.height() + 6);
  if (box.width() + roomAround > stretch.width() || box.height() + 4 > stretch.height()) {
    return;
  }
  box.moveCenter(stretch.center());
  painter.fillRect(box, QColor(palette.background));
  painter.setPen(QColor(palette.dimText));
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

void paintUnreadTime(QPainter& painter, const Trace& trace, const TimeAxis& axis, const QRectF& area,
                     const TimelinePalette& palette) {
  if (!trace.readWindow()) {
    return;
  }
  const auto xOf = [&](Time time) { return area.left() + std::clamp(axis.xOf(time), 0.0, area.width()); };
  const TimeRange read = trace.readWindow()->read;
  const auto stretch = [&](Time begin, Time end) {
    return QRectF(QPointF(xOf(begin), area.top()), QPointF(xOf(end), area.bottom()));
  };
  if (trace.bounds().begin < read.begin) {
    paintStretch(painter, stretch(trace.bounds().begin, read.begin), palette);
  }
  if (read.end < trace.bounds().end) {
    paintStretch(painter, stretch(read.end, trace.bounds().end), palette);
  }
}

}  // namespace kernline::ui
