// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/search_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/search/hits_model.h"
#include "ui/views/statistics/statistics_model.h"
#include "ui/views/statistics/statistics_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int mostCopied = 100'000;  // rows; a clipboard is no file

QString counted(std::size_t count) {
  return countText(count);
}

QTableView* makeHitsView(HitsModel* model, QWidget* parent) {
  auto* view = new QTableView(parent);
  view->setObjectName(QStringLiteral("hitsView"));
  view->setAccessibleName(Words::tr("Matches"));
  view->setModel(model);
  makePlainTable(*view);
  QHeaderView* header = view->horizontalHeader();
  const int character = view->fontMetrics().averageCharWidth();
  constexpr int categoryWidth = 16;
  constexpr int trackWidth = 36;
  constexpr int timeWidth = 16;
  header->setSectionResizeMode(static_cast<int>(HitColumn::Name), QHeaderView::Stretch);
  header->resizeSection(static_cast<int>(HitColumn::Category), character * categoryWidth);
  header->resizeSection(static_cast<int>(HitColumn::Track), character * trackWidth);
  header->resizeSection(static_cast<int>(HitColumn::Start), character * timeWidth);
  header->resizeSection(static_cast<int>(HitColumn::Duration), character * timeWidth);
  view->setSortingEnabled(true);
  view->sortByColumn(static_cast<int>(HitColumn::Start), Qt::AscendingOrder);
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

/// The selected rows if they are several, else all; not more than fit.
std::vector<int> rowsToCopy(const QTableView& view) {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : view.selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom() && static_cast<int>(rows.size()) < mostCopied; ++row) {
      rows.push_back(row);
    }
  }
  if (rows.size() > 1) {
    std::ranges::sort(rows);
    return rows;
  }
  rows.resize(static_cast<std::size_t>(std::min(view.model()->rowCount(), mostCopied)));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
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
  tell();
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    m_hits->refreshNames();
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
  m_mode->setAccessibleName(tr("What makes a row"));
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
  m_names = new StatisticsModel(this);
  m_hits = new HitsModel(this);
  m_nameView = makeStatisticsView(m_names, m_pages);
  m_nameView->setObjectName(QStringLiteral("namesView"));
  m_nameView->setAccessibleName(tr("Matches by name"));
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
  connect(m_hits, &QAbstractItemModel::modelReset, this, &SearchPanel::tell);
}

void SearchPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_matches = {};
  m_names->setTable(nullptr);
  m_hits->setHits(nullptr, nullptr);
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
    m_names->setTable(nullptr);
    m_hits->setHits(m_trace, nullptr);
    tell();
    return;
  }
  if (m_mode->currentIndex() == HitByHit) {
    m_hits->setHits(m_trace, m_matches.sharedByStart());
    tell();
    return;
  }
  StatisticsOptions options;
  options.range = m_range;
  options.among = m_matches.sharedById();
  m_counting = Job<std::shared_ptr<const StatisticsTable>>(
      [trace = m_trace, options](std::stop_token stop, Progress&) { return makeStatisticsTable(trace, options, stop); },
      [this](Expected<std::shared_ptr<const StatisticsTable>> table) {
        if (table) {
          m_names->setTable(std::move(*table));
        }
        tell();
      });
}

QTableView* SearchPanel::currentView() const {
  return m_mode->currentIndex() == HitByHit ? m_hitView : m_nameView;
}

void SearchPanel::tell() {
  const bool any = m_trace && !m_matches.isEmpty();
  m_pages->setCurrentWidget(any ? static_cast<QWidget*>(currentView()) : m_emptyNote);
  if (!m_trace) {
    m_emptyNote->setText(tr("Matches appear here once a whole file is loaded."));
  } else if (!m_matches.isActive()) {
    m_emptyNote->setText(tr("Type into the search field (Ctrl+F): what it finds is listed here."));
  } else {
    m_emptyNote->setText(tr("Nothing matches."));
  }
  if (!any) {
    m_counts->clear();
    return;
  }
  QStringList parts;
  if (m_range) {
    parts << tr("limited to %1").arg(qt(formatDuration(m_range->length())));
  }
  parts << tr("%1 matches").arg(counted(m_matches.byStart().size()));
  if (const auto& table = m_names->table(); m_mode->currentIndex() == ByName && table) {
    parts << tr("%1 names").arg(counted(table->statistics.rows.size()))
          << tr("busy %1").arg(qt(formatDuration(table->statistics.busy)));
  }
  m_counts->setText(parts.join(QStringLiteral(" · ")));
}

void SearchPanel::copy(bool asMarkdown) {
  const std::vector<int> rows = rowsToCopy(*currentView());
  if (rows.empty()) {
    return;
  }
  const bool isHits = m_mode->currentIndex() == HitByHit;
  const QString lines = isHits ? m_hits->toTsv(rows) : m_names->toTsv(rows);
  QApplication::clipboard()->setText(QString::fromStdString(tableText(lines, asMarkdown)));
  const bool isCut = isHits && rows.size() == static_cast<std::size_t>(mostCopied);
  m_counts->setText(isCut ? tr("Copied the first %1 rows").arg(counted(rows.size()))
                          : tr("Copied %1 rows").arg(counted(rows.size())));
}

void SearchPanel::openRow(const QModelIndex& row) {
  if (row.isValid()) {
    Q_EMIT spanRequested(row.model() == m_hits ? m_hits->spanAt(row.row()) : m_names->row(row.row()).longest);
  }
}

}  // namespace kernline::ui
