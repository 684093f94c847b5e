// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/title_column.h"

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/language/words.h"
#include "ui/views/timeline/row_titles.h"

#include <QFontMetrics>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int indent = 14;
constexpr int rightPadding = 8;

/// A deep track's name stays below the group's header while its lanes scroll by.
QRect keptInSight(QRect row, QRect area) {
  const int stuckTop = area.top() + TimelineLayout::headerHeight;
  const int maxTop = row.bottom() + 1 - TimelineLayout::rowGap - TimelineLayout::laneHeight;
  row.setTop(std::max(row.top(), std::min(stuckTop, maxTop)));
  return row;
}

}  // namespace

QString TitleColumn::titleOf(const TimelineRow& row) const {
  return rowTitleIn(m_trace, row.id, row.group);
}

void TitleColumn::paint(QPainter& painter, QRect area, int scroll, int stuck) const {
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.fillRect(area, QColor(m_palette.background));
  if (stuck > 0) {
    paintRows(painter, QRect(area.left(), area.top(), area.width(), stuck), 0, 0);
  }
  const QRect scrolling = area.adjusted(0, stuck, 0, 0);
  painter.setClipRect(scrolling, Qt::IntersectClip);
  paintRows(painter, scrolling, scroll + stuck, m_layout.firstRowBelow(scroll + stuck));
  if (const TimelineRow* header = m_layout.stickyHeader(scroll + stuck)) {
    paintHeader(painter, QRect(area.left(), scrolling.top(), area.width(), header->height), *header);
  }
  painter.restore();
}

/// Rows from `first` on, of which `scroll` pixels of the layout lie above `area`.
void TitleColumn::paintRows(QPainter& painter, QRect area, int scroll, std::size_t first) const {
  const std::vector<TimelineRow>& rows = m_layout.rows();
  for (std::size_t i = first; i < rows.size() && rows[i].top < scroll + area.height(); ++i) {
    const QRect rect(area.left(), area.top() + rows[i].top - scroll, area.width(), rows[i].height);
    paintRow(painter, rows[i].kind == TimelineRowKind::Track ? keptInSight(rect, area) : rect, rows[i]);
  }
}

void TitleColumn::paintRow(QPainter& painter, QRect rect, const TimelineRow& row) const {
  switch (row.kind) {
    case TimelineRowKind::Group:
      paintHeader(painter, rect, row);
      break;
    case TimelineRowKind::Track:
      paintTrack(painter, rect, row);
      break;
    case TimelineRowKind::Counter:
      paintCounter(painter, rect, row);
      break;
    case TimelineRowKind::Path:
    case TimelineRowKind::Idle:
    case TimelineRowKind::Queue:
      paintNote(painter, rect, row);
      break;
  }
}

void TitleColumn::paintHeader(QPainter& painter, QRect rect, const TimelineRow& row) const {
  painter.fillRect(rect, QColor(m_palette.header));
  paintFoldMark(painter, QPointF(rect.left() + arrowWidth / 2.0, rect.center().y() + 0.5), row.isCollapsed);
  painter.setFont(headerFont());
  painter.setPen(QColor(m_palette.text));
  const QRect text = rect.adjusted(arrowWidth, 0, -rightPadding, 0);
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, headerText(row, text.width()));
}

QString TitleColumn::headerText(const TimelineRow& row, int width) const {
  const ProcessId process = row.id.process();
  const bool isDevice =
      row.id.of == RowClass::Device || (process != ProcessId::none && m_trace.process(process).device >= 0);
  return QFontMetrics(headerFont()).elidedText(titleOf(row), isDevice ? Qt::ElideRight : Qt::ElideMiddle, width);
}

QFont TitleColumn::headerFont() const {
  QFont bold = m_font;
  bold.setWeight(QFont::DemiBold);
  return bold;
}

void TitleColumn::paintTrack(QPainter& painter, QRect rect, const TimelineRow& row) const {
  const int lineHeight = row.isCollapsed ? row.laneHeight : TimelineLayout::laneHeight;
  if (row.canCollapse) {
    paintFoldMark(painter, QPointF(rect.left() + indent + arrowWidth / 2.0 - 2, rect.top() + lineHeight / 2.0),
                  row.isCollapsed);
  }
  painter.setFont(m_font);
  painter.setPen(QColor(row.isCollapsed ? m_palette.dimText : m_palette.text));
  const QRect text(rect.left() + indent + arrowWidth, rect.top(), rect.width() - indent - arrowWidth - rightPadding,
                   lineHeight);
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip,
                   QFontMetrics(m_font).elidedText(titleOf(row), Qt::ElideMiddle, text.width()));
}

void TitleColumn::paintCounter(QPainter& painter, QRect rect, const TimelineRow& row) const {
  const Counter& counter = m_trace.counters()[index(row.counter)];
  const QFontMetrics metrics(m_font);
  const QRect text = rect.adjusted(indent + arrowWidth, 4, -rightPadding, -4);
  painter.setFont(m_font);
  painter.setPen(QColor(m_palette.text));
  painter.drawText(text, Qt::AlignTop | Qt::AlignLeft, metrics.elidedText(titleOf(row), Qt::ElideMiddle, text.width()));
  if (text.height() < 2 * metrics.height()) {
    return;  // a compact row: the scale next to it has the same range
  }
  painter.setPen(QColor(m_palette.dimText));
  const QString maxText = Words::tr("max %1").arg(counterValueText(m_trace, counter, counter.maximum));
  painter.drawText(text, Qt::AlignBottom | Qt::AlignLeft, metrics.elidedText(maxText, Qt::ElideRight, text.width()));
}

void TitleColumn::paintNote(QPainter& painter, QRect rect, const TimelineRow& row) const {
  const QRect text(rect.left() + indent + arrowWidth, rect.top(), rect.width() - indent - arrowWidth - rightPadding,
                   TimelineLayout::laneHeight + TimelineLayout::rowGap);
  painter.setFont(m_font);
  painter.setPen(QColor(m_palette.text));
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetrics(m_font).elidedText(titleOf(row), Qt::ElideMiddle, text.width()));
}

void TitleColumn::paintFoldMark(QPainter& painter, QPointF center, bool isCollapsed) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(m_palette.dimText));
  const QPolygonF mark =
      isCollapsed ? QPolygonF({{-2.5, -4}, {3, 0}, {-2.5, 4}}) : QPolygonF({{-4, -2.5}, {4, -2.5}, {0, 3}});
  painter.drawPolygon(mark.translated(center));
  painter.restore();
}

}  // namespace kernline::ui
