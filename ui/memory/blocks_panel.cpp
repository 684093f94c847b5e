// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/blocks_panel.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "ui/language/core_text.h"
#include "ui/memory/blocks_model.h"
#include "ui/memory/groups_model.h"
#include "ui/style/elided_label.h"
#include "ui/style/qt_text.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t mostMarks = 2000;  // in the list of steps; nobody scrolls through more

QString rowText(const QAbstractItemModel& model, int row) {
  QStringList cells;
  for (int column = 0; column < model.columnCount(); ++column) {
    cells << model.index(row, column).data().toString();
  }
  return cells.join(QLatin1Char('\t'));
}

QString headerText(const QAbstractItemModel& model) {
  QStringList cells;
  for (int column = 0; column < model.columnCount(); ++column) {
    cells << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  return cells.join(QLatin1Char('\t'));
}

}  // namespace

BlocksPanel::BlocksPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("blocksPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(makeControls());
  column->addWidget(makeTables(), 1);
  connectParts();
  fillChoices();
}

BlocksPanel::~BlocksPanel() = default;

void BlocksPanel::connectParts() {
  connect(m_choice, &QComboBox::currentIndexChanged, this, [this] {
    m_mark->setVisible(choice() == BlockChoice::LeftBehind);
    ask();
  });
  connect(m_mark, &QComboBox::currentIndexChanged, this, &BlocksPanel::ask);
  connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] {
    ask();
    Q_EMIT groupingChanged(grouping());
  });
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_sorted->setFilterFixedString(text);
    if (!m_groupsView->currentIndex().isValid()) {
      m_groupsView->selectRow(0);
    }
  });
  connect(m_groupsView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &BlocksPanel::listBlocks);
  connect(m_blocksView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid() && m_history) {
              const std::uint32_t block = m_blocks->block(current.row());
              showStack(m_history->devices[m_device].blocks[block].stack);
              Q_EMIT blockCurrent(block);
            } else {
              Q_EMIT blockCurrent(std::nullopt);
            }
          });
  connect(m_blocksView, &QTableView::activated, this, [this](const QModelIndex& index) { goToBlock(index.row()); });
  connect(m_blocksView, &QWidget::customContextMenuRequested, this, &BlocksPanel::openBlockMenu);
  connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(tableText()); });
  connect(m_save, &QToolButton::clicked, this, [this] { Q_EMIT exportRequested(tableText()); });
  auto* copy = new QShortcut(QKeySequence::Copy, this);
  copy->setContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QShortcut::activated, this, &BlocksPanel::copySelection);
}

void BlocksPanel::setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device) {
  m_asking = {};
  m_listing = {};
  m_wanted.reset();
  m_history = std::move(history);
  m_device = device;
  m_blocks->setBlocks(nullptr, 0, {});
  m_groups->setAnswer(nullptr);
  m_stack->clear();
  m_moment = m_history ? peakTime(*m_history, m_history->devices[device]) : Time{};
  m_blocksPlace->setVisible(!m_history || !m_history->devices[device].blocks.empty());
  m_stackPlace->setVisible(m_history && m_history->stacks.size() > 0);
  fillMarks();
  fillChoices();
  ask();
}

void BlocksPanel::setMoment(Time moment) {
  m_moment = moment;
  if (choice() == BlockChoice::AliveThen) {
    ask();
  } else {
    setChoice(BlockChoice::AliveThen);
  }
}

void BlocksPanel::showBlock(std::uint32_t block, Time moment) {
  m_filter->clear();
  m_wanted = block;
  setMoment(moment);
}

void BlocksPanel::setColours(std::shared_ptr<const BlockColours> colours) {
  m_groups->setColours(std::move(colours));
}

MemoryGrouping BlocksPanel::grouping() const {
  return static_cast<MemoryGrouping>(m_grouping->currentData().toInt());
}

void BlocksPanel::setSpan(std::shared_ptr<const Trace> trace, SpanId span) {
  m_trace = std::move(trace);
  m_span = span;
  fillChoices();
  if (choice() == BlockChoice::MadeBySpan) {
    ask();
  }
}

void BlocksPanel::setLow(bool low) {
  m_blocksPlace->setOrientation(low ? Qt::Horizontal : Qt::Vertical);
}

void BlocksPanel::setHasTimeline(bool has) {
  m_hasTimeline = has;
  fillChoices();
}

BlockChoice BlocksPanel::choice() const {
  return static_cast<BlockChoice>(m_choice->currentData().toInt());
}

void BlocksPanel::setChoice(BlockChoice choice) {
  const int at = m_choice->findData(static_cast<int>(choice));
  if (at >= 0) {
    m_choice->setCurrentIndex(at);
  }
}

