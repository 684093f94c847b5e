// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/code_pane.h"

#include "ui/kit/style/theme.h"
#include "ui/views/source/state_marks.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QKeySequence>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

// Width in characters of the pane's font
constexpr double heatWidth = 8.5;
constexpr double narrowBar = 7;
constexpr double wideBar = 16;
constexpr double narrowPlace = 12;
constexpr double columnGap = 1.5;

constexpr int lineLeading = 3;  // pixels
constexpr int markWidth = 3;

}  // namespace

CodePane::CodePane(const char* name, const QString& title, QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QString::fromUtf8(name));
  setAccessibleName(title);
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  viewport()->setBackgroundRole(QPalette::Base);
  viewport()->setAutoFillBackground(true);
}

void CodePane::setTitles(Titles titles) {
  m_titles = std::move(titles);
  arrange();
}

void CodePane::setRows(std::shared_ptr<const KernelSources> sources, CodeRows rows) {
  m_sources = std::move(sources);
  m_rows = std::move(rows);
  m_marked = {};
  m_current = -1;
  m_max = 0;
  for (const CodeRow& each : m_rows.rows) {
    m_max = std::max(m_max, each.samples);
  }
  horizontalScrollBar()->setValue(0);
  verticalScrollBar()->setValue(0);
  arrange();
}

void CodePane::setMarked(const CodeRow& line) {
  m_marked = line;
  viewport()->update();
}

bool CodePane::isMarked(int row) const {
  return m_marked.isOfLine(at(row));
}

int CodePane::hottestMarked() const {
  int found = -1;
  for (int row = 0; row < count(); ++row) {
    if (isMarked(row) && (found < 0 || at(row).samples > at(found).samples)) {
      found = row;
    }
  }
  return found;
}

void CodePane::setCurrent(int row) {
  m_current = row;
  setAccessibleDescription(
      row < 0 ? QString()
              : tr("%1: %2, %3").arg(at(row).number, samplesShare(at(row).samples, m_rows.samples), at(row).text));
  viewport()->update();
}

int CodePane::rowOfLine(const CodeRow& line) const {
  const auto found = std::ranges::find_if(m_rows.rows, [&](const CodeRow& row) { return line.isOfLine(row); });
  return found == m_rows.rows.end() ? -1 : static_cast<int>(found - m_rows.rows.begin());
}

int CodePane::hottest() const {
  const auto found = std::ranges::max_element(m_rows.rows, {}, &CodeRow::samples);
  return m_max == 0 ? -1 : static_cast<int>(found - m_rows.rows.begin());
}

void CodePane::showRow(int row) {
  const int first = verticalScrollBar()->value();
  const int context = visibleRows() > 4 ? 1 : 0;  // lines around it that are to be seen, too
  if (row >= 0 && (row < first + context || row >= first + visibleRows() - context)) {
    verticalScrollBar()->setValue(row - visibleRows() / 2);
  }
}

int CodePane::characters(double number) const {
  return static_cast<int>(std::ceil(number * QFontMetricsF(font()).horizontalAdvance(QLatin1Char('0'))));
}

int CodePane::lineHeight() const {
  return fontMetrics().height() + lineLeading;
}

int CodePane::visibleRows() const {
  return std::max(1, viewport()->height() / lineHeight() - 1);  // titles take one
}

int CodePane::rowAt(int y) const {
  const int row = verticalScrollBar()->value() + y / lineHeight() - 1;
  return y >= lineHeight() && row < count() ? row : -1;
}

QRect CodePane::rowRect(int row) const {
  return {0, (row - verticalScrollBar()->value() + 1) * lineHeight(), viewport()->width(), lineHeight()};
}

