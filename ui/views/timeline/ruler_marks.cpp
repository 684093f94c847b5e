// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/ruler_marks.h"

#include <QFontMetricsF>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace kernline::ui {

namespace {

constexpr double flagTop = 1;
constexpr double flagHeight = 14;
constexpr double bareWidth = 9;  // width of a flag without room for text
constexpr double padding = 4;

}  // namespace

RulerMarks::RulerMarks(std::span<const TimelineMark> marks, const TimeAxis& axis, const QFont& font) : m_font(font) {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const double left = axis.xOf(marks[i].range.begin);
    const double end = axis.xOf(marks[i].range.end);
    if (end >= 0 && left <= axis.width()) {
      m_flags.push_back({.mark = i, .left = left, .end = end});
    }
  }
  std::ranges::sort(m_flags, {}, &Flag::left);
  const QFontMetricsF metrics(m_font);
  for (std::size_t i = 0; i < m_flags.size(); ++i) {
    Flag& flag = m_flags[i];
    const bool isLast = i + 1 == m_flags.size();
    const QString& text = marks[flag.mark].text;
    // The last one may begin before its mark rather than be cut by the end of the ruler.
    const double least = std::max(0.0, i > 0 ? m_flags[i - 1].box.right() + 2 : 0.0);
    // Margin against cut text through rounding.
    const double wanted = metrics.horizontalAdvance(text) + 2 * padding + 1;
    double left = std::max(flag.left, 0.0);
    left = isLast ? std::max(std::min(left, axis.width() - wanted), std::min(least, left)) : left;
    const double next = isLast ? axis.width() : std::max(m_flags[i + 1].left, 0.0) - 2;
    const double room = next - left - 2 * padding;
    flag.text = room > bareWidth ? metrics.elidedText(text, Qt::ElideRight, room) : QString();
    const double width =
        flag.text.isEmpty() ? bareWidth : std::max(bareWidth, metrics.horizontalAdvance(flag.text) + 2 * padding);
    flag.box = QRectF(left, flagTop, width, flagHeight);
  }
}

void RulerMarks::paint(QPainter& painter, const TimelinePalette& palette) const {
  painter.save();
  painter.setFont(m_font);
  for (const Flag& flag : m_flags) {
    painter.fillRect(QRectF(flag.left, 0, 1.5, flagTop + flagHeight + 9), QColor(palette.mark));
    if (flag.end > flag.left + 1) {
      painter.fillRect(QRectF(flag.left, flagTop + flagHeight + 7, flag.end - flag.left, 2), QColor(palette.mark));
      painter.fillRect(QRectF(flag.end - 1.5, flagTop + flagHeight + 3, 1.5, 6), QColor(palette.mark));
    }
    painter.fillRect(flag.box, QColor(palette.mark));
    painter.setPen(QColor(palette.markText));
    painter.drawText(flag.box.adjusted(padding, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip,
                     flag.text);
  }
  painter.restore();
}

std::vector<QRectF> RulerMarks::boxes() const {
  std::vector<QRectF> boxes;
  std::ranges::transform(m_flags, std::back_inserter(boxes), &Flag::box);
  return boxes;
}

std::optional<std::size_t> RulerMarks::at(double x, double y) const {
  for (const Flag& flag : m_flags | std::views::reverse) {  // the later one lies on top
    if (flag.box.contains(x, y)) {
      return flag.mark;
    }
  }
  return std::nullopt;
}

}  // namespace kernline::ui
