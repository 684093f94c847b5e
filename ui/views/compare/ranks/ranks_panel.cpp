// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/ranks_panel.h"

#include "core/compare/ranks/steps_without_profiler.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/part_bar_delegate.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/spread_delegate.h"
#include "ui/views/compare/ranks/accounts_table.h"
#include "ui/views/compare/ranks/clock_strip.h"
#include "ui/views/compare/ranks/collectives_table.h"
#include "ui/views/compare/ranks/heat_page.h"
#include "ui/views/compare/ranks/messages_table.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/compare/ranks/rank_words.h"
#include "ui/views/compare/ranks/spreads_table.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int margin = 8;

QTableView* makeTable(RowsModel* model, const char* name, const QString& title, QWidget* parent) {
  QTableView* view = makeWholeRowsTable(model, name, title, parent);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  makeSortable(*view);
  return view;
}

QLabel* makeNote(const char* name, QWidget* parent) {
  auto* note = new ElidedLabel(QString(), parent);
  note->setObjectName(QString::fromUtf8(name));
  note->setContentsMargins(margin, 0, margin, 0);
  return note;
}

QVBoxLayout* makeColumn(QWidget* page) {
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

/// Calls `act` with the number of a row that is selected, by the mouse or by keys, or clicked once more.
template <typename Act>
void onChosen(QTableView* view, const RowsModel* model, Act act) {
  QObject::connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, view,
                   [model, act](const QItemSelection& selected) {
                     if (!selected.isEmpty()) {
                       act(model->numberOf(selected.first().top()));
                     }
                   });
  QObject::connect(view, &QTableView::clicked, view,
                   [model, act](const QModelIndex& index) { act(model->numberOf(index.row())); });
}

/// Returns which rank delays which, and why: the first cause, if others had been delayed themselves.
QString verdictText(const RankSet& set) {
  const QString roots = rootsOf(set);
  return QStringLiteral("%1 %2").arg(verdictOf(set), roots.isEmpty() ? reasonOf(set) : roots).trimmed();
}

/// Selects a row without acting on it.
void mark(QTableView* view, int row) {
  const QSignalBlocker quiet(view->selectionModel());
  if (row < 0) {
    view->clearSelection();
  } else {
    view->setCurrentIndex(view->model()->index(row, 0));
    view->scrollTo(view->currentIndex());
  }
  view->viewport()->update();
}

}  // namespace

RanksPanel::RanksPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("ranksPanel"));
  auto* column = makeColumn(this);
  column->addWidget(makeHead());
  m_pages = new QTabWidget(this);
  m_pages->setObjectName(QStringLiteral("ranksPages"));
  m_pages->setDocumentMode(true);
  m_pages->addTab(makeAccountsPage(), tr("Ranks"));
  m_pages->addTab(makeCollectivesPage(), tr("Collectives"));
  m_pages->addTab(makeMessagesPage(), tr("Messages"));
  m_pages->addTab(makeSpreadsPage(), tr("Distributions"));
  m_heat = new HeatPage(this);
  connect(m_heat, &HeatPage::cellRequested, this, &RanksPanel::cellRequested);
  m_pages->addTab(m_heat, tr("Heat map"));
  column->addWidget(m_pages, 1);
  setFocusProxy(m_accountsView);
  setRanks(nullptr, false);
}

QWidget* RanksPanel::makeHead() {
  auto* head = new QWidget(this);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(2);
  m_verdict = new QLabel(head);
  m_verdict->setObjectName(QStringLiteral("ranksVerdict"));
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setWordWrap(true);
  m_verdict->setFont(titleFont(font(), 1.05));
  m_clocks = new QuietLabel({}, head);
  m_clocks->setObjectName(QStringLiteral("ranksClocks"));
  m_clocks->setWordWrap(true);
  m_doubts = new ElidedLabel({}, head);
  m_doubts->setObjectName(QStringLiteral("ranksDoubts"));
  for (QLabel* label : {m_verdict, m_clocks, m_doubts}) {
    column->addWidget(label);
  }
  return head;
}

