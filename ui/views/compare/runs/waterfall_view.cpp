// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/waterfall_view.h"

#include "core/compare/runs/overlap_text.h"
#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/style/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr std::size_t maxParts = 16;
constexpr std::size_t minParts = 2;
constexpr int gap = 8;
constexpr int waterfallMargin = 6;

/// Keeps the suffix that distinguishes kernels of one name, "‹BUnaryFunctor›".
QString elidedBeforeMark(const QString& name, const QFontMetrics& metrics, int width) {
  const qsizetype mark = name.endsWith(QChar(0x203A)) ? name.lastIndexOf(QChar(0x2039)) : -1;
  const int rest = mark > 0 ? width - metrics.horizontalAdvance(name.sliced(mark)) : 0;
  return rest > width / 4 ? metrics.elidedText(name.first(mark), Qt::ElideMiddle, rest) + name.sliced(mark)
                          : metrics.elidedText(name, Qt::ElideMiddle, width);
}

}  // namespace

WaterfallView::WaterfallView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("runsWaterfall"));
  setAccessibleName(tr("Where the change in step time comes from"));
  setMouseTracking(true);
}

QString WaterfallView::tipOf(const WaterfallPart& part, const QString& name, bool isRow) {
  QStringList lines{tr("%1\n%2 per step in the baseline, %3 in the other run")
                        .arg(name, qt(shownTime(part.base)), qt(shownTime(part.other)))};
  if (part.isIdle()) {
    lines << markOf(*part.cause).definition() << tr("Click to show the longest of these gaps in each run.");
  } else if (part.overlap) {
    lines << coreText(definitionOf(*part.overlap));
  } else if (isRow) {
    lines << tr("Click to show it in the table and the timelines.");
  }
  return lines.join(QLatin1Char('\n'));
}

void WaterfallView::addPart(const RunComparison& comparison, const WaterfallPart& part, double from) {
  const bool isRow = std::ranges::find(comparison.rows, part.name, &RunRow::name) != comparison.rows.end();
  Line line;
  line.name = coreText(shownName(comparison, part));
  line.figure = qt(signedTime(part.delta()));
  line.tip = tipOf(part, isRow ? qt(printable(part.name)) : line.name, isRow);
  line.from = from;
  line.to = from + part.delta();
  line.cause = part.cause;
  line.row = isRow && !part.isIdle() ? qt(part.name) : QString();
  m_max = std::max({m_max, line.from, line.to});
  m_lines.push_back(std::move(line));
}

void WaterfallView::addWhole(const QString& name, double length, const QString& figure) {
  m_max = std::max(m_max, length);
  Line line;
  line.name = name;
  line.figure = figure;
  line.tip = name + QLatin1Char('\n') + figure;
  line.to = length;
  line.isWhole = true;
  m_lines.push_back(std::move(line));
}

void WaterfallView::fillMemory(std::size_t parts) {
  const RunMemory& base = *m_comparison->runs.front().memory;
  const RunMemory& otherMemory = *m_comparison->runs[m_other].memory;
  const auto whole = [&](const QString& name, std::int64_t bytes) {
    addWhole(name, static_cast<double>(bytes), qt(formatBytes(bytes)));
  };
  whole(tr("Max allocated, baseline"), base.peakAllocated);
  auto at = static_cast<double>(base.peakAllocated);
  for (const MemoryPart& part : shownMemoryParts(m_comparison->differences[m_other - 1], parts)) {
    Line line;
    line.name = coreText(shownName(part));
    line.figure = qt(signedBytes(part.delta()));
    line.tip = tr("%1\n%2 at the peak of the baseline, %3 at the peak of the other run")
                   .arg(line.name, qt(formatBytes(part.base)), qt(formatBytes(part.other)));
    line.from = at;
    line.to = at += static_cast<double>(part.delta());
    m_max = std::max(m_max, at);
    m_lines.push_back(std::move(line));
  }
  whole(tr("Max allocated, other run"), otherMemory.peakAllocated);
  if (base.peakReserved > 0 && otherMemory.peakReserved > 0) {
    whole(tr("Max reserved, baseline"), base.peakReserved);
    whole(tr("Max reserved, other run"), otherMemory.peakReserved);
  }
}

void WaterfallView::fillSteps(std::size_t parts) {
  const RunDifference& difference = m_comparison->differences[m_other - 1];
  const auto whole = [&](const QString& name, double length) { addWhole(name, length, qt(shownTime(length))); };
  whole(tr("Step of the baseline"), difference.baseStep);
  double at = difference.baseStep;
  for (const WaterfallPart& part : shownParts(difference, parts)) {
    addPart(*m_comparison, part, at);
    at += part.delta();
  }
  whole(tr("Step of the other run"), difference.otherStep);
}

/// Fills in so many parts before the rest.
void WaterfallView::fill(std::size_t parts) {
  m_lines.clear();
  m_min = 0;
  m_max = 1;
  if (m_content == Content::Steps) {
    fillSteps(parts);
  } else if (m_content == Content::Memory) {
    fillMemory(parts);
  }
  if (!m_lines.empty()) {
    cutOut();
  }
}

/// Fills in as many parts as fit.
void WaterfallView::fill() {
  fill(maxParts);
  m_wanted = m_lines.size();
  for (std::size_t parts = maxParts - 1; parts >= minParts && heightOf(m_lines.size()) > height(); --parts) {
    fill(parts);
  }
  update();
}

