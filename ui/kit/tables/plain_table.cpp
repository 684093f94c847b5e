// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/plain_table.h"

#include "ui/kit/language/words.h"
#include "ui/kit/tables/share_bar_delegate.h"
#include "ui/kit/tables/table_rows.h"
#include "ui/kit/tables/whole_rows_table.h"

#include <QAction>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace kernline::ui {
namespace {

QTableView* namedTable(QTableView& view, QAbstractItemModel* model, const char* name, const QString& title) {
  view.setObjectName(QString::fromUtf8(name));
  view.setAccessibleName(title);
  view.setModel(model);
  makePlain(view);
  return &view;
}

}  // namespace

QTableView* makePlainTable(QAbstractItemModel* model, const char* name, const QString& title, QWidget* parent) {
  return namedTable(*new QTableView(parent), model, name, title);
}

QTableView* makeWholeRowsTable(QAbstractItemModel* model, const char* name, const QString& title, QWidget* parent) {
  return namedTable(*new WholeRowsTable(parent), model, name, title);
}

void makePlain(QTableView& view) {
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
  view.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void makeSortable(QTableView& view) {
  view.horizontalHeader()->setSortIndicatorClearable(true);
  view.horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  view.setSortingEnabled(true);
}

void arrangeColumns(QTableView& view, const TableRows& rows) {
  QHeaderView* header = view.horizontalHeader();
  const int character = view.fontMetrics().averageCharWidth();
  auto* bars = view.findChild<ShareBarDelegate*>();
  int section = 0;
  for (const TableColumn& column : rows.columns) {
    if (column.share && bars == nullptr) {
      bars = new ShareBarDelegate(&view);
    }
    view.setItemDelegateForColumn(section, column.share ? bars : nullptr);
    if (column.width > 0) {
      header->setSectionResizeMode(section, QHeaderView::Interactive);
      header->resizeSection(section, static_cast<int>(column.width * character));
    } else {
      header->setSectionResizeMode(section, QHeaderView::Stretch);
    }
    ++section;
  }
}

void addCopyAction(QTableView& view, const std::function<void()>& copy) {
  auto* action = new QAction(Words::tr("&Copy rows"), &view);
  action->setShortcut(QKeySequence::Copy);
  action->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(action, &QAction::triggered, &view, copy);
  view.addAction(action);
  view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

std::vector<int> rowsToCopy(const QTableView& view, int max) {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : view.selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom() && static_cast<int>(rows.size()) < max; ++row) {
      rows.push_back(row);
    }
  }
  if (rows.size() > 1) {
    std::ranges::sort(rows);
    return rows;
  }
  rows.resize(static_cast<std::size_t>(std::min(view.model()->rowCount(), max)));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

}  // namespace kernline::ui
