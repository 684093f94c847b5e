// SPDX-License-Identifier: GPL-3.0-or-later
// What a BlocksPanel is made of.
#include "ui/memory/blocks_model.h"
#include "ui/memory/blocks_panel.h"
#include "ui/memory/groups_model.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/tables/share_bar_delegate.h"
#include "ui/tables/statistics_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

namespace kernline::ui {
namespace {

constexpr int margin = 8;

QTableView* makeTable(QAbstractItemModel* model, const char* name, const QString& title, QWidget* parent) {
  auto* view = new QTableView(parent);
  view->setObjectName(QString::fromLatin1(name));
  view->setAccessibleName(title);
  view->setModel(model);
  makePlainTable(*view);
  view->horizontalHeader()->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 6);
  view->setMinimumHeight(view->fontMetrics().height() * 3);
  view->setContextMenuPolicy(Qt::CustomContextMenu);
  view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  return view;
}

QComboBox* makeCombo(const char* name, const QString& title, QWidget* parent) {
  auto* combo = new QComboBox(parent);
  combo->setObjectName(QString::fromLatin1(name));
  combo->setAccessibleName(title);
  combo->setToolTip(title);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return combo;
}

QToolButton* makeButton(const char* name, const QString& iconName, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QString::fromLatin1(name));
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

}  // namespace

QWidget* BlocksPanel::makeControls() {
  auto* controls = new QWidget(this);
  m_choice = makeCombo("memoryChoice", tr("Which blocks"), controls);
  m_mark = makeCombo("memoryMark", tr("Left behind by this step or phase"), controls);
  constexpr int mostCharacters = 24;
  m_mark->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_mark->setMinimumContentsLength(mostCharacters);
  m_mark->hide();
  m_grouping = makeCombo("memoryGrouping", tr("Group by"), controls);
  m_grouping->addItem(tr("by operator"), static_cast<int>(MemoryGrouping::Op));
  m_grouping->addItem(tr("by source line"), static_cast<int>(MemoryGrouping::Place));
  m_grouping->addItem(tr("by phase"), static_cast<int>(MemoryGrouping::Phase));
  m_grouping->addItem(tr("by size"), static_cast<int>(MemoryGrouping::Size));
  m_grouping->addItem(tr("by call stack"), static_cast<int>(MemoryGrouping::Stack));
  m_filter = new QLineEdit(controls);
  m_filter->setObjectName(QStringLiteral("memoryFilter"));
  m_filter->setAccessibleName(tr("Filter the groups"));
  m_filter->setPlaceholderText(tr("Filter"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
  m_sum = new ElidedLabel(QString(), controls);
  m_sum->setObjectName(QStringLiteral("memorySum"));
  m_copy = makeButton("memoryCopy", QStringLiteral("copy"), tr("Copy the table"), controls);
  m_save = makeButton("memorySave", QStringLiteral("save"), tr("Save the table as CSV or Markdown"), controls);
  auto* row = new QHBoxLayout(controls);
  row->setContentsMargins(margin, 4, margin, 4);
  row->addWidget(m_choice);
  row->addWidget(m_mark);
  row->addWidget(m_grouping);
  row->addWidget(m_filter);
  row->addWidget(m_sum, 1);
  row->addWidget(m_copy);
  row->addWidget(m_save);
  return controls;
}

QWidget* BlocksPanel::makeTables() {
  m_groups = new GroupsModel(this);
  m_sorted = new QSortFilterProxyModel(this);
  m_sorted->setSourceModel(m_groups);
  m_sorted->setSortRole(GroupsModel::SortRole);
  m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
  m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_sorted->setFilterKeyColumn(GroupsModel::Name);
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setObjectName(QStringLiteral("memoryTables"));
  split->setChildrenCollapsible(false);
  m_groupsView = makeTable(m_sorted, "memoryGroups", tr("Groups of blocks"), split);
  const int character = fontMetrics().averageCharWidth();
  QHeaderView* header = m_groupsView->horizontalHeader();
  for (const auto& [column, characters] :
       {std::pair(GroupsModel::Bytes, 13), std::pair(GroupsModel::Share, 20), std::pair(GroupsModel::Blocks, 10)}) {
    header->resizeSection(column, characters * character);
  }
  header->setSectionResizeMode(GroupsModel::Name, QHeaderView::Stretch);
  m_groupsView->setItemDelegateForColumn(GroupsModel::Share, new ShareBarDelegate(m_groupsView));
  m_groupsView->setSortingEnabled(true);
  m_groupsView->sortByColumn(GroupsModel::Bytes, Qt::DescendingOrder);

  // Names are what the table is read for: room for some of each beside the figures.
  constexpr int leastCharacters = 13 + 20 + 10 + 24;
  m_groupsView->setMinimumWidth(leastCharacters * character);

  auto* right = new QSplitter(Qt::Vertical, split);
  m_blocksPlace = right;
  right->setChildrenCollapsible(false);
  makeBlocks(right);
  makeStack(right);
  right->setStretchFactor(0, 3);
  right->setStretchFactor(1, 2);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  return split;
}

void BlocksPanel::makeBlocks(QSplitter* place) {
  const int character = fontMetrics().averageCharWidth();
  auto* blocks = new QWidget(place);
  m_blocks = new BlocksModel(this);
  m_blocksTitle = new ElidedLabel(QString(), blocks);
  m_blocksTitle->setObjectName(QStringLiteral("memoryBlocksTitle"));
  m_blocksTitle->setContentsMargins(margin, 2, margin, 2);
  m_blocksView = makeTable(m_blocks, "memoryBlocks", tr("Blocks of the group"), blocks);
  QHeaderView* blockHeader = m_blocksView->horizontalHeader();
  for (const auto& [column, characters] :
       {std::pair(BlocksModel::Bytes, 13), std::pair(BlocksModel::Made, 13), std::pair(BlocksModel::Freed, 13),
        std::pair(BlocksModel::Lived, 16), std::pair(BlocksModel::Op, 26), std::pair(BlocksModel::Place, 34)}) {
    blockHeader->resizeSection(column, characters * character);
  }
  blockHeader->setStretchLastSection(true);
  m_blocksView->setSortingEnabled(true);
  m_blocksView->sortByColumn(BlocksModel::Bytes, Qt::DescendingOrder);
  auto* column = new QVBoxLayout(blocks);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(m_blocksTitle);
  column->addWidget(m_blocksView, 1);
}

void BlocksPanel::makeStack(QSplitter* place) {
  m_stackPlace = new QWidget(place);
  auto* stackTitle = new ElidedLabel(tr("Call stack of the block, innermost call first"), m_stackPlace);
  stackTitle->setContentsMargins(margin, 2, margin, 2);
  m_stack = new QListWidget(m_stackPlace);
  m_stack->setObjectName(QStringLiteral("memoryStack"));
  m_stack->setAccessibleName(stackTitle->text());
  m_stack->setFrameShape(QFrame::NoFrame);
  m_stack->setAlternatingRowColors(true);
  m_stack->setUniformItemSizes(true);
  m_stack->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_stack->setMinimumHeight(fontMetrics().height() * 2);
  auto* stackColumn = new QVBoxLayout(m_stackPlace);
  stackColumn->setContentsMargins({});
  stackColumn->setSpacing(0);
  stackColumn->addWidget(stackTitle);
  stackColumn->addWidget(m_stack, 1);
}

}  // namespace kernline::ui
