// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/chart_pane.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/views/logs/grid_model.h"
#include "ui/views/logs/log_chart.h"
#include "ui/views/ncu/kernel_card_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int kernelItem = -1;                       // no kind of chart
constexpr std::size_t maxRowsChartedAtOnce = 5'000;  // rows that are charted before the next paint

QString titleOf(ChartKind kind) {
  switch (kind) {
    case ChartKind::Families:
      return Words::tr("Kernel families");
    case ChartKind::Pareto:
      return Words::tr("Pareto");
    case ChartKind::Top:
      break;
  }
  return Words::tr("Top rows");
}

}  // namespace

ChartPane::ChartPane(const GridModel& model, QWidget* parent) : QWidget(parent), m_model(model) {
  setObjectName(QStringLiteral("chartPane"));
  auto* bar = new QWidget(this);
  auto* controls = new QHBoxLayout(bar);
  controls->setContentsMargins(8, 4, 8, 4);
  controls->setSpacing(8);
  m_kind = namedCombo(bar, "chartKind", tr("Type of chart"));
  m_column = namedCombo(bar, "chartColumn", tr("Column to chart"));
  m_unit = namedCombo(bar, "chartUnit", tr("Unit of the metrics to chart"));
  m_note = new ElidedLabel(QString(), bar);
  m_note->setObjectName(QStringLiteral("chartNote"));
  controls->addWidget(m_kind);
  controls->addWidget(m_column);
  controls->addWidget(m_unit);
  controls->addWidget(m_note, 1);
  m_chart = new LogChart(this);
  m_kernel = new KernelCardView(this);
  m_emptyNote = new QuietLabel(tr("No numbers to chart"), this);
  m_emptyNote->setAlignment(Qt::AlignCenter);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addWidget(m_kernel, 1);
  layout->addWidget(m_chart, 1);
  layout->addWidget(m_emptyNote, 1);
  connect(m_kind, &QComboBox::activated, this, [this] {
    if (m_hasKernel) {
      m_prefersChart = !showsKernel();
    }
  });
  connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
    fillColumns();
    fillUnits();
    recount();
  });
  connect(m_column, &QComboBox::currentIndexChanged, this, [this] {
    fillUnits();
    recount();
  });
  connect(m_unit, &QComboBox::currentIndexChanged, this, &ChartPane::recount);
  connect(m_chart, &LogChart::rowsRequested, this, &ChartPane::rowsRequested);
  connect(m_chart, &LogChart::capacityChanged, this, &ChartPane::recount, Qt::QueuedConnection);
}

ChartKind ChartPane::kind() const {
  return static_cast<ChartKind>(m_kind->currentData().toInt());
}

bool ChartPane::hasChart() const {
  return !m_chart->data().bars.empty();
}

bool ChartPane::isApplicable() const {
  return m_kind->count() > 0;
}

bool ChartPane::showsKernel() const {
  return m_kind->currentData().toInt() == kernelItem;
}

void ChartPane::setKernel(std::optional<KernelCard> kernel) {
  m_hasKernel = kernel.has_value();
  if (kernel) {
    m_kernel->setKernel(*kernel);
  }
}

void ChartPane::follow() {
  if (m_model.grid() != m_grid) {
    m_grid = m_model.grid();
    fillKinds();
    fillColumns();
  }
  fillUnits();
  recount();
}

void ChartPane::fillKinds() {
  const QSignalBlocker quiet(m_kind);
  const QVariant before = m_kind->currentData();
  m_kind->clear();
  if (m_grid && m_hasKernel) {
    m_kind->addItem(tr("Kernel"), kernelItem);
  }
  for (const ChartKind kind : m_grid ? chartKinds(*m_grid) : std::vector<ChartKind>()) {
    m_kind->addItem(titleOf(kind), static_cast<int>(kind));
  }
  const bool isKernel = m_hasKernel && !m_prefersChart;
  m_kind->setCurrentIndex(isKernel ? 0 : std::max(0, m_kind->findData(before)));
  m_kind->setVisible(m_kind->count() > 1);
}

void ChartPane::fillColumns() {
  const QSignalBlocker quiet(m_column);
  m_column->clear();
  if (!m_grid || m_kind->count() == 0 || showsKernel()) {
    m_column->hide();
    return;
  }
  for (const std::size_t column : chartColumns(*m_grid, kind())) {
    m_column->addItem(m_grid->columns[column].title, static_cast<int>(column));
  }
  if (m_grid->mainColumn) {
    m_column->setCurrentIndex(std::max(0, m_column->findData(static_cast<int>(*m_grid->mainColumn))));
  }
  m_column->setVisible(m_column->count() > 0);
}

std::size_t ChartPane::column() const {
  return static_cast<std::size_t>(m_column->currentData().toInt());
}

/// The unit that was chosen stays while there are rows in it, so that launches can be looked at in turn.
void ChartPane::fillUnits() {
  const QSignalBlocker quiet(m_unit);
  const QVariant before = m_unit->currentData();
  m_unit->clear();
  if (m_grid && m_grid->unitColumn && m_column->count() > 0) {
    for (const UnitRows& unit : rowsByUnit(*m_grid, m_model.rows(), column())) {
      const QString name = unit.unit.empty() ? tr("no unit") : qt(printable(unit.unit));
      m_unit->addItem(counted(unit.rows.size(), tr("%2 · %1 metric"), tr("%2 · %1 metrics")).arg(name), qt(unit.unit));
    }
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(before)));
  }
  m_unit->setVisible(m_unit->count() > 0);
}

void ChartPane::recount() {
  m_counting = {};
  if (!m_grid || m_column->count() == 0) {
    take({});
    return;
  }
  const auto make = [grid = m_grid, all = m_model.rows(), arrangement = m_model.arrangement(), of = kind(),
                     column = column(), unit = m_unit->currentData().toString().toStdString(),
                     maxBars = m_chart->room(kind())] {
    const std::vector<UnitRows> units = rowsByUnit(*grid, all, column);
    const auto chosen = std::ranges::find(units, unit, &UnitRows::unit);
    const std::vector<std::uint32_t>& rows = chosen == units.end() ? all : chosen->rows;
    return makeChart(*grid, rows, column, of, arrangement.kind, arrangement.names, maxBars);
  };
  if (m_model.rows().size() <= maxRowsChartedAtOnce) {
    take(make());
    return;
  }
  m_counting = Job<ChartData>([make](const std::stop_token&, Progress&) { return Expected<ChartData>(make()); },
                              [this](Expected<ChartData> made) {
                                if (made) {
                                  take(std::move(*made));
                                }
                              });
}

void ChartPane::take(ChartData made) {
  m_note->setText(made.note);
  const bool isEmpty = made.bars.empty();
  m_chart->showChart(std::move(made));
  const bool isKernel = showsKernel();
  m_kernel->setVisible(isKernel);
  m_chart->setVisible(!isEmpty && !isKernel);
  m_emptyNote->setVisible(isEmpty && !isKernel);
}

void ChartPane::markRow(std::optional<std::uint32_t> gridRow) {
  m_chart->markRow(gridRow);
}

}  // namespace kernline::ui
