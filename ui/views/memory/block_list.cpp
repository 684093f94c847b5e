// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/block_list.h"

#include "core/analysis/memory/relevant_frames.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/memory/blocks_table.h"
#include "ui/views/memory/memory_table.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QListWidget>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int listMargin = 8;

}  // namespace

BlockList::BlockList(QWidget* parent) : QSplitter(Qt::Vertical, parent) {
  setChildrenCollapsible(false);
  makeBlocks();
  makeStack();
  setStretchFactor(0, 3);
  setStretchFactor(1, 2);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { makeCurrent(current.isValid() ? current.row() : -1); });
  connect(m_view, &QTableView::activated, this, [this](const QModelIndex& index) { goToBlock(index.row()); });
  connect(m_view, &QWidget::customContextMenuRequested, this, &BlockList::openMenu);
}

void BlockList::makeBlocks() {
  auto* blocks = new QWidget(this);
  m_blocks = new RowsModel(BlocksTable::rows(nullptr), this);
  m_title = new ElidedLabel(QString(), blocks);
  m_title->setObjectName(QStringLiteral("memoryBlocksTitle"));
  m_title->setContentsMargins(listMargin, 2, listMargin, 2);
  m_view = makeMemoryTable(m_blocks, "memoryBlocks", tr("Blocks of the group"), blocks);
  arrangeColumns(*m_view, m_blocks->rows());
  m_view->horizontalHeader()->setStretchLastSection(true);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(BlocksTable::Bytes, Qt::DescendingOrder);
  connect(m_blocks, &RowsModel::arranged, m_view, [this] { m_view->scrollTo(m_view->currentIndex()); });
  auto* column = new QVBoxLayout(blocks);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(m_title);
  column->addWidget(m_view, 1);
}

void BlockList::makeStack() {
  m_stackPlace = new QWidget(this);
  auto* title = new ElidedLabel(tr("Call stack of the block, innermost call first"), m_stackPlace);
  title->setContentsMargins(listMargin, 2, listMargin, 2);
  m_stack = new QListWidget(m_stackPlace);
  m_stack->setObjectName(QStringLiteral("memoryStack"));
  m_stack->setAccessibleName(title->text());
  m_stack->setFrameShape(QFrame::NoFrame);
  m_stack->setAlternatingRowColors(true);
  m_stack->setUniformItemSizes(true);
  m_stack->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_stack->setMinimumHeight(fontMetrics().height() * 2);
  auto* column = new QVBoxLayout(m_stackPlace);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(title);
  column->addWidget(m_stack, 1);
}

void BlockList::setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device) {
  m_listing = {};
  m_history = std::move(history);
  m_device = device;
  listBlocks({});
  m_stack->clear();
  setVisible(!m_history || !m_history->devices[device].blocks.empty());
  m_stackPlace->setVisible(m_history && m_history->stacks.size() > 0);
}

bool BlockList::isBusy() const {
  return m_listing.isRunning() || m_blocks->isBusy();
}

void BlockList::showGroup(std::shared_ptr<const BlockAnswer> answer, const LiveGroup& group,
                          std::optional<std::uint32_t> wanted) {
  m_listing = Job<std::vector<std::uint32_t>>(
      [answer = std::move(answer), group](const std::stop_token&, Progress&) -> Expected<std::vector<std::uint32_t>> {
        return blocksOf(group, answer->query.of(), answer->blocks, answer->query.grouping);
      },
      [this, name = group.name, wanted](Expected<std::vector<std::uint32_t>> blocks) {
        if (blocks) {
          take(std::move(*blocks), name, wanted);
        }
      });
}

void BlockList::showNoGroup() {
  m_listing = {};
  m_stack->clear();
  listBlocks({});
  m_title->setText(tr("Select a group to see its blocks."));
}

void BlockList::take(std::vector<std::uint32_t> blocks, const std::string& group, std::optional<std::uint32_t> wanted) {
  m_stack->clear();
  const std::size_t count = blocks.size();
  blocks.resize(std::min(count, BlocksTable::maxRows));
  listBlocks(std::move(blocks));
  fitOperators();
  const QString name = coreText(printable(group));
  if (count == 0) {
    m_title->setText(tr("Only the total is known; the file does not list the blocks."));
    return;
  }
  m_title->setText(
      count > BlocksTable::maxRows
          ? tr("Largest %1 of %2 blocks of %3").arg(qt(formatCount(BlocksTable::maxRows)), countText(count), name)
          : tr("Blocks of %1").arg(name));
  const auto found = wanted ? std::ranges::find(m_listed->blocks, *wanted) : m_listed->blocks.end();
  const bool isListed = found != m_listed->blocks.end();
  const int row = isListed ? m_blocks->placeOf(static_cast<std::size_t>(found - m_listed->blocks.begin())) : 0;
  m_view->selectRow(row);
  m_view->scrollTo(m_blocks->index(row, 0));
}

