// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/found_columns.h"

#include <QToolButton>

#include <cstddef>
#include <cstdint>

namespace kernline::ui {

/// A column by its name. A click, Space, Enter and Down open what can be done with it.
class ColumnChip : public QToolButton {
  Q_OBJECT

 public:
  ColumnChip(const FoundColumn& column, const Measurements& measurements, QWidget* parent);

  [[nodiscard]] const std::string& column() const { return m_column; }

 Q_SIGNALS:
  void useChosen(ColumnUse use);
  void compareRequested(std::size_t dimension);  ///< its values are to be the rows
  void plotRequested(std::size_t dimension);     ///< they are to be the horizontal axis
  void metricRequested(std::size_t metric);
  void stepRequested(int chips);  ///< asks to move the focus to a neighbor

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void fillMenu(const FoundColumn& column);

  std::string m_column;
};

}  // namespace kernline::ui
