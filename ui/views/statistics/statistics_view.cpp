// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_view.h"

#include "ui/kit/language/words.h"
#include "ui/views/statistics/share_bar_delegate.h"
#include "ui/views/statistics/statistics_columns.h"
#include "ui/views/statistics/statistics_model.h"

#include <QHeaderView>
#include <QTableView>

namespace kernline::ui {

void makePlainTable(QTableView& view) {
  view.setSelectionBehavior(QAbstractItemView::SelectRows);
  view.setSelectionMode(QAbstractItemView::ExtendedSelection);
  view.setEditTriggers(QAbstractItemView::NoEditTriggers);
  view.setAlternatingRowColors(true);
  view.setShowGrid(false);
  view.setWordWrap(false);
  view.setFrameShape(QFrame::NoFrame);
  view.setCornerButtonEnabled(false);
  view.setTabKeyNavigation(false);
  view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view.verticalHeader()->hide();
  view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + 8);
  view.horizontalHeader()->setHighlightSections(false);
}

QTableView* makeStatisticsView(StatisticsModel* model, QWidget* parent) {
  auto* view = new QTableView(parent);
  view->setObjectName(QStringLiteral("statisticsView"));
  view->setAccessibleName(Words::tr("Statistics"));
  view->setModel(model);
  makePlainTable(*view);

  QHeaderView* header = view->horizontalHeader();
  header->setSectionsMovable(true);
  header->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 6);
  view->setSortingEnabled(true);
  arrangeStatisticsColumns(view, *model);
  return view;
}

void arrangeStatisticsColumns(QTableView* view, const StatisticsModel& model) {
  QHeaderView* header = view->horizontalHeader();
  const int character = view->fontMetrics().averageCharWidth();
  auto* bars = view->findChild<ShareBarDelegate*>();
  bars = bars != nullptr ? bars : new ShareBarDelegate(view);
  int section = 0;
  for (const StatisticsColumn& column : statisticsColumns(model.columns())) {
    header->resizeSection(section, static_cast<int>(column.width * character));
    view->setItemDelegateForColumn(section, column.share != nullptr ? bars : nullptr);
    ++section;
  }
  header->setSectionResizeMode(nameColumn, QHeaderView::Stretch);
  view->sortByColumn(defaultSortColumn(model.columns()), Qt::DescendingOrder);
}

}  // namespace kernline::ui
