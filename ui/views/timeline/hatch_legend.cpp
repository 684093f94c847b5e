// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/hatch_legend.h"

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/moved_spans.h"

#include <QPainter>

namespace kernline::ui {

namespace {

constexpr QSize hatchSwatch(24, 12);
constexpr int hatchGap = 6;

}  // namespace

HatchLegend::HatchLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("hatchLegend"));
  setAccessibleName(movedText());
  setToolTip(
      tr("Hatched host spans are shorter than recorded, and so is their self time. Hatched activities have another "
         "duration, or start "
         "sooner or later after the previous one. Details has the recorded times."));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

QSize HatchLegend::sizeHint() const {
  return {hatchSwatch.width() + hatchGap + fontMetrics().horizontalAdvance(movedText()), fontMetrics().height()};
}

void HatchLegend::paintEvent(QPaintEvent*) {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  QPainter painter(this);
  paintMovedSwatch(painter, {QPoint(0, (height() - hatchSwatch.height()) / 2), hatchSwatch}, palette);
  painter.setPen(QColor(palette.dimText));
  painter.drawText(rect().adjusted(hatchSwatch.width() + hatchGap, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   movedText());
}

}  // namespace kernline::ui
