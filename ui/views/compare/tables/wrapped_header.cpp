// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/wrapped_header.h"

#include <QStyle>
#include <QStyleOptionHeader>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr qsizetype maxLines = 3;

QStringList linesOf(const QString& text, const QFont& font, int width) {
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  QStringList lines;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

/// Returns at most `maxLines` lines, with line breaks between.
QString wrapped(const QString& text, const QFont& font, int width) {
  QStringList lines = linesOf(text, font, width);
  if (lines.size() > maxLines) {
    // Cut to what so many lines hold, less the room that breaks between words leave.
    const QFontMetrics metrics(font);
    int room = width * static_cast<int>(maxLines);
    const int step = metrics.averageCharWidth();
    while (lines.size() > maxLines && room > width) {
      lines = linesOf(metrics.elidedText(text, Qt::ElideMiddle, room), font, width);
      room -= step;
    }
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

WrappedHeader::WrappedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  connect(this, &QHeaderView::sectionResized, this, &QHeaderView::geometriesChanged);
}

int WrappedHeader::textWidth(int logicalIndex) const {
  const int margins = 2 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this);
  const bool hasArrow = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
  const int arrow = hasArrow ? style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, this) + margins : 0;
  return std::max(1, sectionSize(logicalIndex) - margins - arrow - 2);
}

void WrappedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const {
  QHeaderView::initStyleOptionForIndex(option, logicalIndex);
  option->text = wrapped(option->text, font(), textWidth(logicalIndex));
}

QSize WrappedHeader::sizeHint() const {
  QSize hint = QHeaderView::sizeHint();
  if (model() == nullptr) {
    return hint;
  }
  qsizetype maxLineCount = 1;
  for (int section = 0; section < count(); ++section) {
    if (!isSectionHidden(section)) {
      const QString text = model()->headerData(section, Qt::Horizontal).toString();
      maxLineCount = std::max(maxLineCount, 1 + wrapped(text, font(), textWidth(section)).count(QLatin1Char('\n')));
    }
  }
  hint.rheight() += (static_cast<int>(maxLineCount) - 1) * fontMetrics().lineSpacing();
  return hint;
}

}  // namespace kernline::ui
