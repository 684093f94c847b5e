// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/tables_view.h"

#include "core/compare/runs/tables_of_traces.h"
#include "core/compare/tables/comparison_lines.h"
#include "core/compare/tables/comparison_report.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/compare/tables/delta_delegate.h"
#include "ui/views/compare/tables/delta_table.h"
#include "ui/views/compare/tables/wrapped_header.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int anyKind = -1;
constexpr std::array<std::pair<RowKind, const char*>, 4> kinds{
    {{RowKind::Kernel, QT_TRANSLATE_NOOP("Words", "Kernels")},
     {RowKind::Plain, QT_TRANSLATE_NOOP("Words", "Rows")},
     {RowKind::Operator, QT_TRANSLATE_NOOP("Words", "Operators")},
     {RowKind::Annotation, QT_TRANSLATE_NOOP("Words", "Annotations")}}};

QString headline(const SpeedUp& speedUp) {
  QString value = QStringLiteral("%1×").arg(speedUp.value, 0, 'f', 2);
  switch (speedUp.by) {
    case SpeedUp::By::DeviceTime:
      return Words::tr("%1 by device time").arg(value);
    case SpeedUp::By::HostTime:
      return Words::tr("%1 by host time").arg(value);
    case SpeedUp::By::WallTime:
      return Words::tr("%1 by printed times").arg(value);
    case SpeedUp::By::LaunchTime:
      return Words::tr("%1 per launch").arg(value);
    case SpeedUp::By::Printed:
      return Words::tr("%1 printed").arg(value);
  }
  return value;
}

/// Returns the tables to begin with: traces and the tables printed of them; else `tablesToBeginWith`.
std::set<std::size_t> chosen(const std::vector<TableRef>& profiles) {
  std::set<std::size_t> numbers;
  for (const TableOfTrace& pair : tablesOfTraces(profiles)) {
    numbers.insert({pair.trace, pair.table});
  }
  if (!numbers.empty()) {
    return numbers;
  }
  for (const TableRef& ref : tablesToBeginWith(profiles)) {
    numbers.insert(static_cast<std::size_t>(std::ranges::find(profiles, ref) - profiles.begin()));
  }
  return numbers;
}

}  // namespace

TablesView::TablesView(QWidget* parent) : QWidget(parent) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  layout->addWidget(splitter);
  m_list = new QListWidget(splitter);
  m_list->setObjectName(QStringLiteral("compareTables"));
  m_list->setAccessibleName(tr("Profiler tables to compare; the first one ticked is the baseline"));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // with a scroll bar no text is elided
  splitter->addWidget(m_list);
  m_right = makeComparison(splitter);
  splitter->addWidget(m_right);
  splitter->setStretchFactor(0, 0);
  splitter->setStretchFactor(1, 1);
  constexpr int listWidth = 220;
  splitter->setSizes({listWidth, 4 * listWidth});
  setFocusProxy(m_view);

  connect(m_list, &QListWidget::itemChanged, this, &TablesView::compare);
  connect(m_kind, &QComboBox::activated, this, &TablesView::showRows);
  connect(m_time, &QComboBox::activated, this, &TablesView::compare);
  connect(m_view, &QTableView::activated, this, [this](const QModelIndex& index) { goTo(rowAt(index.row())); });
}

/// Makes the comparison of checked tables: the speed-up, its reasons, and the rows.
QWidget* TablesView::makeComparison(QWidget* parent) {
  auto* right = new QWidget(parent);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(12, 6, 12, 6);
  column->setSpacing(4);
  m_speedUps = new QLabel(right);
  m_speedUps->setObjectName(QStringLiteral("compareSpeedUps"));
  m_speedUps->setTextFormat(Qt::PlainText);
  m_speedUps->setFont(titleFont(font(), 1.15));
  m_speedUps->setWordWrap(true);  // without it many tables would ask for more width than there is
  m_speedUps->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_reasons = new QuietLabel({}, right);
  m_reasons->setObjectName(QStringLiteral("compareReasons"));
  m_reasons->setWordWrap(true);
  m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(m_speedUps);
  column->addWidget(m_reasons);
  auto* row = new QHBoxLayout;
  m_kind =
      namedCombo(right, "compareKind", tr("Rows to compare: operators and their kernels have the same device time"));
  m_time = namedCombo(right, "compareTime", tr("Time to compare"));
  m_time->addItem(tr("device time"), static_cast<int>(RowTime::Device));
  m_time->addItem(tr("host time"), static_cast<int>(RowTime::Host));
  m_time->addItem(tr("time per launch"), static_cast<int>(RowTime::Launch));
  row->addWidget(m_kind);
  row->addWidget(m_time);
  row->addStretch(1);
  column->addLayout(row);
  m_view = makeTable(right);
  column->addWidget(m_view, 1);
  return right;
}

