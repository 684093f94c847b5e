// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline lets others do with its rows.
#include "ui/views/timeline/row_menu.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QMenu>

namespace kernline::ui {

const Arrangement& TimelineView::arrangement() const {
  return m_scene->arrangement();
}

std::vector<RowGroup> TimelineView::allRows() const {
  return m_scene->allRows();
}

void TimelineView::arrange(Arrangement arrangement) {
  m_scene->arrange(std::move(arrangement));
}

void TimelineView::pinTemporarily(const std::vector<RowId>& rows) {
  m_scene->pinTemporarily(rows);
}

void TimelineView::keepArrangements() {
  m_scene->setKeepsArrangements(true);
}

void TimelineView::arrangeRow(RowId row, RowAction action) {
  if (trace()) {
    arrange(arrangedBy(action, row, *trace(), allRows(), arrangement()));
  }
}

RowId TimelineView::selectedRow() const {
  return trace() && selection() != SpanId::none ? rowOf(trace()->trackOf(selection())) : rootRow;
}

void TimelineView::showRow(RowId row) {
  m_scene->showRow(row);
}

void TimelineView::showAllRows() {
  Arrangement all = arrangement();
  all.showAll();
  arrange(std::move(all));
}

void TimelineView::resetArrangement() {
  m_scene->resetArrangement();
}

void TimelineView::openRowMenu(RowId row, QPoint at) {
  makeRowMenu(*m_scene, row, this)->popup(at);
}

}  // namespace kernline::ui
