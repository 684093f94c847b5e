// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/plain_tree.h"

#include "ui/kit/tables/share_bar_delegate.h"

#include <QHeaderView>
#include <QTreeView>

#include <algorithm>

namespace kernline::ui {

void makePlain(QTreeView& view, int shareColumn, std::initializer_list<int> widths) {
  view.setItemDelegateForColumn(shareColumn, new ShareBarDelegate(&view));
  view.setUniformRowHeights(true);
  view.setAlternatingRowColors(true);
  view.setFrameShape(QFrame::NoFrame);
  view.setSelectionBehavior(QAbstractItemView::SelectRows);
  view.setEditTriggers(QAbstractItemView::NoEditTriggers);
  view.setExpandsOnDoubleClick(false);  // double click goes to the timeline, as in the tables
  view.setTabKeyNavigation(false);
  view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  const int character = view.fontMetrics().averageCharWidth();
  view.setIndentation(character * 2);
  QHeaderView* header = view.header();
  header->setStretchLastSection(false);
  header->setSectionsMovable(false);
  header->setMinimumSectionSize(character * 6);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  int column = 0;
  for (const int width : widths) {
    ++column;
    header->resizeSection(column, std::max(character * width, header->sectionSizeHint(column)));
  }
}

}  // namespace kernline::ui
