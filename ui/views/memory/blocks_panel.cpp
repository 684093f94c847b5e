// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/blocks_panel.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/memory/block_list.h"
#include "ui/views/memory/groups_table.h"
#include "ui/views/memory/memory_table.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxMarks = 2000;  // entries in the list of steps; more are too many to scroll through

}  // namespace

BlocksPanel::BlocksPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("blocksPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  m_long = new LongWork(QStringLiteral("blocks"), this);
  column->addWidget(makeControls());
  column->addWidget(m_long);
  column->addWidget(makeTables(), 1);
  connectParts();
  fillChoices();
}

BlocksPanel::~BlocksPanel() = default;

void BlocksPanel::connectParts() {
  connect(m_choice, &QComboBox::currentIndexChanged, this, [this] {
    m_mark->setVisible(choice() == BlockChoice::KeptAfterMark);
    requestBlocks();
  });
  connect(m_mark, &QComboBox::currentIndexChanged, this, &BlocksPanel::requestBlocks);
  connect(m_long, &LongWork::cancelRequested, this, [this] { m_asking = {}; });
  connect(m_long, &LongWork::restartRequested, this, &BlocksPanel::requestBlocks);
  connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] {
    requestBlocks();
    Q_EMIT groupingChanged(grouping());
  });
  connect(m_filter, &QLineEdit::textChanged, m_groups, &RowsModel::setFilter);
  connect(m_groups, &RowsModel::arranged, this, [this] {
    if (m_answer && m_groups->rowCount() == 0) {
      listBlocks();
    } else if (m_answer && !m_groupsView->currentIndex().isValid()) {
      selectGroup(m_group);
    }
  });
  connect(m_groupsView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &BlocksPanel::listBlocks);
  connect(m_list, &BlockList::blockCurrent, this, &BlocksPanel::blockCurrent);
  connect(m_list, &BlockList::momentRequested, this, &BlocksPanel::momentRequested);
  connect(m_list, &BlockList::spanRequested, this, &BlocksPanel::spanRequested);
  connect(m_list, &BlockList::copyRequested, this, &BlocksPanel::copySelection);
  connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(tableText()); });
  connect(m_save, &QToolButton::clicked, this, [this] { Q_EMIT exportRequested(tableText()); });
  auto* copy = new QShortcut(QKeySequence::Copy, this);
  copy->setContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QShortcut::activated, this, &BlocksPanel::copySelection);
}

void BlocksPanel::setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device) {
  m_asking = {};
  m_wanted.reset();
  m_history = std::move(history);
  m_device = device;
  m_answer = nullptr;
  m_groups->setRows(GroupsTable::rows(nullptr, nullptr));
  m_list->setMemory(m_history, m_device);
  m_moment = m_history ? peakTime(*m_history, m_history->devices[device]) : Time{};
  fillMarks();
  fillChoices();
  requestBlocks();
}

void BlocksPanel::setMoment(Time moment) {
  m_moment = moment;
  if (choice() == BlockChoice::AliveThen) {
    requestBlocks();
  } else {
    setChoice(BlockChoice::AliveThen);
  }
}

void BlocksPanel::showBlock(std::uint32_t block, Time moment) {
  m_filter->clear();
  m_wanted = block;
  setMoment(moment);
}

void BlocksPanel::setColors(std::shared_ptr<const BlockColors> colors) {
  m_colors = std::move(colors);
  m_groups->refresh(GroupsTable::rows(m_answer, m_colors));
}

MemoryGrouping BlocksPanel::grouping() const {
  return static_cast<MemoryGrouping>(m_grouping->currentData().toInt());
}

void BlocksPanel::setSpan(std::shared_ptr<const Trace> trace, SpanId span) {
  m_trace = std::move(trace);
  m_span = span;
  fillChoices();
  if (choice() == BlockChoice::MadeBySpan) {
    requestBlocks();
  }
}

void BlocksPanel::setLow(bool low) {
  m_list->setOrientation(low ? Qt::Horizontal : Qt::Vertical);
}