QTableView* TablesView::makeTable(QWidget* parent) {
  m_model = new RowsModel(this);
  QTableView* view = makePlainTable(m_model, "compareRowsTable", tr("Rows of the compared tables"), parent);
  view->setItemDelegate(new DeltaDelegate(view));
  view->setAlternatingRowColors(false);  // bars separate rows
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setHorizontalHeader(new WrappedHeader(view));
  view->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  view->setSortingEnabled(true);
  connect(&ShownNames::shared(), &ShownNames::changed, m_model, [this] { m_model->refresh(); });
  return view;
}

void TablesView::setLogs(std::shared_ptr<const ComparedLogs> logs) {
  m_logs = std::move(logs);
  const QSignalBlocker blocker(m_list);
  m_list->clear();
  const std::set<std::size_t> tickedAtFirst = chosen(m_logs->profiles);
  const std::vector<Message> names = tableNames(m_logs->profiles);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const TableRef& ref = m_logs->profiles[i];
    auto* item = new QListWidgetItem(coreText(names[i]), m_list);
    item->setToolTip(tr("%1, line %2").arg(qt(ref.log->path())).arg((*ref).firstLine));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(tickedAtFirst.contains(i) ? Qt::Checked : Qt::Unchecked);
  }
  m_list->setVisible(m_logs->profiles.size() > 1);
  m_time->setCurrentIndex(m_time->findData(static_cast<int>(fittingTime(ticked()))));
  compare();
}

std::vector<TableRef> TablesView::ticked() const {
  std::vector<TableRef> refs;
  for (int i = 0; i < m_list->count(); ++i) {
    if (m_list->item(i)->checkState() == Qt::Checked) {
      refs.push_back(m_logs->profiles[static_cast<std::size_t>(i)]);
    }
  }
  return refs;
}

void TablesView::compare() {
  std::vector<TableRef> refs = ticked();
  if (refs.empty()) {
    m_job = {};
    adopt(nullptr);
    return;
  }
  const auto time = static_cast<RowTime>(m_time->currentData().toInt());
  m_job = Job<std::shared_ptr<const TableComparison>>(
      [refs = std::move(refs), time](std::stop_token, Progress&) -> Expected<std::shared_ptr<const TableComparison>> {
        return std::make_shared<const TableComparison>(compareTables(refs, time));
      },
      [this](Expected<std::shared_ptr<const TableComparison>> comparison) {
        if (comparison) {
          adopt(std::move(*comparison));
        }
      });
}

/// One table against one other in all that is known; several others by their first figure each, the rest on hover.
void TablesView::showHeadlines() {
  QStringList shown;
  QStringList all;
  if (m_comparison) {
    const bool isOne = m_comparison->tables.size() == 2;
    std::size_t last = 0;
    for (const SpeedUp& speedUp : m_comparison->speedUps) {
      all << (isOne ? headline(speedUp)
                    : coreText(m_comparison->names[speedUp.table]) + QStringLiteral(": ") + headline(speedUp));
      if (isOne || speedUp.table != last) {
        shown << all.last();
      }
      last = speedUp.table;
    }
  }
  m_speedUps->setText(shown.isEmpty() ? m_comparison ? coreText(m_comparison->names.front()) : tr("Tick a table")
                                      : shown.join(QStringLiteral("   ·   ")));
  m_speedUps->setToolTip(all.size() > shown.size() ? all.join(QLatin1Char('\n')) : QString());
}

void TablesView::adopt(std::shared_ptr<const TableComparison> comparison) {
  m_comparison = std::move(comparison);
  showHeadlines();
  QStringList reasons;
  if (m_comparison) {
    for (const Message& reason : m_comparison->reasons) {
      reasons << coreText(reason);
    }
  }
  m_reasons->setText(reasons.isEmpty() ? QString() : reasons.last());
  m_reasons->setToolTip(reasons.join(QLatin1Char('\n')));
  m_reasons->setVisible(!reasons.isEmpty());
  fillKinds();
  showRows();
}

