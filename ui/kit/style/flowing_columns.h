// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;

namespace kernline::ui {

/// Equal columns that become fewer where there is no room for them: as many as fit of the counts it is given.
class FlowingColumns : public QWidget {
  Q_OBJECT

 public:
  /// `counts` from most to fewest, e.g. {8, 4, 2}; a column is at least `minColumnWidth` pixels wide.
  FlowingColumns(std::vector<int> counts, int minColumnWidth, QWidget* parent);

  void add(QWidget* widget);
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] int columnsFor(int width) const;
  void arrange(int columns);

  std::vector<int> m_counts;
  int m_minColumnWidth;
  int m_columns = 0;
  std::vector<QWidget*> m_widgets;
  QGridLayout* m_grid;
};

}  // namespace kernline::ui
