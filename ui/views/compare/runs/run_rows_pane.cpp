// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_rows_pane.h"

#include "core/compare/runs/measured_rows.h"
#include "core/compare/runs/row_counters.h"
#include "core/compare/runs/rows_in_ranges.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/views/compare/runs/measured_lines.h"
#include "ui/views/compare/tables/delta_delegate.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr auto keptKey = "compare/rowsBy";

QString nameOfKey(RunKey key) {
  switch (key) {
    case RunKey::Name:
      break;
    case RunKey::Normal:
      return RunRowsPane::tr("by name without tile size");
    case RunKey::Family:
      return RunRowsPane::tr("by family");
    case RunKey::Op:
      return RunRowsPane::tr("by operator");
    case RunKey::Shape:
      return RunRowsPane::tr("by operator and shape");
    case RunKey::Order:
      return RunRowsPane::tr("by launch order");
  }
  return RunRowsPane::tr("by name");
}

}  // namespace

RunRowsPane::RunRowsPane(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildBar());
  buildTable();
  column->addWidget(m_table, 1);
  m_measured = new ElidedLabel(QString(), this);
  m_measured->setObjectName(QStringLiteral("runsMeasured"));
  m_measured->setMargin(4);
  m_measured->hide();
  column->addWidget(m_measured);
  connectBar();
}

QWidget* RunRowsPane::buildBar() {
  constexpr int margin = 12;
  m_bar = new QWidget(this);
  auto* line = new QHBoxLayout(m_bar);
  line->setContentsMargins(0, 2, margin, 2);
  line->setSpacing(4);
  m_filter = new QLineEdit(m_bar);
  m_filter->setObjectName(QStringLiteral("runsFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(tr("Filter rows"));
  m_filter->setClearButtonEnabled(true);
  m_by = fittingCombo(m_bar, "runsBy", tr("How kernels of different runs are matched"));
  m_by->addItem(tr("automatic"));
  for (const RunKey key : runKeys) {
    m_by->addItem(nameOfKey(key), static_cast<int>(key));
  }
  m_figure = fittingCombo(m_bar, "runsFigure", tr("Value shown for each run"));
  m_figure->addItem(tr("per step"), static_cast<int>(RunRowsModel::Figure::PerStep));
  m_figure->addItem(tr("total"), static_cast<int>(RunRowsModel::Figure::Total));
  m_figure->addItem(tr("median"), static_cast<int>(RunRowsModel::Figure::Median));
  m_figure->addItem(tr("count"), static_cast<int>(RunRowsModel::Figure::Count));
  m_which = fittingCombo(m_bar, "runsWhich", tr("Rows to show"));
  m_which->addItem(tr("all rows"), static_cast<int>(RunRowsModel::Which::All));
  m_which->addItem(tr("only in baseline"), static_cast<int>(RunRowsModel::Which::OnlyBase));
  m_which->addItem(tr("only in other run"), static_cast<int>(RunRowsModel::Which::OnlyOther));
  m_which->addItem(tr("under two names"), static_cast<int>(RunRowsModel::Which::Paired));
  m_pair = new QPushButton(tr("Pair"), m_bar);
  m_pair->setObjectName(QStringLiteral("runsPairSelected"));
  m_pair->setToolTip(tr("Match two selected rows: one only in the baseline, one only in the other run"));
  m_pair->setEnabled(false);
  line->addWidget(m_filter, 1);
  for (QWidget* part : std::initializer_list<QWidget*>{m_which, m_figure, m_by, m_pair}) {
    line->addWidget(part);
  }
  return m_bar;
}

void RunRowsPane::buildTable() {
  m_model = new RunRowsModel(this);
  m_table = makePlainTable(m_model, "runsRows", tr("GPU time over the whole recordings"), this);
  m_table->setItemDelegate(new DeltaDelegate(m_table));
  m_table->setAlternatingRowColors(false);     // bars separate rows
  m_table->setTextElideMode(Qt::ElideMiddle);  // names of kernels differ at their ends
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  m_table->setSortingEnabled(true);
  m_table->viewport()->installEventFilter(this);
  const auto show = [this](const QModelIndex& index) { Q_EMIT rowRequested(m_model->numberOf(index.row())); };
  connect(m_table, &QTableView::clicked, this, show);
  connect(m_table, &QTableView::activated, this, show);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunRowsPane::enablePairing);
  connect(m_model, &RunRowsModel::modelReset, this, &RunRowsPane::enablePairing);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunRowsPane::showMeasured);
  connect(m_model, &RunRowsModel::modelReset, this, &RunRowsPane::showMeasured);
}