/// Kernels where there are any: what runs on the device, each moment once.
void TablesView::fillKinds() {
  const QVariant before = m_kind->currentData();
  m_kind->clear();
  for (const auto& [kind, name] : kinds) {
    const bool isThere = m_comparison && std::ranges::any_of(m_comparison->rows, [kind = kind](const ComparedRow& row) {
                           return row.kind == kind;
                         });
    if (isThere) {
      m_kind->addItem(Words::tr(name), static_cast<int>(kind));
    }
  }
  m_kind->addItem(tr("All kinds"), anyKind);
  m_kind->setCurrentIndex(std::max(0, before.isValid() ? m_kind->findData(before) : 0));
}

void TablesView::showRows() {
  const int kind = m_kind->currentData().toInt();
  m_model->setRows(
      DeltaTable::rows(m_comparison, kind == anyKind ? std::nullopt : std::optional(static_cast<RowKind>(kind))));
  m_view->setColumnHidden(DeltaTable::Kind, kind != anyKind);
  fitColumns();
}

const ComparedRow& TablesView::rowAt(int row) const {
  return m_comparison->rows[m_model->numberOf(row)];
}

/// Gives the remaining width to the bars, and to names and notes.
void TablesView::fitColumns() {
  const int width = m_view->fontMetrics().averageCharWidth();
  const std::vector<TableColumn>& columns = m_model->rows().columns;
  const auto hasBar = [&](int column) {
    const TableColumn& of = columns[static_cast<std::size_t>(column)];
    return of.share || of.other;
  };
  const auto isText = [&](int column) {
    return column != DeltaTable::Kind && columns[static_cast<std::size_t>(column)].kind == ColumnKind::Text;
  };
  int bars = 0;
  int texts = 0;
  for (int column = 0; column < m_model->columnCount(); ++column) {
    bars += hasBar(column) ? 1 : 0;
    texts += isText(column) ? 1 : 0;
    m_view->setColumnWidth(column, width * (isText(column) ? 44 : hasBar(column) ? 30 : 18));
  }
  const int spare = m_view->viewport()->width() - m_view->horizontalHeader()->length();
  constexpr int maxExtraWidth = 160;
  const int wider = bars > 0 ? std::clamp(spare / (2 * bars), 0, maxExtraWidth) : 0;
  const int longer = std::max(0, spare - wider * bars) / std::max(1, texts);
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const int more = hasBar(column) ? wider : isText(column) ? longer : 0;
    m_view->setColumnWidth(column, m_view->columnWidth(column) + more);
  }
}

QString TablesView::tabSeparated() const {
  return ui::tabSeparated(*m_view);
}

/// Returns the comparison with the visible rows, in their order; nullopt if there is none.
std::optional<TableComparison> TablesView::shown() const {
  if (!m_comparison) {
    return {};
  }
  TableComparison shown = *m_comparison;
  shown.rows.clear();
  for (int row = 0; row < m_model->rowCount(); ++row) {
    shown.rows.push_back(rowAt(row));
  }
  return shown;
}

std::string TablesView::commaSeparated() const {
  const std::optional<TableComparison> tables = shown();
  return tables ? tablesCsv(*tables) : std::string();
}

std::string TablesView::markdown() const {
  const std::optional<TableComparison> tables = shown();
  return tables ? tablesMarkdown(*tables) : std::string();
}

std::string TablesView::report() const {
  const std::optional<TableComparison> tables = shown();
  return tables ? comparisonReport(m_logs->measurements, {}, &*tables) : std::string();
}

void TablesView::goTo(const ComparedRow& row) {
  for (std::size_t t = 0; t < row.sides.size(); ++t) {
    if (row.sides[t].isPresent()) {
      const TableRef& ref = m_comparison->tables[t];
      // Looks the log up by path: Nsight Compute's measurements are in a log of their own.
      const auto log = std::ranges::find(m_logs->logs, ref.log->path(), [](const auto& one) { return one->path(); });
      Q_EMIT lineRequested(static_cast<std::size_t>(log - m_logs->logs.begin()),
                           (*ref).rows[row.sides[t].rows.front()].line);
      return;
    }
  }
}

}  // namespace kernline::ui
