// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/flow_layout.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

/// Returns the size, at most as wide as a line.
QSize sizeOf(const QLayoutItem& item, int width) {
  const QSize size = item.sizeHint();
  return {std::min(size.width(), width), size.height()};
}

}  // namespace

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) {
  setSpacing(spacing);
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) {
  m_items.emplace_back(item);
  invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) {
    return nullptr;
  }
  QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
  m_items.erase(m_items.begin() + index);
  invalidate();
  return taken;
}

/// Returns the size in one line.
QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const auto& item : m_items) {
    if (!item->isEmpty()) {
      const QSize own = item->sizeHint();
      size = {size.width() + own.width() + (size.width() > 0 ? spacing() : 0), std::max(size.height(), own.height())};
    }
  }
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const auto& item : m_items) {
    size = size.expandedTo(item->isEmpty() ? QSize() : item->minimumSize());
  }
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool isForGood) const {
  const QRect inner = rect.marginsRemoved(contentsMargins());
  int y = inner.y();
  for (std::size_t next = 0; next < m_items.size();) {
    const Line line = lineFrom(next, inner.width());
    if (line.height == 0) {
      break;
    }
    int x = inner.x();
    for (std::size_t i = next; isForGood && i < line.end; ++i) {
      if (!m_items[i]->isEmpty()) {
        const QSize size = sizeOf(*m_items[i], inner.width());
        m_items[i]->setGeometry({QPoint(x, y + (line.height - size.height()) / 2), size});
        x += size.width() + spacing();
      }
    }
    y += line.height + (line.end < m_items.size() ? spacing() : 0);
    next = line.end;
  }
  return y - rect.y() + contentsMargins().bottom();
}

FlowLayout::Line FlowLayout::lineFrom(std::size_t first, int width) const {
  Line line{.end = first};
  for (int x = 0; line.end < m_items.size(); ++line.end) {
    const QLayoutItem& item = *m_items[line.end];
    if (item.isEmpty()) {
      continue;
    }
    const QSize size = sizeOf(item, width);
    if (x + size.width() > width && line.height > 0) {
      break;
    }
    x += size.width() + spacing();
    line.height = std::max(line.height, size.height());
  }
  return line;
}

}  // namespace kernline::ui