void BlockList::listBlocks(std::vector<std::uint32_t> blocks) {
  auto table = std::make_shared<BlocksTable>();
  table->history = m_history;
  table->device = m_device;
  table->blocks = std::move(blocks);
  m_listed = std::move(table);
  m_blocks->setRows(BlocksTable::rows(m_listed));
}

/// Names of operators have the room they need; the source lines behind them what is left.
void BlockList::fitOperators() {
  constexpr int maxCharacters = 48;
  const int most = m_view->fontMetrics().averageCharWidth() * maxCharacters;
  const int before = m_view->columnWidth(BlocksTable::Op);
  m_view->resizeColumnToContents(BlocksTable::Op);
  m_view->setColumnWidth(BlocksTable::Op,
                         std::clamp(m_view->columnWidth(BlocksTable::Op), before, std::max(before, most)));
}

std::uint32_t BlockList::blockAt(int row) const {
  return m_listed->blocks[m_blocks->numberOf(row)];
}

void BlockList::makeCurrent(int row) {
  if (row < 0 || !m_history) {
    Q_EMIT blockCurrent(std::nullopt);
    return;
  }
  const std::uint32_t block = blockAt(row);
  showStack(m_history->devices[m_device].blocks[block].stack);
  Q_EMIT blockCurrent(block);
}

void BlockList::showStack(StackId stack) {
  m_stack->clear();
  if (stack == StackId::none) {
    m_stack->addItem(tr("No allocation site was recorded for this block."));
    m_stack->item(0)->setFlags(Qt::NoItemFlags);
    return;
  }
  int firstOfPython = -1;
  for (const StringId call : m_history->stacks.calls(stack)) {
    const std::string_view text = m_history->text(call);
    firstOfPython = firstOfPython < 0 && isPythonLine(text) ? m_stack->count() : firstOfPython;
    m_stack->addItem(qt(printable(text)));
  }
  // Frames of the allocator and the library in C++ are above it, out of sight.
  m_stack->scrollToItem(m_stack->item(std::max(firstOfPython, 0)), QAbstractItemView::PositionAtTop);
}

/// Goes to the span that allocated the block, if a timeline can show it; else to the moment of the allocation.
void BlockList::goToBlock(int row) {
  const MemoryBlock& block = m_history->devices[m_device].blocks[blockAt(row)];
  if (m_hasTimeline && block.span != SpanId::none) {
    Q_EMIT spanRequested(block.span);
  } else {
    Q_EMIT momentRequested(block.begin);
  }
}

void BlockList::openMenu(QPoint at) {
  const QModelIndex index = m_view->indexAt(at);
  if (!index.isValid()) {
    return;
  }
  const MemoryBlock block = m_history->devices[m_device].blocks[blockAt(index.row())];
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* show = menu->addAction(tr("Show allocation on &timeline"), this,
                                  [this, span = block.span] { Q_EMIT spanRequested(span); });
  show->setEnabled(m_hasTimeline && block.span != SpanId::none);
  menu->addAction(tr("Live blocks when &allocated"), this,
                  [this, moment = block.begin] { Q_EMIT momentRequested(moment); });
  menu->addAction(tr("Live blocks when &freed"), this, [this, moment = block.end] { Q_EMIT momentRequested(moment); })
      ->setEnabled(block.end != MemoryBlock::never);
  menu->addSeparator();
  menu->addAction(tr("&Copy row"), this, &BlockList::copyRequested);
  menu->popup(m_view->viewport()->mapToGlobal(at));
}

std::optional<QStringList> BlockList::chosenText() const {
  if (m_stack->hasFocus()) {
    QStringList calls;
    for (const QListWidgetItem* item : m_stack->selectedItems()) {
      calls << item->text();
    }
    return calls;
  }
  return m_view->hasFocus() ? std::optional(chosenRows(*m_view)) : std::nullopt;
}

}  // namespace kernline::ui