void WaterfallView::show(Content content, std::shared_ptr<const RunComparison> comparison, std::size_t other) {
  m_content = comparison ? content : Content::Nothing;
  m_comparison = std::move(comparison);
  m_other = other;
  fill();
  updateGeometry();
}

bool WaterfallView::showMemory(std::shared_ptr<const RunComparison> comparison, std::size_t other) {
  const bool isKnown = comparison && comparison->runs.front().memory && comparison->runs[other].memory;
  show(Content::Memory, isKnown ? std::move(comparison) : nullptr, other);
  return isKnown;
}

void WaterfallView::showComparison(std::shared_ptr<const RunComparison> comparison, std::size_t other) {
  show(Content::Steps, std::move(comparison), other);
}

void WaterfallView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fill();
}

/// Begins bars behind a break if they differ by little of their length.
void WaterfallView::cutOut() {
  constexpr double maxChangeShare = 0.3;  // share of the longest
  double min = m_max;
  for (const Line& line : m_lines) {
    min = std::min({min, line.isWhole ? line.to : line.from, line.to});
  }
  const double change = m_max - min;
  // Parts that count against others may lead below 0 on the way.
  m_min = change < maxChangeShare * m_max ? std::max(0.0, min - change / 2) : std::min(0.0, min);
}

QStringList WaterfallView::lines() const {
  QStringList shown;
  for (const Line& line : m_lines) {
    shown << QStringLiteral("%1: %2").arg(line.name, line.figure);
  }
  return shown;
}

int WaterfallView::lineHeight() const {
  return fontMetrics().height() + 5;
}

int WaterfallView::heightOf(std::size_t lines) const {
  return 2 * waterfallMargin + lineHeight() * static_cast<int>(lines);
}

/// Returns the width that the longest name needs, but less than half, so that bars have the rest.
int WaterfallView::nameWidth(int room) const {
  int wanted = 0;
  for (const Line& line : m_lines) {
    wanted = std::max(wanted, fontMetrics().horizontalAdvance(line.name));
  }
  return std::min(wanted + gap, room * 9 / 20);
}

QSize WaterfallView::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 90, heightOf(m_wanted)};
}

QSize WaterfallView::minimumSizeHint() const {
  const std::size_t ends = m_content == Content::Memory ? 4 : 2;
  return {fontMetrics().averageCharWidth() * 40, heightOf(std::min(m_wanted, ends + minParts + 1))};
}

void WaterfallView::paintLine(QPainter& painter, const Line& line, QRect room) const {
  const int names = nameWidth(room.width());
  const int figures = fontMetrics().horizontalAdvance(QStringLiteral("+888.88 ms")) + gap;
  const QRect name(room.left(), room.top(), names - gap, room.height());
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter, elidedBeforeMark(line.name, fontMetrics(), name.width()));
  const double scale = std::max(1, room.width() - names - figures) / std::max(m_max - m_min, 1.0);
  const auto place = [&](double at) { return room.left() + names + std::max(0.0, at - m_min) * scale; };
  const double left = place(std::min(line.from, line.to));
  const double width = std::max(1.0, place(std::max(line.from, line.to)) - left);
  const QRectF bar(left, room.top() + 3, width, room.height() - 6);
  const Tint& colors = tint(palette());
  const bool isMore = line.to > line.from;
  QColor color = line.isWhole ? colors.quiet : isMore ? colors.bad : colors.good;
  if (line.cause) {
    color.setAlphaF(0.6F);
  }
  painter.fillRect(bar, isMore && !line.isWhole ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
  if (isMore && !line.isWhole) {
    painter.setPen(color);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    painter.setPen(palette().color(QPalette::Text));
  }
  if (line.isWhole && m_min > 0) {
    constexpr double slant = 4;
    painter.setPen(QPen(palette().color(QPalette::Base), 2));
    for (const double at : {left + slant, left + 2.5 * slant}) {
      painter.drawLine(QPointF(at, bar.bottom() + 1), QPointF(at + slant, bar.top() - 1));
    }
    painter.setPen(palette().color(QPalette::Text));
  }
  painter.drawText(QRectF(bar.right() + gap / 2.0, room.top(), figures, room.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, line.figure);
}

void WaterfallView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  QRect room(waterfallMargin, waterfallMargin, width() - 2 * waterfallMargin, lineHeight());
  for (const Line& line : m_lines) {
    paintLine(painter, line, room);
    room.translate(0, lineHeight());
  }
}

const WaterfallView::Line* WaterfallView::lineAt(QPoint position) const {
  const int number = position.y() < waterfallMargin ? -1 : (position.y() - waterfallMargin) / lineHeight();
  return number >= 0 && number < static_cast<int>(m_lines.size()) ? &m_lines[static_cast<std::size_t>(number)]
                                                                  : nullptr;
}

bool WaterfallView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const Line* line = lineAt(help->pos());
    QToolTip::showText(help->globalPos(), line != nullptr ? line->tip : QString(), this);
    return true;
  }
  return QWidget::event(event);
}

void WaterfallView::mouseMoveEvent(QMouseEvent* event) {
  const Line* line = lineAt(event->pos());
  setCursor(line != nullptr && line->leadsOn() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void WaterfallView::mouseReleaseEvent(QMouseEvent* event) {
  const Line* line = lineAt(event->pos());
  if (event->button() != Qt::LeftButton || line == nullptr) {
    return;
  }
  if (line->cause) {
    Q_EMIT gapsRequested(*line->cause);
  } else if (line->leadsOn()) {
    Q_EMIT rowRequested(line->row);
  }
}

}  // namespace kernline::ui