/// A scroll bar that comes with more rows takes room from columns.
bool RunRowsPane::eventFilter(QObject* object, QEvent* event) {
  if (object == m_table->viewport() && event->type() == QEvent::Resize) {
    fitColumns();
  }
  return QWidget::eventFilter(object, event);
}

void RunRowsPane::connectBar() {
  connect(m_filter, &QLineEdit::textChanged, m_model, &RunRowsModel::setFilter);
  connect(m_figure, &QComboBox::activated, this, [this] {
    m_isPerStepLater = false;
    showFigure();
    if (figure() == RunRowsModel::Figure::PerStep && !m_ranges.empty()) {
      Q_EMIT wholeRequested();
    }
  });
  connect(m_which, &QComboBox::activated, this,
          [this] { m_model->setWhich(static_cast<RunRowsModel::Which>(m_which->currentData().toInt())); });
  connect(m_by, &QComboBox::activated, this, [this] {
    if (m_keepsKey) {
      const auto chosen = key();
      QSettings().setValue(QLatin1String(keptKey), chosen ? qt(toText(*chosen)) : QString());
    }
    Q_EMIT keyChosen();
  });
  connect(m_pair, &QPushButton::clicked, this, &RunRowsPane::pairSelected);
}

void RunRowsPane::showComparison(std::shared_ptr<const RunComparison> comparison) {
  m_comparison = std::move(comparison);
  m_hasMeasured = m_comparison && (!measuredRows(*m_comparison).empty() ||
                                   std::ranges::any_of(m_comparison->differences, [](const RunDifference& difference) {
                                     return !difference.counters.empty();
                                   }));
  m_model->showComparison(m_comparison);
  nameKeyInUse();
  count();
  fitColumns();
}

void RunRowsPane::nameKeyInUse() {
  m_by->setItemText(0, m_comparison && !key() ? tr("automatic: %1").arg(nameOfKey(m_comparison->by)) : tr("automatic"));
}

void RunRowsPane::keepKey() {
  m_keepsKey = true;
  const auto kept = runKeyFrom(QSettings().value(QLatin1String(keptKey)).toString().toStdString());
  m_by->setCurrentIndex(kept ? m_by->findData(static_cast<int>(*kept)) : 0);
}

void RunRowsPane::showWork(std::shared_ptr<const ComparedWork> work) {
  m_model->showWork(std::move(work));
  fitColumns();
}

RunRowsModel::Figure RunRowsPane::figure() const {
  return static_cast<RunRowsModel::Figure>(m_figure->currentData().toInt());
}

void RunRowsPane::showFigure() {
  m_model->setFigure(figure());
  Q_EMIT titleChanged();
}

void RunRowsPane::setRanges(std::vector<TimeRange> ranges) {
  if (ranges == m_ranges) {
    return;
  }
  m_ranges = std::move(ranges);
  const auto choose = [this](RunRowsModel::Figure figure) {
    m_figure->setCurrentIndex(m_figure->findData(static_cast<int>(figure)));
  };
  if (!m_ranges.empty() && figure() == RunRowsModel::Figure::PerStep) {
    choose(RunRowsModel::Figure::Total);
    m_isPerStepLater = true;
  } else if (m_ranges.empty() && std::exchange(m_isPerStepLater, false)) {
    choose(RunRowsModel::Figure::PerStep);
  }
  count();
  showFigure();
}

void RunRowsPane::count() {
  if (!m_comparison || m_ranges.size() != m_comparison->runs.size()) {
    m_counting = {};
    m_model->showWithin(nullptr);
    return;
  }
  m_counting = Job<std::vector<RunRow>>(
      [comparison = m_comparison, ranges = m_ranges](std::stop_token, Progress&) -> Expected<std::vector<RunRow>> {
        return rowsWithin(*comparison, ranges);
      },
      [this](Expected<std::vector<RunRow>> rows) {
        if (rows) {
          m_model->showWithin(std::make_shared<const std::vector<RunRow>>(std::move(*rows)));
        }
      });
}

