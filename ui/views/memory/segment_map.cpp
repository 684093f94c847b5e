// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/segment_map.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int mapMargin = 10;

QString hex(std::uint64_t address) {
  return QStringLiteral("0x%1").arg(address, 0, 16);
}

}  // namespace

QBrush stateBrush(BlockState state, const QPalette& palette) {
  const Tint& colors = tint(palette);
  switch (state) {
    case BlockState::Allocated:
      return colors.accent;
    case BlockState::AwaitingFree:
      return {colors.warning, Qt::BDiagPattern};
    case BlockState::Free:
      break;
  }
  return Qt::NoBrush;
}

QString stateText(BlockState state) {
  switch (state) {
    case BlockState::Allocated:
      return QCoreApplication::translate("kernline::ui::SegmentMap", "Allocated");
    case BlockState::AwaitingFree:
      return QCoreApplication::translate("kernline::ui::SegmentMap", "Awaiting free");
    case BlockState::Free:
      break;
  }
  return QCoreApplication::translate("kernline::ui::SegmentMap", "Free");
}

SegmentMap::SegmentMap(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("segmentMap"));
  setAccessibleName(tr("Map of the segments"));
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
}

void SegmentMap::setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device) {
  m_history = std::move(history);
  m_device = device;
  m_current.reset();
  m_maxBytes = 1;
  if (m_history) {
    for (const MemorySegment& segment : of().segments) {
      m_maxBytes = std::max(m_maxBytes, segment.bytes);
    }
  }
  verticalScrollBar()->setValue(0);
  updateScrollBar();
  viewport()->update();
}

int SegmentMap::rowHeight() const {
  return fontMetrics().height() + 8;
}

int SegmentMap::labelWidth() const {
  return fontMetrics().horizontalAdvance(QStringLiteral("0000.0 MiB")) + 2 * mapMargin;
}

double SegmentMap::bytesToPixels() const {
  const int width = std::max(20, viewport()->width() - labelWidth() - mapMargin);
  return width / static_cast<double>(m_maxBytes);
}

QRectF SegmentMap::segmentRect(std::size_t segment) const {
  constexpr double minSegmentWidth = 4;
  const double width = std::max(minSegmentWidth, static_cast<double>(of().segments[segment].bytes) * bytesToPixels());
  return {static_cast<double>(labelWidth()),
          static_cast<double>(segment) * rowHeight() - verticalScrollBar()->value() + 3, width, rowHeight() - 6.0};
}

QRectF SegmentMap::rectOf(const Place& place) const {
  const QRectF whole = segmentRect(place.segment);
  const MemorySegment& segment = of().segments[place.segment];
  const SegmentBlock& block = of().segmentBlocks[place.block];
  const double scale = whole.width() / static_cast<double>(std::max<std::int64_t>(1, segment.bytes));
  const double left = whole.left() + static_cast<double>(block.address - segment.address) * scale;
  return {left, whole.top(), std::max(1.0, static_cast<double>(block.bytes) * scale), whole.height()};
}

std::optional<SegmentMap::Place> SegmentMap::placeAt(QPointF point) const {
  if (isEmpty()) {
    return std::nullopt;
  }
  const double y = point.y() + verticalScrollBar()->value();
  const auto row = static_cast<std::size_t>(std::max(0.0, y) / rowHeight());
  if (y < 0 || row >= of().segments.size()) {
    return std::nullopt;
  }
  const QRectF whole = segmentRect(row);
  const MemorySegment& segment = of().segments[row];
  if (point.x() < whole.left() || point.x() > whole.right() || segment.blockCount == 0) {
    return std::nullopt;
  }
  const double share = (point.x() - whole.left()) / whole.width();
  const std::uint64_t address =
      segment.address + static_cast<std::uint64_t>(share * static_cast<double>(segment.bytes));
  const auto first = of().segmentBlocks.begin() + segment.firstBlock;
  const auto after =
      std::upper_bound(first, first + segment.blockCount, address,
                       [](std::uint64_t wanted, const SegmentBlock& block) { return wanted < block.address; });
  const auto at = after == first ? first : after - 1;
  return Place{row, static_cast<std::uint32_t>(at - of().segmentBlocks.begin())};
}

QString SegmentMap::textOf(const Place& place) const {
  const MemorySegment& segment = of().segments[place.segment];
  const SegmentBlock& block = of().segmentBlocks[place.block];
  QStringList lines{
      QStringLiteral("%1 · %2").arg(stateText(block.state), qt(formatBytes(block.bytes))),
      tr("Address: %1").arg(hex(block.address)),
  };
  if (block.requested > 0) {
    lines << tr("Requested: %1 (%2 lost to rounding)")
                 .arg(qt(formatBytes(block.requested)), qt(formatBytes(block.bytes - block.requested)));
  }
  const QString type = qt(printable(m_history->text(segment.type)));
  lines << tr("Segment: %1 of %2, stream %3")
               .arg(type.isEmpty() ? tr("segment") : type, qt(formatBytes(segment.bytes)))
               .arg(segment.stream);
  if (block.stack != StackId::none) {
    constexpr std::size_t maxCalls = 4;
    const std::vector<StringId> calls = m_history->stacks.calls(block.stack);
    for (std::size_t i = 0; i < std::min(maxCalls, calls.size()); ++i) {
      constexpr std::size_t maxCallLength = 110;
      lines << QStringLiteral("  ") + qt(elided(printable(m_history->text(calls[i])), maxCallLength));
    }
  } else if (block.state != BlockState::Free) {
    lines << tr("Allocation site not recorded.");
  }
  return lines.join(QLatin1Char('\n'));
}

