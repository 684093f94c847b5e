// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/search_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/search/hits_table.h"
#include "ui/views/statistics/statistics_columns.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
namespace {

constexpr int maxCopiedRows = 100'000;  // rows; a clipboard is no file

QTableView* makeHitsView(RowsModel* model, QWidget* parent) {
  QTableView* view = makePlainTable(model, "hitsView", Words::tr("Matches"), parent);
  arrangeColumns(*view, model->rows());
  view->setSortingEnabled(true);
  view->sortByColumn(HitsTable::Start, Qt::AscendingOrder);
  return view;
}

QToolButton* makeCopyButton(const QString& text, const QString& tip, const char* name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QString::fromUtf8(name));
  button->setText(text);
  button->setIcon(icon(QStringLiteral("copy")));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

}  // namespace

SearchPanel::SearchPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("searchPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QWidget(this);
  buildBar(bar);
  buildTables();
  layout->addWidget(bar);
  layout->addWidget(m_pages, 1);
  updateState();
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    m_hits->refresh();
    if (m_mode->currentIndex() == ByName) {
      restart();
    }
  });
}

void SearchPanel::buildBar(QWidget* bar) {
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  m_mode = new QComboBox(bar);
  m_mode->setObjectName(QStringLiteral("searchMode"));
  m_mode->addItems({tr("By name"), tr("Every match")});
  m_mode->setAccessibleName(tr("How matches are grouped"));
  m_mode->setToolTip(m_mode->accessibleName());
  m_counts = new QuietLabel(QString(), bar);
  m_counts->setObjectName(QStringLiteral("searchPanelCounts"));
  auto* csv = makeCopyButton(QStringLiteral("CSV"), tr("Copy the selected rows, or all, as CSV"), "copyCsv", bar);
  auto* markdown = makeCopyButton(QStringLiteral("Markdown"), tr("Copy the selected rows, or all, as a Markdown table"),
                                  "copyMarkdown", bar);
  layout->addWidget(m_mode);
  layout->addWidget(m_counts, 1);
  layout->addWidget(csv);
  layout->addWidget(markdown);
  connect(m_mode, &QComboBox::currentIndexChanged, this, &SearchPanel::restart);
  connect(csv, &QToolButton::clicked, this, [this] { copy(false); });
  connect(markdown, &QToolButton::clicked, this, [this] { copy(true); });
}

void SearchPanel::buildTables() {
  m_pages = new QStackedWidget(this);
  m_names = new RowsModel(statisticsRows(nullptr), this);
  m_hits = new RowsModel(HitsTable::rows(nullptr, nullptr), this);
  m_nameView = makeStatisticsView(m_names, "namesView", tr("Matches by name"), m_pages);
  m_hitView = makeHitsView(m_hits, m_pages);
  m_emptyNote = new QuietLabel(QString(), m_pages);
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);
  for (QTableView* view : {m_nameView, m_hitView}) {
    m_pages->addWidget(view);
    connect(view, &QTableView::clicked, this, &SearchPanel::openRow);
    connect(view, &QTableView::activated, this, &SearchPanel::openRow);
  }
  m_pages->addWidget(m_emptyNote);
  connect(m_hits, &QAbstractItemModel::modelReset, this, &SearchPanel::updateState);
}

void SearchPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_matches = {};
  showNames(nullptr);
  showHits(nullptr);
  restart();
}

void SearchPanel::setMatches(const MatchSet& matches, std::optional<TimeRange> range) {
  m_matches = matches;
  m_range = range;
  restart();
}

bool SearchPanel::isBusy() const {
  return m_counting.isRunning() || m_hits->isBusy();
}

void SearchPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_isStale) {
    restart();
  }
}

void SearchPanel::restart() {
  m_isStale = !isVisible();
  m_counting = {};
  if (m_isStale) {
    return;
  }
  if (!m_trace || m_matches.isEmpty()) {
    showNames(nullptr);
    showHits(nullptr);
    updateState();
    return;
  }
  if (m_mode->currentIndex() == HitByHit) {
    showHits(m_matches.sharedByStart());
    updateState();
    return;
  }
  const StatisticsRequest asked{.range = m_range, .among = m_matches.sharedById()};
  m_counting = Job<std::shared_ptr<const StatisticsTable>>(
      [trace = m_trace, asked](std::stop_token stop, Progress&) { return makeStatisticsTable(trace, asked, stop); },
      [this](Expected<std::shared_ptr<const StatisticsTable>> table) {
        if (table) {
          showNames(std::move(*table));
        }
        updateState();
      });
}

void SearchPanel::showNames(std::shared_ptr<const StatisticsTable> table) {
  m_table = std::move(table);
  m_names->setRows(statisticsRows(m_table));
}

void SearchPanel::showHits(std::shared_ptr<const std::vector<SpanId>> hits) {
  m_shownHits = std::move(hits);
  m_hits->setRows(HitsTable::rows(m_trace, m_shownHits));
}

QTableView* SearchPanel::currentView() const {
  return m_mode->currentIndex() == HitByHit ? m_hitView : m_nameView;
}

void SearchPanel::updateState() {
  const bool any = m_trace && !m_matches.isEmpty();
  m_pages->setCurrentWidget(any ? static_cast<QWidget*>(currentView()) : m_emptyNote);
  if (!m_trace) {
    m_emptyNote->setText(tr("Matches appear here once the whole file is loaded."));
  } else if (!m_matches.isActive()) {
    m_emptyNote->setText(tr("Type in the search field (Ctrl+F) to list matches here."));
  } else {
    m_emptyNote->setText(tr("No matches."));
  }
  if (!any) {
    m_counts->clear();
    return;
  }
  QStringList parts;
  if (m_range) {
    parts << tr("limited to %1").arg(qt(formatDuration(m_range->length())));
  }
  parts << counted(m_matches.byStart().size(), tr("%1 match"), tr("%1 matches"));
  if (m_mode->currentIndex() == ByName && m_table) {
    parts << counted(m_table->statistics.rows.size(), tr("%1 name"), tr("%1 names"))
          << tr("busy %1").arg(qt(formatDuration(m_table->statistics.busy)));
  }
  m_counts->setText(parts.join(QStringLiteral(" · ")));
}

void SearchPanel::copy(bool asMarkdown) {
  const std::vector<int> rows = rowsToCopy(*currentView(), maxCopiedRows);
  if (rows.empty()) {
    return;
  }
  const bool isHits = m_mode->currentIndex() == HitByHit;
  const RowsModel& model = isHits ? *m_hits : *m_names;
  const QString lines = tabSeparated(model.rows(), model.numbersOf(rows));
  QApplication::clipboard()->setText(QString::fromStdString(tableText(lines, asMarkdown)));
  const bool isCut = isHits && rows.size() == static_cast<std::size_t>(maxCopiedRows);
  m_counts->setText(isCut ? tr("Copied the first %1 rows").arg(countText(rows.size()))
                          : counted(rows.size(), tr("Copied %1 row"), tr("Copied %1 rows")));
}

void SearchPanel::openRow(const QModelIndex& row) {
  if (!row.isValid()) {
    return;
  }
  const bool isHit = row.model() == m_hits;
  Q_EMIT spanRequested(isHit ? (*m_shownHits)[m_hits->numberOf(row.row())]
                             : m_table->statistics.rows[m_names->numberOf(row.row())].longest);
}

}  // namespace kernline::ui