void RunRowsPane::showOther(std::size_t run) {
  m_other = run;
  m_model->showOther(run);
}

void RunRowsPane::selectRow(std::size_t number) {
  if (const int place = m_model->placeOf(number); place >= 0) {
    m_table->selectRow(place);
  }
}

std::optional<RunKey> RunRowsPane::key() const {
  const QVariant chosen = m_by->currentData();
  return chosen.isValid() ? std::optional(static_cast<RunKey>(chosen.toInt())) : std::nullopt;
}

QString RunRowsPane::title() const {
  if (!m_ranges.empty()) {
    return tr("Rows: selected range");
  }
  return figure() == RunRowsModel::Figure::PerStep ? tr("Rows: mean per step") : tr("Rows: whole recording");
}

bool RunRowsPane::clearFilter() {
  const bool isTypedIn = m_filter->hasFocus() && !m_filter->text().isEmpty();
  if (isTypedIn) {
    m_filter->clear();
  }
  return isTypedIn;
}

void RunRowsPane::hideBar() {
  m_bar->hide();
}

std::vector<std::size_t> RunRowsPane::selectedRows() const {
  std::vector<std::size_t> rows;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
    rows.push_back(m_model->numberOf(index.row()));
  }
  return rows;
}

/// Two rows that no run has both of can be one; what is one can be two again.
void RunRowsPane::enablePairing() {
  const std::vector<std::size_t> rows = m_comparison ? selectedRows() : std::vector<std::size_t>{};
  const std::size_t shown = m_comparison ? std::clamp<std::size_t>(m_other, 1, m_comparison->runs.size() - 1) : 1;
  const auto isIn = [&](std::size_t row, std::size_t run) { return m_comparison->rows[row].sides[run].count > 0; };
  const bool mayPair = m_comparison && m_comparison->by != RunKey::Order;
  const bool canPair = rows.size() == 2 && mayPair && isIn(rows[0], 0) != isIn(rows[1], 0) &&
                       isIn(rows[0], shown) != isIn(rows[1], shown);
  const bool canPart = rows.size() == 1 && mayPair && !m_comparison->rows[rows[0]].aliases.empty();
  m_pair->setText(canPart ? tr("Unpair") : tr("Pair"));
  m_pair->setEnabled(canPair || canPart);
}

/// Shows the hardware counters of the current row; hides the line if no row has any.
void RunRowsPane::showMeasured() {
  m_measured->setVisible(m_hasMeasured);
  const QModelIndex current = m_table->currentIndex();
  if (m_measured->isHidden() || !current.isValid()) {
    m_measured->setText(tr("Select a row to see its hardware counters"));
    return;
  }
  const std::size_t row = m_model->numberOf(current.row());
  const QStringList lines = measuredLines(m_comparison->rows[row]);
  QString text = lines.isEmpty() ? tr("No hardware counters for this row")
                                 : tr("Mean per launch: %1").arg(lines.join(QStringLiteral(" · ")));
  const std::size_t other = std::clamp<std::size_t>(m_other, 1, m_comparison->runs.size() - 1);
  const std::vector<RowCounters>& counters = m_comparison->differences[other - 1].counters;
  if (const auto found = std::ranges::find(counters, row, &RowCounters::row); found != counters.end()) {
    text = tr("%1. %2").arg(coreText(sentenceOn(*m_comparison, other, *found)), text);
  }
  m_measured->setText(text);
}

void RunRowsPane::pairSelected() {
  const std::vector<std::size_t> rows = selectedRows();
  if (rows.size() == 1) {
    Q_EMIT parted(m_comparison->rows[rows[0]].name);
  } else if (rows.size() == 2) {
    const bool isFirstBase = m_comparison->rows[rows[0]].sides.front().count > 0;
    const std::string& base = m_comparison->rows[rows[isFirstBase ? 0 : 1]].name;
    Q_EMIT paired({base, m_comparison->rows[rows[isFirstBase ? 1 : 0]].name});
  }
}

}  // namespace kernline::ui