void SegmentMap::setCurrent(std::optional<Place> place) {
  if (place == m_current) {
    return;
  }
  m_current = place;
  setAccessibleDescription(place ? textOf(*place) : QString());
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  viewport()->update();
  Q_EMIT currentChanged();
}

void SegmentMap::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
  if (isEmpty()) {
    painter.setPen(tint(palette()).quiet);
    painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("This file has no segments."));
    return;
  }
  const auto first = static_cast<std::size_t>(verticalScrollBar()->value() / rowHeight());
  const auto count = static_cast<std::size_t>(viewport()->height() / rowHeight() + 2);
  for (std::size_t i = first; i < std::min(first + count, of().segments.size()); ++i) {
    paintSegment(painter, i);
  }
  if (m_current) {
    const QColor ink = palette().color(QPalette::Text);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, 2));
    painter.drawRect(rectOf(*m_current).adjusted(-1, -1, 1, 1));
  }
}

void SegmentMap::paintSegment(QPainter& painter, std::size_t segment) const {
  const QRectF whole = segmentRect(segment);
  painter.setPen(tint(palette()).quiet);
  painter.drawText(QRectF(0, whole.top(), labelWidth() - mapMargin, whole.height()), Qt::AlignRight | Qt::AlignVCenter,
                   qt(formatBytes(of().segments[segment].bytes)));
  painter.fillRect(whole, palette().color(QPalette::AlternateBase));
  paintBlocks(painter, segment);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(palette().color(QPalette::Dark));
  painter.drawRect(whole.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// Blocks narrower than a pixel share it; what is allocated shows before what is free.
void SegmentMap::paintBlocks(QPainter& painter, std::size_t segment) const {
  const MemorySegment& of = this->of().segments[segment];
  const QColor edge = palette().color(QPalette::Base);
  double covered = -1;
  for (std::uint32_t i = of.firstBlock; i < of.firstBlock + of.blockCount; ++i) {
    const BlockState state = this->of().segmentBlocks[i].state;
    const QRectF rect = rectOf({segment, i});
    if (state == BlockState::Free || rect.right() <= covered) {
      continue;
    }
    covered = std::floor(rect.left()) + 1;
    painter.fillRect(rect, stateBrush(state, palette()));
    constexpr double wide = 4;
    if (rect.width() >= wide) {
      painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), edge);
    }
  }
}

void SegmentMap::updateScrollBar() {
  const int height = isEmpty() ? 0 : static_cast<int>(of().segments.size()) * rowHeight();
  verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(rowHeight());
}

void SegmentMap::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBar();
}

void SegmentMap::mouseMoveEvent(QMouseEvent* event) {
  const std::optional<Place> place = placeAt(event->position());
  place ? QToolTip::showText(event->globalPosition().toPoint(), textOf(*place), this) : QToolTip::hideText();
}

void SegmentMap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    setCurrent(placeAt(event->position()));
  }
}

void SegmentMap::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  if (!isEmpty() && !m_current && event->reason() != Qt::MouseFocusReason) {
    setCurrent(placeAt(segmentRect(0).topLeft() + QPointF(0, 1)));
  }
}

void SegmentMap::reveal(const Place& place) {
  const QRectF rect = rectOf(place);
  QScrollBar* bar = verticalScrollBar();
  if (rect.top() < 0) {
    bar->setValue(bar->value() + static_cast<int>(rect.top()) - 3);
  } else if (rect.bottom() > viewport()->height()) {
    bar->setValue(bar->value() + static_cast<int>(rect.bottom()) - viewport()->height() + 3);
  }
}

std::optional<SegmentMap::Place> SegmentMap::neighbor(int key) const {
  const Place at = m_current.value_or(Place{0, of().segments.front().firstBlock});
  const MemorySegment& segment = of().segments[at.segment];
  const auto firstOf = [&](std::size_t row) { return Place{row, of().segments[row].firstBlock}; };
  switch (key) {
    case Qt::Key_Right:
      return at.block + 1 < segment.firstBlock + segment.blockCount ? Place{at.segment, at.block + 1} : at;
    case Qt::Key_Left:
      return at.block > segment.firstBlock ? Place{at.segment, at.block - 1} : at;
    case Qt::Key_Down:
      return at.segment + 1 < of().segments.size() ? firstOf(at.segment + 1) : at;
    case Qt::Key_Up:
      return at.segment > 0 ? firstOf(at.segment - 1) : at;
    case Qt::Key_Home:
      return firstOf(0);
    case Qt::Key_End:
      return firstOf(of().segments.size() - 1);
    default:
      return std::nullopt;
  }
}

void SegmentMap::keyPressEvent(QKeyEvent* event) {
  const std::optional<Place> place = isEmpty() ? std::nullopt : neighbor(event->key());
  if (!place || of().segments[place->segment].blockCount == 0) {
    QAbstractScrollArea::keyPressEvent(event);
    return;
  }
  setCurrent(place);
  reveal(*place);
}

}  // namespace kernline::ui