QWidget* RanksPanel::makeAccountsPage() {
  auto* page = new QWidget(this);
  m_accounts = new RowsModel(AccountsTable::rows(nullptr), this);
  m_accountsView = makeTable(m_accounts, "rankAccounts", tr("Time breakdown of each rank"), page);
  m_accountsView->setItemDelegate(new PartBarDelegate(m_accountsView));
  m_clockStrip = new ClockStrip(page);
  auto* column = makeColumn(page);
  column->addWidget(m_accountsView, 1);
  column->addWidget(m_clockStrip);
  connect(m_clockStrip, &ClockStrip::clocksRequested, this, &RanksPanel::clocksRequested);
  onChosen(m_accountsView, m_accounts, [this](std::size_t number) { m_clockStrip->chooseRank(number); });
  connect(m_accountsView, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == AccountsTable::Caused) {
      goToCause(m_accounts->numberOf(index.row()));
    }
  });
  return page;
}

QWidget* RanksPanel::makeCollectivesPage() {
  auto* page = new QWidget(this);
  m_collectives = new RowsModel(CollectivesTable::rows(nullptr), this);
  m_collectivesView = makeTable(m_collectives, "rankCollectives", tr("Collectives of all ranks"), page);
  m_collectivesNote = makeNote("collectivesNote", page);
  m_pins = new QCheckBox(tr("&Pin their tracks to the top"), page);
  m_pins->setObjectName(QStringLiteral("pinCollectives"));
  m_pins->setToolTip(tr("Pin the tracks of the selected collective, so that all ranks are next to each other"));
  m_pins->setChecked(true);
  connect(m_pins, &QCheckBox::toggled, this, [this](bool pins) {
    if (!pins) {
      Q_EMIT companionsRequested({}, false);
    }
  });
  auto* strip = new QHBoxLayout;
  strip->setContentsMargins(0, 4, margin, 4);
  strip->addWidget(m_collectivesNote, 1);
  strip->addWidget(m_pins);
  auto* column = makeColumn(page);
  column->addWidget(m_collectivesView, 1);
  column->addLayout(strip);
  onChosen(m_collectivesView, m_collectives, [this](std::size_t number) { goToCollective(number); });
  return page;
}

QWidget* RanksPanel::makeMessagesPage() {
  auto* page = new QWidget(this);
  m_messages = new RowsModel(MessagesTable::rows(nullptr), this);
  m_messagesView = makeTable(m_messages, "rankMessages", tr("Sends and their matching receives"), page);
  m_messagesNote = makeNote("messagesNote", page);
  m_messagesNote->setContentsMargins(margin, 4, margin, 4);
  auto* column = makeColumn(page);
  column->addWidget(m_messagesView, 1);
  column->addWidget(m_messagesNote);
  onChosen(m_messagesView, m_messages, [this](std::size_t number) { goToMessage(number); });
  return page;
}

QWidget* RanksPanel::makeSpreadsPage() {
  auto* page = new QWidget(this);
  m_spreads = new RowsModel(SpreadsTable::rows(nullptr), this);
  m_spreadsView = makeTable(m_spreads, "collectiveSpreads", tr("Times of collectives by kind and group"), page);
  m_spreadDelegate = new SpreadDelegate(m_spreadsView);
  auto* note = makeNote("spreadsNote", page);
  note->setText(tr("From the last start to the last end of each collective. Click a row to see the longest."));
  note->setContentsMargins(margin, 4, margin, 4);
  auto* column = makeColumn(page);
  column->addWidget(m_spreadsView, 1);
  column->addWidget(note);
  onChosen(m_spreadsView, m_spreads, [this](std::size_t number) { goToCollective((*m_spreadRows)[number].longest); });
  return page;
}

void RanksPanel::setRanks(std::shared_ptr<const RankSet> ranks, bool isBusy) {
  m_clockStrip->setRanks(ranks, isBusy);
  if (ranks == m_ranks && m_ranks != nullptr) {
    return;
  }
  m_ranks = std::move(ranks);
  m_accounts->setRows(AccountsTable::rows(m_ranks));
  m_collectives->setRows(CollectivesTable::rows(m_ranks));
  m_messages->setRows(MessagesTable::rows(m_ranks));
  startSpreads();
  startUnprofiled();
  m_heat->setRanks(m_ranks);
  m_pins->setVisible(m_ranks && m_ranks->trace);
  showHead();
  showCounts();
  fitColumns();
}