void CodePane::arrange() {
  const auto widest = [&](QString CodeRow::* of, const QString& title) {
    qsizetype length = title.size();
    for (const CodeRow& row : m_rows.rows) {
      length = std::max(length, (row.*of).size());
    }
    return static_cast<double>(length);
  };
  const bool isWide = viewport()->width() > characters(90);
  const double bar = isWide ? wideBar : narrowBar;
  const double place = widest(&CodeRow::place, m_titles.place);
  m_columns.bar = characters(heatWidth);
  m_columns.number = m_columns.bar + characters(bar + columnGap);
  m_columns.place = m_columns.number + characters(widest(&CodeRow::number, m_titles.number) + columnGap);
  m_columns.text =
      m_columns.place +
      (m_titles.place.isEmpty() ? 0 : characters((isWide ? place : std::min(place, narrowPlace)) + columnGap));
  verticalScrollBar()->setRange(0, std::max(0, count() - visibleRows()));
  verticalScrollBar()->setPageStep(visibleRows());
  const int wanted = m_columns.text + characters(widest(&CodeRow::text, {}) + 2);
  horizontalScrollBar()->setRange(0, std::max(0, wanted - viewport()->width()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setSingleStep(characters(4));
  viewport()->update();
}

void CodePane::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  arrange();
  if (event->oldSize().height() < 2 * lineHeight()) {  // it was requested before there was space
    showRow(m_current >= 0 ? m_current : hottestMarked());
  }
}

void CodePane::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    arrange();
  }
}

void CodePane::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  painter.setFont(font());
  for (int row = verticalScrollBar()->value(); row < count() && rowRect(row).top() < viewport()->height(); ++row) {
    paintRow(painter, row);
  }
  paintTitles(painter);
}

void CodePane::paintTitles(QPainter& painter) const {
  const Tint& colors = tint(palette());
  const QRect line(0, 0, viewport()->width(), lineHeight());
  const int gap = characters(columnGap);
  painter.setFont(QApplication::font());
  painter.setPen(colors.quiet);
  const auto right = [&](int from, int to, const QString& text) {
    painter.drawText(QRect(from, 0, to - gap - from, line.height()), Qt::AlignRight | Qt::AlignVCenter, text);
  };
  painter.drawText(QRect(0, 0, m_columns.bar - gap / 2, line.height()), Qt::AlignRight | Qt::AlignVCenter, tr("Share"));
  painter.drawText(QRect(m_columns.bar, 0, m_columns.number - m_columns.bar, line.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, tr("States"));
  right(m_columns.number, m_columns.place, m_titles.number);
  if (!m_titles.place.isEmpty()) {
    right(m_columns.place, m_columns.text, m_titles.place);
  }
  const int room = std::max(line.width() - m_columns.text, 0);
  painter.drawText(QRect(m_columns.text, 0, room, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(painter.font()).elidedText(m_titles.text, m_titles.cut, room));
  painter.fillRect(QRect(0, line.bottom(), line.width(), 1), colors.line);
  painter.setFont(font());
}

void CodePane::paintSamples(QPainter& painter, const CodeRow& row, const QRect& rect, const QColor& ink) const {
  if (row.samples == 0) {
    return;
  }
  constexpr float coolest = 0.06F;
  constexpr float hottestAlpha = 0.5F;
  const double heat = static_cast<double>(row.samples) / static_cast<double>(m_max);
  const QRect margin(rect.left() + markWidth, rect.top(), m_columns.bar - characters(columnGap / 2) - markWidth,
                     rect.height());
  QColor warm = tint(palette()).bad;
  warm.setAlphaF(coolest + (hottestAlpha - coolest) * static_cast<float>(heat));
  painter.fillRect(margin, warm);
  painter.setPen(ink);
  painter.drawText(margin.adjusted(0, 0, -characters(columnGap / 4), 0), Qt::AlignRight | Qt::AlignVCenter,
                   samplesShare(row.samples, m_rows.samples));
  const QRect bar(m_columns.bar, rect.top() + 2, m_columns.number - m_columns.bar - characters(columnGap / 2),
                  rect.height() - 4);
  painter.setFont(barLetters(font()));
  paintBarPieces(painter, bar, statePieces(*m_sources, row.states, m_max));
  painter.setFont(font());
}

void CodePane::paintRow(QPainter& painter, int row) const {
  const CodeRow& each = at(row);
  const QRect rect = rowRect(row);
  const QPalette& colors = palette();
  if (isMarked(row)) {
    QColor lit = tint(colors).accent;
    painter.fillRect(QRect(rect.left(), rect.top(), markWidth, rect.height()), lit);
    lit.setAlphaF(0.14F);
    painter.fillRect(rect, lit);
  }
  const bool isHighlighted = row == m_current && hasFocus();
  if (row == m_current) {
    painter.fillRect(rect, isHighlighted ? colors.color(QPalette::Highlight) : tint(colors).hover);
  }
  const QColor ink = colors.color(isHighlighted ? QPalette::HighlightedText : QPalette::Text);
  const QColor quiet = isHighlighted ? ink : tint(colors).quiet;
  paintSamples(painter, each, rect, ink);
  const int gap = characters(columnGap);
  painter.setPen(quiet);
  painter.drawText(QRect(m_columns.number, rect.top(), m_columns.place - gap - m_columns.number, rect.height()),
                   Qt::AlignRight | Qt::AlignVCenter, each.number);
  const QRect place(m_columns.place, rect.top(), std::max(0, m_columns.text - gap - m_columns.place), rect.height());
  painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                   fontMetrics().elidedText(each.place, Qt::ElideLeft, place.width()));
  const QRect text(m_columns.text, rect.top(), std::max(0, rect.right() - m_columns.text), rect.height());
  painter.save();
  painter.setClipRect(text);
  painter.setPen(ink);
  painter.drawText(text.adjusted(-horizontalScrollBar()->value(), 0, horizontalScrollBar()->maximum(), 0),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, each.text);
  painter.restore();
}

void CodePane::choose(int row) {
  if (row < 0 || row >= count()) {
    return;
  }
  setCurrent(row);
  showRow(row);
  Q_EMIT chosen(row);
}

void CodePane::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    choose(rowAt(event->position().toPoint().y()));
  }
}

