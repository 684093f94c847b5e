// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/statistics_view.h"

#include "ui/tables/share_bar_delegate.h"
#include "ui/tables/statistics_columns.h"
#include "ui/tables/statistics_model.h"

#include <QHeaderView>
#include <QTableView>

namespace kernline::ui {

QTableView* makeStatisticsView(StatisticsModel* model, QWidget* parent) {
  auto* view = new QTableView(parent);
  view->setObjectName(QStringLiteral("statisticsView"));
  view->setAccessibleName(QStringLiteral("Statistics"));
  view->setModel(model);
  view->setItemDelegateForColumn(shareColumn, new ShareBarDelegate(view));
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setAlternatingRowColors(true);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->setFrameShape(QFrame::NoFrame);
  view->setCornerButtonEnabled(false);
  view->setTabKeyNavigation(false);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->verticalHeader()->hide();
  view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 8);

  QHeaderView* header = view->horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionsMovable(true);
  const int character = view->fontMetrics().averageCharWidth();
  int section = 0;
  for (const StatisticsColumn& column : statisticsColumns()) {
    header->resizeSection(section++, static_cast<int>(column.width * character));
  }
  header->setSectionResizeMode(nameColumn, QHeaderView::Stretch);
  header->setMinimumSectionSize(character * 6);
  view->setSortingEnabled(true);
  view->sortByColumn(totalColumn, Qt::DescendingOrder);
  return view;
}

}  // namespace kernline::ui