/// Thousands of ranks have many collectives.
void RanksPanel::startSpreads() {
  using Spreads = std::shared_ptr<const std::vector<CollectiveSpread>>;
  m_spreadRows = nullptr;
  m_spreads->setRows(SpreadsTable::rows(nullptr));
  m_spreading = {};
  if (m_ranks == nullptr) {
    return;
  }
  m_spreading = Job<Spreads>(
      [ranks = m_ranks](const std::stop_token&, Progress&) -> Expected<Spreads> {
        return std::make_shared<const std::vector<CollectiveSpread>>(collectiveSpreads(*ranks));
      },
      [this](Expected<Spreads> spreads) {
        m_spreadRows = spreads ? *spreads : nullptr;
        m_spreads->setRows(SpreadsTable::rows(m_spreadRows));
        fitColumns();
      });
}

/// A replay of all ranks takes longer than a frame.
void RanksPanel::startUnprofiled() {
  m_replaying = {};
  m_unprofiled.clear();
  if (m_ranks == nullptr) {
    return;
  }
  m_replaying = Job<Medians>(
      [ranks = m_ranks](const std::stop_token& stop, Progress&) -> Expected<Medians> {
        return medianStepsWithoutProfiler(*ranks, stop);
      },
      [this](Expected<Medians> medians) {
        m_unprofiled = medians ? std::move(*medians) : Medians();
        m_accounts->setRows(AccountsTable::rows(m_ranks, m_unprofiled));
        fitColumns();
      });
}

void RanksPanel::showHeatMap() {
  m_pages->setCurrentWidget(m_heat);
}

bool RanksPanel::isBusy() const {
  return m_spreading.isRunning() || m_replaying.isRunning() || m_heat->isBusy();
}

void RanksPanel::showHead() {
  m_verdict->setText(m_ranks ? verdictText(*m_ranks)
                             : tr("Open a folder with the traces of all ranks to see which ranks wait for which."));
  m_clocks->setText(m_ranks ? clocksText(*m_ranks) : QString());
  m_clocks->setVisible(!m_clocks->text().isEmpty());
  QStringList doubts;
  for (const Message& doubt : m_ranks ? m_ranks->doubts : std::vector<Message>()) {
    doubts << coreText(doubt);
  }
  m_doubts->setText(doubts.join(QLatin1Char(' ')));
  m_doubts->setToolTip(doubts.join(QLatin1Char('\n')));
  m_doubts->setVisible(!doubts.isEmpty());
}

void RanksPanel::showCounts() {
  const std::size_t collectives = m_ranks ? m_ranks->collectives.size() : 0;
  const std::size_t messages = m_ranks ? m_ranks->messages.size() : 0;
  m_pages->setTabText(1, tr("Collectives (%1)").arg(collectives));
  m_pages->setTabText(2, tr("Messages (%1)").arg(messages));
  const auto incomplete = static_cast<std::size_t>(
      m_ranks ? std::ranges::count_if(m_ranks->collectives, [](const auto& match) { return !match.isComplete(); }) : 0);
  m_collectivesNote->setText(
      collectives == 0  ? tr("The profiles contain no collectives on a device.")
      : incomplete == 0 ? tr("Every collective is on all of its ranks. Click one to see its parts.")
                        : counted(incomplete, tr("%1 collective is missing on some ranks. Click one to see its parts."),
                                  tr("%1 collectives are missing on some ranks. Click one to see its parts.")));
  QStringList sentences;
  sentences << (messages == 0 ? tr("The profiles contain no messages between ranks.")
                              : tr("Click one to see both ends and its arrow on the timeline."));
  if (m_ranks && m_ranks->unmatchedMessages > 0) {
    sentences << counted(m_ranks->unmatchedMessages, tr("%1 send or receive has no counterpart."),
                         tr("%1 sends and receives have no counterpart."));
  }
  if (m_ranks && m_ranks->directionless > 0) {
    sentences << counted(m_ranks->directionless,
                         tr("%1 kernel sends or receives, but the profile does not name the other rank."),
                         tr("%1 kernels send or receive, but the profile does not name the other rank."));
  }
  m_messagesNote->setText(sentences.join(QLatin1Char(' ')));
}

