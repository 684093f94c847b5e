// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/rows_hint.h"

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QEvent>
#include <QPainter>

namespace kernline::ui {

namespace {

constexpr int hintHeight = 26;
constexpr int hintPadding = 8;

}  // namespace

RowsHint::RowsHint(TimelineScene& scene, TimelineCanvas& canvas)
    : QToolButton(&canvas), m_scene(scene), m_canvas(canvas) {
  setObjectName(QStringLiteral("rowsHint"));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  hide();
  canvas.installEventFilter(this);
  connect(&scene, &TimelineScene::changed, this, &RowsHint::updateText);
  connect(&canvas, &TimelineCanvas::titleWidthChanged, this, &RowsHint::place);
  connect(this, &QToolButton::clicked, &scene.arranger(), &RowArranger::showAll);
}

bool RowsHint::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    place();
  }
  return QToolButton::eventFilter(watched, event);
}

void RowsHint::place() {
  setGeometry(0, m_canvas.height() - hintHeight, m_canvas.width(), hintHeight);
}

void RowsHint::updateText() {
  const TimelineLayout& layout = m_scene.rows().layout();
  const bool isPartial = m_scene.trace() && layout.shownCount() < layout.rowCount();
  if (isPartial) {
    setText(tr("%1 of %2 rows").arg(layout.shownCount()).arg(layout.rowCount()));
    const QString filter = m_scene.arranger().arrangement().filter();
    setToolTip(filter.isEmpty() ? tr("Some rows are hidden. Click to show all.")
                                : tr("Rows are filtered by “%1”. Click to show all.").arg(filter));
    setAccessibleName(tr("%1, show all").arg(text()));
    place();
  }
  if (isPartial == isHidden()) {
    setVisible(isPartial);
  }
  m_canvas.setFoot(isPartial ? hintHeight : 0);
}

void RowsHint::paintEvent(QPaintEvent*) {
  const TimelinePalette& colors = TimelinePalette::matching(palette());
  QPainter painter(this);
  painter.fillRect(rect(), QColor(underMouse() || hasFocus() ? colors.header : colors.background));
  painter.fillRect(0, 0, width(), 1, QColor(colors.separator));
  const QRect inside(hintPadding, 1, m_canvas.titleWidth() - 1 - 2 * hintPadding, height() - 1);
  const QString action = tr("Show all");
  painter.setPen(QColor(colors.text));
  painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, text());
  const int left = fontMetrics().horizontalAdvance(text() + QStringLiteral("  "));
  if (left + fontMetrics().horizontalAdvance(action) <= inside.width()) {
    painter.setPen(palette().color(QPalette::Link));
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignRight, action);
  }
  if (hasFocus()) {
    painter.setPen(QColor(colors.accent));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

}  // namespace kernline::ui
