// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/whole_rows_table.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

namespace kernline::ui {

/// The base class sets margins for its headers only; another one below resizes the viewport, which leads here again.
void WholeRowsTable::updateGeometries() {
  if (m_isFitting) {
    return;
  }
  const QScopedValueRollback fitting(m_isFitting, true);
  QTableView::updateGeometries();
  QHeaderView& rows = *verticalHeader();
  const int row = rows.defaultSectionSize();
  const int height = viewport()->height();
  if (model() == nullptr || height < row || model()->rowCount() * row <= height) {
    return;
  }
  QMargins margins = viewportMargins();
  margins.setBottom(height % row);
  setViewportMargins(margins);
  rows.resize(rows.width(), viewport()->height());
  QMetaObject::invokeMethod(&rows, "updateGeometries");  // the view is hidden, so it gets no event
  const QScrollBar& bar = *verticalScrollBar();
  bar.value() == bar.maximum() ? rows.setOffsetToLastSection() : rows.setOffsetToSectionPosition(bar.value());
}

}  // namespace kernline::ui