/// Only what there can be: without blocks nothing was left behind.
void BlocksPanel::fillChoices() {
  const BlockChoice before = m_choice->count() > 0 ? choice() : BlockChoice::AliveThen;
  {
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    const auto add = [this](const QString& text, BlockChoice what) { m_choice->addItem(text, static_cast<int>(what)); };
    const bool hasBlocks = m_history && !m_history->devices[m_device].blocks.empty();
    add(tr("Alive at the moment"), BlockChoice::AliveThen);
    if (hasBlocks) {
      add(tr("Never freed"), BlockChoice::NeverFreed);
      if (!m_history->marks.empty()) {
        add(tr("Left behind by a step"), BlockChoice::LeftBehind);
      }
      if (m_hasTimeline && m_span != SpanId::none) {
        add(tr("Made by the selected span"), BlockChoice::MadeBySpan);
      }
    }
    setChoice(before);
  }
  m_mark->setVisible(choice() == BlockChoice::LeftBehind);
  m_grouping->setVisible(!m_history || !m_history->devices[m_device].blocks.empty());
  if (choice() != before) {
    ask();
  }
}

void BlocksPanel::fillMarks() {
  const QSignalBlocker quiet(m_mark);
  m_mark->clear();
  if (!m_history) {
    return;
  }
  const std::vector<MemoryMark>& marks = m_history->marks;
  for (std::size_t i = 0; i < std::min(marks.size(), mostMarks); ++i) {
    m_mark->addItem(qt(printable(m_history->text(marks[i].name))) + QStringLiteral(" · ") +
                        qt(formatDuration(marks[i].range.begin - m_history->bounds.begin)),
                    static_cast<qulonglong>(i));
  }
}

void BlocksPanel::ask() {
  if (!m_history) {
    m_sum->clear();
    return;
  }
  BlockQuery query{.history = m_history,
                   .device = m_device,
                   .choice = choice(),
                   .grouping = grouping(),
                   .moment = m_moment,
                   .mark = static_cast<std::size_t>(m_mark->currentData().toULongLong()),
                   .trace = m_trace,
                   .span = m_span};
  m_asking = Job<std::shared_ptr<const BlockAnswer>>(
      [query = std::move(query)](std::stop_token stop, Progress&) { return answer(query, stop); },
      [this](Expected<std::shared_ptr<const BlockAnswer>> found) {
        if (found) {
          take(std::move(*found));
        } else if (found.error().kind != Error::Kind::Cancelled) {
          m_sum->setText(qt(found.error().message));
        }
      });
}

void BlocksPanel::take(std::shared_ptr<const BlockAnswer> answer) {
  const QModelIndex before = m_sorted->mapToSource(m_groupsView->currentIndex());
  const std::string name = before.isValid() ? m_groups->group(before.row()).name : std::string();
  m_groups->setAnswer(std::move(answer));
  tellSum();
  selectGroup(name);
  if (m_sorted->rowCount() == 0) {
    listBlocks();
  }
}

/// The group of the block that is wanted, else the one of that name, else the first.
void BlocksPanel::selectGroup(const std::string& before) {
  const MemoryDevice& device = m_history->devices[m_device];
  const auto isIt = [&](const LiveGroup& group) {
    return m_wanted ? isOf(group, device, device.blocks[*m_wanted], grouping()) : group.name == before;
  };
  int row = 0;
  for (int i = 0; i < m_sorted->rowCount(); ++i) {
    if (isIt(m_groups->group(m_sorted->mapToSource(m_sorted->index(i, 0)).row()))) {
      row = i;
      break;
    }
  }
  m_groupsView->selectRow(row);
}

void BlocksPanel::tellSum() {
  const BlockAnswer& answer = *m_groups->answer();
  const QString bytes = qt(formatBytes(answer.set.bytes));
  const QString count = answer.blocks.size() == 1
                            ? tr("1 block")
                            : tr("%1 blocks").arg(qt(formatCount(static_cast<std::int64_t>(answer.blocks.size()))));
  if (answer.query.choice == BlockChoice::AliveThen) {
    const QString at = qt(formatDuration(answer.set.time - m_history->bounds.begin));
    m_sum->setText(answer.blocks.empty() ? tr("%1 at %2").arg(bytes, at) : tr("%1 at %2 · %3").arg(bytes, at, count));
  } else if (answer.blocks.empty()) {
    m_sum->setText(tr("No block"));
  } else {
    m_sum->setText(QStringLiteral("%1 · %2").arg(bytes, count));
  }
}