void CodePane::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const int row = rowAt(event->position().toPoint().y()); event->button() == Qt::LeftButton && row >= 0) {
    Q_EMIT entered(row);
  }
}

bool CodePane::moveByKey(int key) {
  const int page = std::max(1, visibleRows() - 1);
  const int last = count() - 1;
  const auto to = [&](int row) {
    choose(std::clamp(row, 0, std::max(last, 0)));
    return true;
  };
  switch (key) {
    case Qt::Key_Up:
      return to(m_current - 1);
    case Qt::Key_Down:
      return to(m_current + 1);
    case Qt::Key_PageUp:
      return to(m_current - page);
    case Qt::Key_PageDown:
      return to(m_current + page);
    case Qt::Key_Home:
      return to(0);
    case Qt::Key_End:
      return to(last);
    case Qt::Key_Left:
      horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
      return true;
    case Qt::Key_Right:
      horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
      return true;
    default:
      return false;
  }
}

void CodePane::keyPressEvent(QKeyEvent* event) {
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isEnter && m_current >= 0) {
    Q_EMIT entered(m_current);
  } else if (event->matches(QKeySequence::Copy) && m_current >= 0) {
    QApplication::clipboard()->setText(at(m_current).text);
  } else if ((event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier || !moveByKey(event->key())) {
    QAbstractScrollArea::keyPressEvent(event);
  }
}

void CodePane::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void CodePane::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

bool CodePane::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* const help = static_cast<QHelpEvent*>(event);
    const int row = rowAt(help->pos().y());
    QToolTip::showText(help->globalPos(),
                       row < 0 || at(row).samples == 0 ? QString() : statesTip(*m_sources, at(row).states), viewport());
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace kernline::ui
