// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_path.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/views/calltree/call_tree_table.h"
#include "ui/views/calltree/flame_layout.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPixmap>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

struct TimelinePalette;

/// A call tree as boxes: as wide as they weigh, below what called them. A click zooms in, what lies above zooms out.
/// Boxes have the timeline's colors. Arrows go from box to box, Enter zooms in, Backspace out.
class FlameGraph : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit FlameGraph(QWidget* parent = nullptr);

  /// nullptr if there is nothing to show. The zoomed and the chosen node remain if they exist again.
  void setTable(std::shared_ptr<const CallTreeTable> table);
  void setCurrent(CallNode node);
  [[nodiscard]] CallNode current() const { return m_current; }
  void zoomTo(CallNode node);
  [[nodiscard]] CallNode zoomed() const { return m_zoomed; }
  [[nodiscard]] const HoverCard& hoverCard() const { return m_card; }
  /// The rectangle of a node, in the viewport; empty if it is not painted.
  [[nodiscard]] QRect rectOf(CallNode node) const;

 Q_SIGNALS:
  void currentChanged(kernline::CallNode node);
  /// Requests to show it on the timeline.
  void activated(kernline::CallNode node);

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void layOut();
  void choose(CallNode node);
  void hoverAt(QPoint at);
  void leave();
  void redraw();
  void step(int key);
  void ensureVisible(CallNode node);
  [[nodiscard]] int rowHeight() const;
  [[nodiscard]] QRect rectOf(const FlameBox& box) const;
  [[nodiscard]] const FlameBox* boxAt(QPoint at) const;
  [[nodiscard]] const FlameBox* boxOf(CallNode node) const;
  void paintBoxes(QPainter& painter);
  void paintLabel(QPainter& painter, const FlameBox& box, QRect rect, QColor color);
  void paintEmpty(QPainter& painter) const;
  [[nodiscard]] QRgb colorOf(const FlameBox& box) const;
  [[nodiscard]] HoverCard describe(const FlameBox& box) const;

  struct Label {
    QString text;
    int width = 0;
  };
  std::shared_ptr<const CallTreeTable> m_table;
  std::vector<FlameBox> m_boxes;
  QHash<quint64, Label> m_labels;  // keyed by name and kind
  QPixmap m_picture;
  bool m_isStale = true;
  CallNode m_zoomed = CallTree::root;
  CallNode m_current = CallTree::root;
  std::optional<CallPath> m_zoomedPath;  // zoomed path while there is no table
  std::optional<CallPath> m_currentPath;
  std::optional<FlameBox> m_hovered;
  QPoint m_pointer;
  HoverCard m_card;
};

}  // namespace kernline::ui