void BlocksPanel::listBlocks() {
  const QModelIndex current = m_sorted->mapToSource(m_groupsView->currentIndex());
  if (!current.isValid() || !m_groups->answer()) {
    m_listing = {};
    showBlocks({});
    return;
  }
  m_listing = Job<std::vector<std::uint32_t>>(
      [answer = m_groups->answer(), group = m_groups->group(current.row())](
          const std::stop_token&, Progress&) -> Expected<std::vector<std::uint32_t>> {
        return blocksOf(group, answer->query.of(), answer->blocks, answer->query.grouping);
      },
      [this](Expected<std::vector<std::uint32_t>> blocks) {
        if (blocks) {
          showBlocks(std::move(*blocks));
        }
      });
}

void BlocksPanel::showBlocks(std::vector<std::uint32_t> blocks) {
  const QModelIndex current = m_sorted->mapToSource(m_groupsView->currentIndex());
  m_stack->clear();
  const bool isEmpty = blocks.empty();
  const std::size_t count = blocks.size();
  m_blocks->setBlocks(m_history, m_device, std::move(blocks));
  m_blocks->sort(m_blocksView->horizontalHeader()->sortIndicatorSection(),
                 m_blocksView->horizontalHeader()->sortIndicatorOrder());
  if (!current.isValid()) {
    m_blocksTitle->setText(tr("Choose a group to see its blocks."));
  } else if (isEmpty) {
    m_blocksTitle->setText(tr("Known by its total alone: the file does not tell of its blocks."));
  } else if (count > BlocksModel::mostRows) {
    m_blocksTitle->setText(tr("The largest %1 of %2 blocks of %3")
                               .arg(qt(formatCount(BlocksModel::mostRows)),
                                    qt(formatCount(static_cast<std::int64_t>(count))),
                                    coreText(printable(m_groups->group(current.row()).name))));
  } else {
    m_blocksTitle->setText(tr("Blocks of %1").arg(coreText(printable(m_groups->group(current.row()).name))));
  }
  if (!isEmpty) {
    const std::optional<std::uint32_t> wanted = std::exchange(m_wanted, std::nullopt);
    const int row = wanted ? m_blocks->rowOf(*wanted).value_or(0) : 0;
    m_blocksView->selectRow(row);
    m_blocksView->scrollTo(m_blocks->index(row, 0));
  }
}

void BlocksPanel::showStack(StackId stack) {
  m_stack->clear();
  if (stack == StackId::none) {
    m_stack->addItem(tr("Nobody recorded who asked for this block."));
    m_stack->item(0)->setFlags(Qt::NoItemFlags);
    return;
  }
  for (const StringId call : m_history->stacks.calls(stack)) {
    m_stack->addItem(qt(printable(m_history->text(call))));
  }
}

/// To the span that asked for the block, where there is a timeline to show it on; else to the moment it was made.
void BlocksPanel::goToBlock(int row) {
  const MemoryBlock& block = m_history->devices[m_device].blocks[m_blocks->block(row)];
  if (m_hasTimeline && block.span != SpanId::none) {
    Q_EMIT spanRequested(block.span);
  } else {
    Q_EMIT momentRequested(block.begin);
  }
}

void BlocksPanel::openBlockMenu(QPoint at) {
  const QModelIndex index = m_blocksView->indexAt(at);
  if (!index.isValid()) {
    return;
  }
  const MemoryBlock block = m_history->devices[m_device].blocks[m_blocks->block(index.row())];
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* show = menu->addAction(tr("Show on the &timeline what made it"), this,
                                  [this, span = block.span] { Q_EMIT spanRequested(span); });
  show->setEnabled(m_hasTimeline && block.span != SpanId::none);
  menu->addAction(tr("What was alive when it was &made"), this,
                  [this, moment = block.begin] { Q_EMIT momentRequested(moment); });
  menu->addAction(tr("What was alive when it was &freed"), this,
                  [this, moment = block.end] { Q_EMIT momentRequested(moment); })
      ->setEnabled(block.end != MemoryBlock::never);
  menu->addSeparator();
  menu->addAction(tr("&Copy row"), this, &BlocksPanel::copySelection);
  menu->popup(m_blocksView->viewport()->mapToGlobal(at));
}

QString BlocksPanel::tableText() const {
  QStringList lines{headerText(*m_sorted)};
  for (int row = 0; row < m_sorted->rowCount(); ++row) {
    lines << rowText(*m_sorted, row);
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// The chosen rows of the table that has the focus, or the chosen calls.
void BlocksPanel::copySelection() {
  QStringList lines;
  if (m_stack->hasFocus()) {
    for (const QListWidgetItem* item : m_stack->selectedItems()) {
      lines << item->text();
    }
  } else {
    const QTableView* view = m_blocksView->hasFocus() ? m_blocksView : m_groupsView;
    QModelIndexList rows = view->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& row : rows) {
      lines << rowText(*view->model(), row.row());
    }
  }
  if (!lines.isEmpty()) {
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  }
}

}  // namespace kernline::ui
