// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the parts of a BlocksPanel.
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/memory/block_list.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/groups_table.h"
#include "ui/views/memory/memory_table.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

namespace kernline::ui {
namespace {

constexpr int margin = 8;

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
  m_choice = makeCombo("memoryChoice", tr("Blocks to show"), controls);
  m_mark = makeCombo("memoryMark", tr("Retained after this step or phase"), controls);
  constexpr int maxCharacters = 24;
  m_mark->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_mark->setMinimumContentsLength(maxCharacters);
  m_mark->hide();
  m_grouping = makeCombo("memoryGrouping", tr("Group by"), controls);
  m_grouping->addItem(tr("by operator"), static_cast<int>(MemoryGrouping::Op));
  m_grouping->addItem(tr("by source line"), static_cast<int>(MemoryGrouping::Place));
  m_grouping->addItem(tr("by phase"), static_cast<int>(MemoryGrouping::Phase));
  m_grouping->addItem(tr("by size"), static_cast<int>(MemoryGrouping::Size));
  m_grouping->addItem(tr("by call stack"), static_cast<int>(MemoryGrouping::Stack));
  m_filter = new QLineEdit(controls);
  m_filter->setObjectName(QStringLiteral("memoryFilter"));
  m_filter->setAccessibleName(tr("Filter groups"));
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
  m_groups = new RowsModel(GroupsTable::rows(nullptr, nullptr), this);
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setObjectName(QStringLiteral("memoryTables"));
  split->setChildrenCollapsible(false);
  m_groupsView = makeMemoryTable(m_groups, "memoryGroups", tr("Groups of blocks"), split);
  arrangeColumns(*m_groupsView, m_groups->rows());
  m_groupsView->setSortingEnabled(true);
  m_groupsView->sortByColumn(GroupsTable::Bytes, Qt::DescendingOrder);

  // Names matter most in the table: keeps some width for each next to the figures.
  constexpr int minCharacters = 13 + 17 + 9 + 26;
  m_groupsView->setMinimumWidth(minCharacters * fontMetrics().averageCharWidth());

  m_list = new BlockList(split);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  return split;
}

}  // namespace kernline::ui
