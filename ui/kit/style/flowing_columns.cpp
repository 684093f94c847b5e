// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/flowing_columns.h"

#include <QGridLayout>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int columnSpacing = 12;

}  // namespace

FlowingColumns::FlowingColumns(std::vector<int> counts, int minColumnWidth, QWidget* parent)
    : QWidget(parent), m_counts(std::move(counts)), m_minColumnWidth(minColumnWidth), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(columnSpacing);
}

void FlowingColumns::add(QWidget* widget) {
  m_widgets.push_back(widget);
  arrange(std::max(m_columns, m_counts.back()));
}

QSize FlowingColumns::minimumSizeHint() const {
  // Uses the fewest columns, so that the current number does not keep the window from shrinking.
  const int minColumns = m_counts.back();
  return {minColumns * m_minColumnWidth + (minColumns - 1) * columnSpacing, m_grid->minimumSize().height()};
}

int FlowingColumns::columnsFor(int width) const {
  for (const int count : m_counts) {
    if (count * m_minColumnWidth + (count - 1) * columnSpacing <= width) {
      return count;
    }
  }
  return m_counts.back();
}

void FlowingColumns::arrange(int columns) {
  for (int i = 0; i < m_grid->columnCount(); ++i) {
    m_grid->setColumnStretch(i, i < columns ? 1 : 0);
    m_grid->setColumnMinimumWidth(i, 0);
  }
  m_columns = columns;
  for (std::size_t i = 0; i < m_widgets.size(); ++i) {
    const int at = static_cast<int>(i);
    m_grid->addWidget(m_widgets[i], at / columns, at % columns);
    m_grid->setColumnStretch(at % columns, 1);
  }
}

void FlowingColumns::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int columns = columnsFor(event->size().width());
  if (columns != m_columns) {
    arrange(columns);
  }
}

}  // namespace kernline::ui
