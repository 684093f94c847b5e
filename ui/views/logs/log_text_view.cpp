// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_text_view.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int gap = 8;

}  // namespace

LogTextView::LogTextView(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("logText"));
  setAccessibleName(tr("Text of the log"));
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  m_mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  m_mono.setPointSizeF(font().pointSizeF());
  viewport()->setBackgroundRole(QPalette::Base);
  viewport()->setCursor(Qt::IBeamCursor);
  connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_followsMark = false; });
  connect(&m_lines, &TextLines::linesLoaded, viewport(), qOverload<>(&QWidget::update));
}

void LogTextView::setLog(std::shared_ptr<const Log> log) {
  m_marked = 0;
  m_extent = {0, 0};
  m_anchor = m_cursor = 0;
  m_maxWidth = 0;
  m_lines.setLog(std::move(log));
  fitBars();
  verticalScrollBar()->setValue(0);
}

int LogTextView::lineHeight() const {
  return QFontMetrics(m_mono).height() + 1;
}

int LogTextView::numberWidth() const {
  const int digits = std::max(3, static_cast<int>(QString::number(m_lines.count()).size()));
  return QFontMetrics(m_mono).horizontalAdvance(QLatin1Char('0')) * digits + 2 * gap;
}

int LogTextView::linesInSight() const {
  return std::max(1, viewport()->height() / lineHeight());
}

std::uint32_t LogTextView::firstVisibleLine() const {
  return static_cast<std::uint32_t>(verticalScrollBar()->value()) + 1;
}

std::uint32_t LogTextView::lineAt(int y) const {
  const auto line = firstVisibleLine() + static_cast<std::uint32_t>(std::max(0, y) / lineHeight());
  return std::min(line, m_lines.count());
}

QRect LogTextView::lineRect(std::uint32_t line) const {
  const int at = static_cast<int>(line) - static_cast<int>(firstVisibleLine());
  return {0, at * lineHeight(), viewport()->width(), lineHeight()};
}

void LogTextView::fitBars() {
  constexpr auto maxLines = static_cast<std::uint32_t>(std::numeric_limits<int>::max());
  const int lines = static_cast<int>(std::min(m_lines.count(), maxLines));
  verticalScrollBar()->setRange(0, std::max(0, lines - linesInSight()));
  verticalScrollBar()->setPageStep(linesInSight());
  horizontalScrollBar()->setRange(0, std::max(0, m_maxWidth + numberWidth() + gap - viewport()->width()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setSingleStep(QFontMetrics(m_mono).averageCharWidth() * 4);
}

void LogTextView::showLine(std::uint32_t line) {
  m_marked = line;
  m_followsMark = true;
  if (line > 0) {
    const std::uint32_t first = firstVisibleLine();
    const auto sight = static_cast<std::uint32_t>(linesInSight());
    if (line < first + 1 || line + 2 > first + sight) {
      verticalScrollBar()->setValue(static_cast<int>(line) - 1 - static_cast<int>(sight / 3));
    }
  }
  m_anchor = m_cursor = 0;
  viewport()->update();
}

void LogTextView::setExtent(std::uint32_t first, std::uint32_t last) {
  m_extent = {first, last};
  viewport()->update();
}

std::pair<std::uint32_t, std::uint32_t> LogTextView::selected() const {
  return {std::min(m_anchor, m_cursor), std::max(m_anchor, m_cursor)};
}

void LogTextView::paintLine(QPainter& painter, std::uint32_t line, const QRect& rect) {
  const Tint& colors = tint(palette());
  const auto [firstSelected, lastSelected] = selected();
  const bool isSelected = m_anchor > 0 && line >= firstSelected && line <= lastSelected;
  if (isSelected) {
    painter.fillRect(rect, palette().highlight());
  } else if (line == m_marked) {
    QColor mark = colors.match;
    constexpr float strength = 0.35F;
    mark.setAlphaF(strength);
    painter.fillRect(rect, mark);
    painter.fillRect(QRect(rect.topLeft(), QSize(3, rect.height())), colors.match);
  } else if (line >= m_extent.first && line <= m_extent.second) {
    painter.fillRect(rect, colors.hover);
  }
  const int numbers = numberWidth();
  if (const std::optional<QString> text = m_lines.line(line)) {
    painter.setPen(palette().color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter.save();
    painter.setClipRect(rect.adjusted(numbers, 0, 0, 0));
    const int width = painter.fontMetrics().horizontalAdvance(*text);
    m_maxWidth = std::max(m_maxWidth, width);
    painter.drawText(QRect(numbers - horizontalScrollBar()->value(), rect.top(), width + gap, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, *text);
    painter.restore();
  }
  painter.setPen(isSelected ? palette().color(QPalette::HighlightedText) : colors.quiet);
  painter.drawText(QRect(0, rect.top(), numbers - gap, rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                   QString::number(line));
}

void LogTextView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  painter.setFont(m_mono);
  const int before = m_maxWidth;
  for (std::uint32_t line = firstVisibleLine(); line <= m_lines.count(); ++line) {
    const QRect rect = lineRect(line);
    if (rect.top() > viewport()->height()) {
      break;
    }
    paintLine(painter, line, rect);
  }
  if (m_maxWidth != before) {
    QMetaObject::invokeMethod(this, [this] { fitBars(); }, Qt::QueuedConnection);
  }
}

void LogTextView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  fitBars();
  if (m_followsMark && m_marked > 0) {
    showLine(m_marked);
  }
}

void LogTextView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    m_mono.setPointSizeF(font().pointSizeF());
    m_maxWidth = 0;
    fitBars();
  }
}

void LogTextView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && m_lines.count() > 0) {
    m_cursor = lineAt(event->pos().y());
    if ((event->modifiers() & Qt::ShiftModifier) == 0 || m_anchor == 0) {
      m_anchor = m_cursor;
    }
    Q_EMIT lineClicked(m_cursor);
    viewport()->update();
  }
}

void LogTextView::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0 && m_anchor > 0) {
    m_cursor = lineAt(event->pos().y());
    viewport()->update();
  }
}

void LogTextView::copy() {
  constexpr std::uint32_t maxCopiedLines = 10'000;  // a page or two of a report, not the log itself
  const auto [first, last] = m_anchor > 0 ? selected() : std::pair(m_marked, m_marked);
  if (first > 0 && m_lines.log() != nullptr) {
    m_copying =
        Job<std::string>([log = m_lines.log(), from = first, to = std::min(last, first + maxCopiedLines)](
                             const std::stop_token&, Progress&) { return Expected<std::string>(log->lines(from, to)); },
                         [](Expected<std::string> text) {
                           if (text) {
                             QApplication::clipboard()->setText(qt(*text));
                           }
                         });
  }
}

void LogTextView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copy();
  } else if (event->matches(QKeySequence::SelectAll)) {
    m_anchor = 1;
    m_cursor = m_lines.count();
    viewport()->update();
  } else if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home) {
    verticalScrollBar()->setValue(0);
  } else if (event->matches(QKeySequence::MoveToEndOfDocument) || event->key() == Qt::Key_End) {
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
  } else {
    QAbstractScrollArea::keyPressEvent(event);  // arrows and pages move the bars
  }
}

}  // namespace kernline::ui
