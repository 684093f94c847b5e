// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace kernline::ui {

class ElidedLabel;
class GridModel;
class GridView;
class QuietLabel;

/// One grid of a log: filter, kinds of rows, names, the table, what it adds up to and what is doubtful about it.
class TablePane : public QWidget {
  Q_OBJECT

 public:
  explicit TablePane(QWidget* parent = nullptr);

  /// nullptr if there is nothing to show.
  void setGrid(GridPtr grid);
  [[nodiscard]] GridModel& model() const { return *m_model; }
  [[nodiscard]] GridView& view() const { return *m_view; }
  /// Shows rows that contain `text`, with it in the filter's field.
  void setFilter(const QString& text);
  /// Lets go of filters until `gridRow` is among the rows, then selects it.
  void showRow(std::uint32_t gridRow);
  /// The rows as they are shown, header first, cells separated by tabs; empty without a grid.
  [[nodiscard]] QString tableText() const;
  /// Adds a button at the end of the line with the filter.
  void addButton(QWidget* button);

 Q_SIGNALS:
  void rowChosen(std::uint32_t gridRow);
  void rowActivated(std::uint32_t gridRow);
  void linkRequested(const QString& text);
  void rowsChanged();  ///< others, or in another order

 private:
  void buildBar(QWidget* bar);
  void buildTable();
  void copyRows() const;
  void fillKinds();
  void followNames();
  void updateCounts();

  QLineEdit* m_filter = nullptr;
  QComboBox* m_kinds = nullptr;
  QComboBox* m_names = nullptr;
  QuietLabel* m_counts = nullptr;
  QToolButton* m_copy = nullptr;
  QWidget* m_doubtStrip = nullptr;
  ElidedLabel* m_doubts = nullptr;
  ElidedLabel* m_totals = nullptr;
  QuietLabel* m_emptyNote = nullptr;
  QWidget* m_bar = nullptr;
  GridModel* m_model = nullptr;
  GridView* m_view = nullptr;
};

}  // namespace kernline::ui
