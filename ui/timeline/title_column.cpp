// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/title_column.h"

#include "core/format/printable_text.h"
#include "ui/style/qt_text.h"
#include "ui/timeline/hover_card.h"

#include <QFontMetrics>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int indent = 14;
constexpr int rightPadding = 8;

/// A deep track's name stays below the process's header while its lanes scroll by.
QRect keptInSight(QRect row, QRect area) {
  const int stuckTop = area.top() + TimelineLayout::headerHeight;
  const int lowest = row.bottom() + 1 - TimelineLayout::rowGap - TimelineLayout::laneHeight;
  row.setTop(std::max(row.top(), std::min(stuckTop, lowest)));
  return row;
}

}  // namespace

QString TitleColumn::titleOf(const TimelineRow& row) const {
  QString title;
  switch (row.kind) {
    case RowKind::Process:
      title = qt(printable(m_trace.text(m_trace.process(row.process).title)));
      break;
    case RowKind::Track:
      title = qt(printable(m_trace.text(m_trace.track(row.track).title)));
      break;
    case RowKind::Counter:
      title = counterTitle(m_trace, m_trace.counters()[index(row.counter)]);
      break;
    case RowKind::Idle:
      title = QStringLiteral("idle, by cause");
      break;
    case RowKind::Queue:
      title = QStringLiteral("work in the queue");
      break;
  }
  return title.isEmpty() ? QStringLiteral("(no name)") : title;
}

void TitleColumn::paint(QPainter& painter, QRect area, int scroll) const {
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.fillRect(area, QColor(m_palette.background));
  const std::vector<TimelineRow>& rows = m_layout.rows();
  for (std::size_t i = m_layout.firstRowBelow(scroll); i < rows.size() && rows[i].top < scroll + area.height(); ++i) {
    const QRect rect(area.left(), area.top() + rows[i].top - scroll, area.width(), rows[i].height);
    switch (rows[i].kind) {
      case RowKind::Process:
        paintHeader(painter, rect, rows[i]);
        break;
      case RowKind::Track:
        paintTrack(painter, keptInSight(rect, area), rows[i]);
        break;
      case RowKind::Counter:
        paintCounter(painter, rect, rows[i]);
        break;
      case RowKind::Idle:
      case RowKind::Queue:
        paintNote(painter, rect, rows[i]);
        break;
    }
  }
  if (const TimelineRow* header = m_layout.stickyHeader(scroll)) {
    paintHeader(painter, QRect(area.left(), area.top(), area.width(), header->height), *header);
  }
  painter.restore();
}

void TitleColumn::paintHeader(QPainter& painter, QRect rect, const TimelineRow& row) const {
  painter.fillRect(rect, QColor(m_palette.header));
  paintFoldMark(painter, QPointF(rect.left() + arrowWidth / 2.0, rect.center().y() + 0.5), row.isCollapsed);
  QFont bold = m_font;
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(QColor(m_palette.text));
  const QRect text = rect.adjusted(arrowWidth, 0, -rightPadding, 0);
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetrics(bold).elidedText(titleOf(row), Qt::ElideMiddle, text.width()));
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
  painter.setPen(QColor(m_palette.dimText));
  const QString most = QStringLiteral("max ") + counterValueText(m_trace, counter, counter.maximum);
  painter.drawText(text, Qt::AlignBottom | Qt::AlignLeft, metrics.elidedText(most, Qt::ElideRight, text.width()));
}

void TitleColumn::paintNote(QPainter& painter, QRect rect, const TimelineRow& row) const {
  const QRect text(rect.left() + indent + arrowWidth, rect.top(), rect.width() - indent - arrowWidth - rightPadding,
                   TimelineLayout::laneHeight + TimelineLayout::rowGap);
  painter.setFont(m_font);
  painter.setPen(QColor(m_palette.text));
  painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetrics(m_font).elidedText(titleOf(row), Qt::ElideMiddle, text.width()));
}

void TitleColumn::paintFoldMark(QPainter& painter, QPointF centre, bool isCollapsed) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(m_palette.dimText));
  const QPolygonF mark =
      isCollapsed ? QPolygonF({{-2.5, -4}, {3, 0}, {-2.5, 4}}) : QPolygonF({{-4, -2.5}, {4, -2.5}, {0, 3}});
  painter.drawPolygon(mark.translated(centre));
  painter.restore();
}

}  // namespace kernline::ui