void BlocksPanel::setHasTimeline(bool has) {
  m_hasTimeline = has;
  m_list->setHasTimeline(has);
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

/// Offers only possible choices: without blocks, none was left behind.
void BlocksPanel::fillChoices() {
  const BlockChoice before = m_choice->count() > 0 ? choice() : BlockChoice::AliveThen;
  {
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    const auto add = [this](const QString& text, BlockChoice what) { m_choice->addItem(text, static_cast<int>(what)); };
    const bool hasBlocks = m_history && !m_history->devices[m_device].blocks.empty();
    add(tr("Live at this time"), BlockChoice::AliveThen);
    if (hasBlocks) {
      add(tr("Never freed"), BlockChoice::NeverFreed);
      if (!m_history->marks.empty()) {
        add(tr("Retained after a step"), BlockChoice::KeptAfterMark);
      }
      if (m_hasTimeline && m_span != SpanId::none) {
        add(tr("Allocated by the selected span"), BlockChoice::MadeBySpan);
      }
    }
    setChoice(before);
  }
  m_mark->setVisible(choice() == BlockChoice::KeptAfterMark);
  m_grouping->setVisible(!m_history || !m_history->devices[m_device].blocks.empty());
  if (choice() != before) {
    requestBlocks();
  }
}

void BlocksPanel::fillMarks() {
  const QSignalBlocker quiet(m_mark);
  m_mark->clear();
  if (!m_history) {
    return;
  }
  const std::vector<MemoryMark>& marks = m_history->marks;
  for (std::size_t i = 0; i < std::min(marks.size(), maxMarks); ++i) {
    m_mark->addItem(qt(printable(m_history->text(marks[i].name))) + QStringLiteral(" · ") +
                        coreText(momentText(*m_history, marks[i].range.begin)),
                    static_cast<qulonglong>(i));
  }
}

void BlocksPanel::requestBlocks() {
  if (!m_history) {
    m_sum->clear();
    m_long->end();
    return;
  }
  m_long->begin();
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
        m_long->end();
        if (found) {
          take(std::move(*found));
        } else if (found.error().kind != Error::Kind::Canceled) {
          m_sum->setText(coreText(found.error().message));
        }
      });
}

void BlocksPanel::take(std::shared_ptr<const BlockAnswer> answer) {
  const LiveGroup* before = currentGroup();
  const std::string name = before != nullptr ? before->name : std::string();
  m_answer = std::move(answer);
  m_groups->setRows(GroupsTable::rows(m_answer, m_colors));
  updateSum();
  selectGroup(name);
  if (m_groups->rowCount() == 0) {
    listBlocks();
  }
}

const LiveGroup* BlocksPanel::currentGroup() const {
  const QModelIndex current = m_groupsView->currentIndex();
  return m_answer && current.isValid() ? &m_answer->set.groups[m_groups->numberOf(current.row())] : nullptr;
}

/// The group of the block that is wanted, else the one of that name, else the first.
void BlocksPanel::selectGroup(const std::string& before) {
  const MemoryDevice& device = m_history->devices[m_device];
  const auto isIt = [&](const LiveGroup& group) {
    return m_wanted ? isOf(group, device, device.blocks[*m_wanted], grouping()) : group.name == before;
  };
  int row = 0;
  for (int i = 0; i < m_groups->rowCount(); ++i) {
    if (isIt(m_answer->set.groups[m_groups->numberOf(i)])) {
      row = i;
      break;
    }
  }
  m_groupsView->selectRow(row);
}

void BlocksPanel::updateSum() {
  const BlockAnswer& answer = *m_answer;
  const QString bytes = qt(formatBytes(answer.set.bytes));
  const QString count = counted(answer.blocks.size(), tr("%1 block"), tr("%1 blocks"));
  if (answer.query.choice == BlockChoice::AliveThen) {
    const QString at = coreText(momentText(*m_history, answer.set.time));
    m_sum->setText(answer.blocks.empty() ? tr("%1 at %2").arg(bytes, at) : tr("%1 at %2 · %3").arg(bytes, at, count));
  } else if (answer.blocks.empty()) {
    m_sum->setText(tr("No blocks"));
  } else {
    m_sum->setText(QStringLiteral("%1 · %2").arg(bytes, count));
  }
}

void BlocksPanel::listBlocks() {
  const LiveGroup* group = currentGroup();
  m_group = group != nullptr ? group->name : std::string();
  if (group != nullptr) {
    m_list->showGroup(m_answer, *group, std::exchange(m_wanted, std::nullopt));
  } else {
    m_list->showNoGroup();
  }
}

bool BlocksPanel::isBusy() const {
  return m_asking.isRunning() || m_groups->isBusy() || m_list->isBusy();
}

QString BlocksPanel::tableText() const {
  QStringList lines{headerText(*m_groups)};
  for (int row = 0; row < m_groups->rowCount(); ++row) {
    lines << rowText(*m_groups, row);
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// The chosen rows of the table that has the focus, or the chosen calls.
void BlocksPanel::copySelection() {
  const QStringList lines = m_list->chosenText().value_or(chosenRows(*m_groupsView));
  if (!lines.isEmpty()) {
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  }
}

}  // namespace kernline::ui
