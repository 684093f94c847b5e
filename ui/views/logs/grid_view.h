// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

#include <cstdint>
#include <vector>

namespace kernline::ui {

class GridModel;

/// Draws the bar of a cell behind its text, links as links, and the rows of failed runs in a color of their own
/// (their icon and their text show it too).
class GridDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// The table over a GridModel: fixed row heights and widths measured on a sample, so that it never measures all rows;
/// selection and place stay with their rows when these change places.
class GridView : public QTableView {
  Q_OBJECT

 public:
  GridView(GridModel* model, QWidget* parent);

  /// Sets column widths for a new grid, and the printed order. Cut columns get the room that is left, now and when the
  /// table grows, until a person resizes a column.
  void fitColumns();
  /// Selects rows of the grid and shows the first of them. Rows that are filtered out stay unselected.
  void selectRows(const std::vector<std::uint32_t>& gridRows);
  /// Selected rows of the grid, in the order of the view.
  [[nodiscard]] std::vector<std::uint32_t> selectedRows() const;

 Q_SIGNALS:
  void rowChosen(std::uint32_t gridRow);
  void linkActivated(const QModelIndex& index);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] int wantedWidthOf(int column) const;
  [[nodiscard]] int widthOf(int column) const;
  void useRoom();
  [[nodiscard]] QModelIndex linkAt(const QPoint& place) const;

  GridModel* m_model;
  std::vector<std::uint32_t> m_keptRows;  // selected rows while rows change places
  int m_keptColumn = 0;
  bool m_isFitted = false;   // columns are as wide as their texts need
  bool m_isFitting = false;  // they are being resized, by no person
  bool m_isQuiet = false;    // selections that no person made
};

}  // namespace kernline::ui