void RanksPanel::goToCause(std::size_t number) {
  const std::vector<SpanId> spans = spansOfCause(*m_ranks, m_ranks->accounts[number].rank);
  if (!spans.empty()) {
    Q_EMIT companionsRequested(spans, m_pins->isChecked());
  }
}

void RanksPanel::goToCollective(std::size_t number) {
  Q_EMIT companionsRequested(partsOf(m_ranks->collectives[number]), m_pins->isChecked());
}

void RanksPanel::goToMessage(std::size_t number) {
  const MessageMatch& message = m_ranks->messages[number];
  Q_EMIT companionsRequested({message.sender, message.receiver}, m_pins->isChecked());
}

void RanksPanel::showSpan(SpanId span) {
  if (!m_ranks) {
    return;
  }
  const auto collective = span == SpanId::none ? std::nullopt : collectiveOf(*m_ranks, span);
  mark(m_collectivesView, collective ? m_collectives->placeOf(*collective) : -1);
  const auto message = std::ranges::find_if(m_ranks->messages, [span](const MessageMatch& one) {
    return span != SpanId::none && (one.sender == span || one.receiver == span);
  });
  const QModelIndex current = m_messagesView->currentIndex();
  const auto isOf = [span](const MessageMatch& one) { return one.sender == span || one.receiver == span; };
  if (current.isValid() && isOf(m_ranks->messages[m_messages->numberOf(current.row())])) {
    return;  // one kernel may have several messages
  }
  mark(m_messagesView, message == m_ranks->messages.end()
                           ? -1
                           : m_messages->placeOf(static_cast<std::size_t>(message - m_ranks->messages.begin())));
}

void RanksPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

/// Bars take what numbers leave; where that is little, numbers that the bars say too go first.
void RanksPanel::fitColumns() {
  const int character = fontMetrics().averageCharWidth();
  const int characters = width() / std::max(1, character);
  constexpr int charactersForSteps = 152;
  constexpr int charactersForAll = 177;
  using Accounts = AccountsTable;
  const bool hasSteps =
      m_ranks && std::ranges::any_of(m_ranks->accounts, [](const RankAccount& account) { return account.steps > 0; });
  m_accountsView->setColumnHidden(Accounts::Steps, !hasSteps || characters < charactersForSteps);
  m_accountsView->setColumnHidden(Accounts::Step, !hasSteps || characters < charactersForAll);
  const bool areSlowed = std::ranges::any_of(m_unprofiled, [](const auto& median) { return median.has_value(); });
  m_accountsView->setColumnHidden(Accounts::Unprofiled, !areSlowed || characters < charactersForSteps);
  QHeaderView* header = m_accountsView->horizontalHeader();
  for (int column = 0; column < Accounts::ColumnCount; ++column) {
    if (Accounts::isBar(column)) {
      header->setSectionResizeMode(column, QHeaderView::Stretch);
    } else {
      const QString title = m_accounts->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
      const QString widestText = column == Accounts::Clock  ? QStringLiteral("+888.8 µs ±88.88 µs")
                                 : column == Accounts::Rank ? QStringLiteral("888")
                                                            : QStringLiteral("888.8 ms");
      const int text = std::max(fontMetrics().horizontalAdvance(title), fontMetrics().horizontalAdvance(widestText));
      header->resizeSection(column, text + 3 * character);
    }
  }
  arrangeColumns(*m_collectivesView, m_collectives->rows());
  arrangeColumns(*m_spreadsView, m_spreads->rows());
  m_spreadsView->setItemDelegateForColumn(SpreadsTable::Spread, m_spreadDelegate);
  m_messagesView->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

}  // namespace kernline::ui
