// SPDX-License-Identifier: GPL-3.0-or-later
// Hands and keys on a flame graph.
#include "ui/views/calltree/flame_graph.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>

namespace kernline::ui {

void FlameGraph::zoomTo(CallNode node) {
  if (!m_table || node == m_zoomed || m_table->total(node) <= 0) {
    return;
  }
  m_zoomed = node;
  leave();
  layOut();
  ensureVisible(node);
}

void FlameGraph::setCurrent(CallNode node) {
  if (node == m_current || !m_table) {
    return;
  }
  m_current = node;
  if (const FlameBox* box = boxOf(node); box == nullptr || box->width < 2) {
    zoomTo(m_table->tree->parent(node));  // too thin to be seen, or elsewhere
  }
  ensureVisible(node);
  viewport()->update();
}

void FlameGraph::choose(CallNode node) {
  if (node != m_current) {
    m_current = node;
    ensureVisible(node);
    viewport()->update();
    Q_EMIT currentChanged(node);
  }
}

void FlameGraph::ensureVisible(CallNode node) {
  const QRect rect = rectOf(node);
  if (rect.isNull()) {
    return;
  }
  QScrollBar* bar = verticalScrollBar();
  if (rect.top() < 0) {
    bar->setValue(bar->value() + rect.top());
  } else if (rect.bottom() > viewport()->height()) {
    bar->setValue(bar->value() + rect.bottom() - viewport()->height());
  }
}

void FlameGraph::hoverAt(QPoint at) {
  const FlameBox* box = m_table ? boxAt(at) : nullptr;
  m_pointer = at;
  if (box == nullptr) {
    leave();
    return;
  }
  if (!m_hovered || m_hovered->node != box->node || m_hovered->siblings != box->siblings) {
    m_hovered = *box;
    m_card = describe(*box);
  }
  viewport()->setCursor(Qt::PointingHandCursor);
  viewport()->update();
}

void FlameGraph::leave() {
  m_hovered.reset();
  m_card = {};
  viewport()->unsetCursor();
  viewport()->update();
}

bool FlameGraph::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    leave();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void FlameGraph::mouseMoveEvent(QMouseEvent* event) {
  hoverAt(event->position().toPoint());
}

void FlameGraph::mousePressEvent(QMouseEvent* event) {
  const FlameBox* box = m_table ? boxAt(event->position().toPoint()) : nullptr;
  if (box == nullptr || event->button() != Qt::LeftButton) {
    return;
  }
  const FlameBox pressed = *box;
  if (event->modifiers().testFlag(Qt::ControlModifier) && pressed.siblings == 1) {
    choose(pressed.node);
    Q_EMIT activated(pressed.node);
    return;
  }
  // With thin siblings, the intended one is unclear: zooming to their caller separates them.
  choose(pressed.node);
  zoomTo(pressed.siblings > 1 ? m_table->tree->parent(pressed.node) : pressed.node);
}

void FlameGraph::contextMenuEvent(QContextMenuEvent* event) {
  const FlameBox* box = m_table ? boxAt(viewport()->mapFromGlobal(event->globalPos())) : nullptr;
  const CallNode node = event->reason() == QContextMenuEvent::Keyboard ? m_current
                        : box != nullptr                               ? box->node
                                                                       : CallTree::root;
  choose(node);
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* go = menu->addAction(tr("Show the longest on the &timeline"));
  go->setEnabled(m_table && m_table->tree->longest(node) != SpanId::none);
  connect(go, &QAction::triggered, this, [this, node] { Q_EMIT activated(node); });
  connect(menu->addAction(tr("&Zoom in")), &QAction::triggered, this, [this, node] { zoomTo(node); });
  QAction* out = menu->addAction(tr("Show &all"));
  out->setEnabled(m_zoomed != CallTree::root);
  connect(out, &QAction::triggered, this, [this] { zoomTo(CallTree::root); });
  menu->popup(event->globalPos());
}

/// Moves to the next box in that direction.
void FlameGraph::step(int key) {
  const FlameBox* from = boxOf(m_current);
  if (from == nullptr) {
    choose(m_zoomed);
    return;
  }
  if (key == Qt::Key_Up) {
    choose(m_table->tree->parent(m_current));
    return;
  }
  if (key == Qt::Key_Down) {
    const auto child = std::ranges::find_if(m_boxes, [&](const FlameBox& box) {
      return box.node != m_current && box.siblings == 1 && m_table->tree->parent(box.node) == m_current;
    });
    if (child != m_boxes.end()) {
      choose(child->node);
    }
    return;
  }
  const auto at = from - m_boxes.data() + (key == Qt::Key_Right ? 1 : -1);
  if (at >= 0 && at < std::ssize(m_boxes)) {
    const FlameBox& beside = m_boxes[static_cast<std::size_t>(at)];
    if (beside.row == from->row && beside.siblings == 1) {
      choose(beside.node);
    }
  }
}

void FlameGraph::keyPressEvent(QKeyEvent* event) {
  if (!m_table) {
    QAbstractScrollArea::keyPressEvent(event);
    return;
  }
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      step(event->key());
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (event->modifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT activated(m_current);
      } else {
        zoomTo(m_current);
      }
      return;
    case Qt::Key_Backspace:
    case Qt::Key_Escape:
      zoomTo(m_table->tree->parent(m_zoomed));
      return;
    case Qt::Key_Home:
      zoomTo(CallTree::root);
      return;
    default:
      QAbstractScrollArea::keyPressEvent(event);
  }
}

/// Esc means the window's own unless there is something to zoom out of.
bool FlameGraph::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && m_zoomed != CallTree::root &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QAbstractScrollArea::event(event);
}

void FlameGraph::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  layOut();
}

void FlameGraph::scrollContentsBy(int /*dx*/, int /*dy*/) {
  leave();
  redraw();
}

void FlameGraph::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
    m_labels.clear();
    layOut();
  }
  QAbstractScrollArea::changeEvent(event);
}

void FlameGraph::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void FlameGraph::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace kernline::ui
