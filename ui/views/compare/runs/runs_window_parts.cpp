// SPDX-License-Identifier: GPL-3.0-or-later
// What the window of a comparison is made of.
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/run_rows_model.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/compare/tables/delta_delegate.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace kernline::ui {

namespace {

constexpr int margin = 12;

QComboBox* fittingCombo(QWidget* parent, const char* name, const QString& help) {
  QComboBox* made = namedCombo(parent, name, help);
  made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  constexpr int widest = 260;
  made->setMaximumWidth(widest);
  return made;
}

}  // namespace

void RunsWindow::buildHead(QWidget* parent) {
  auto* column = new QVBoxLayout(parent);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  m_strip = new RunStrip(parent);
  row->addWidget(m_strip, 1);
  row->addStretch();
  buildModes(parent, row);
  column->addLayout(row);
  m_verdict = new QLabel(parent);
  m_verdict->setObjectName(QStringLiteral("runsVerdict"));
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setWordWrap(true);
  m_verdict->setFont(titleFont(font(), 1.2));
  m_reasons = new QuietLabel({}, parent);
  m_reasons->setObjectName(QStringLiteral("runsReasons"));
  m_reasons->setWordWrap(true);
  m_doubts = new QLabel(parent);
  m_doubts->setObjectName(QStringLiteral("runsDoubts"));
  m_doubts->setTextFormat(Qt::PlainText);
  m_doubts->setWordWrap(true);
  for (QLabel* label : {m_verdict, m_reasons, m_doubts}) {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    column->addWidget(label);
  }
}

void RunsWindow::buildModes(QWidget* parent, QHBoxLayout* row) {
  auto* group = new QButtonGroup(this);
  const auto addMode = [&](const QString& text, const QString& help, const char* name, Mode mode) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(help);
    button->setObjectName(QString::fromUtf8(name));
    button->setCheckable(true);
    button->setChecked(mode == m_mode);
    button->setFocusPolicy(Qt::TabFocus);
    group->addButton(button);
    row->addWidget(button);
    m_modes.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, mode] { showMode(mode); });
  };
  addMode(tr("Side by side"), tr("The chosen runs against the base"), "runsDifferences", Mode::Differences);
  addMode(tr("Matrix"), tr("All open traces and logs, by model and size"), "runsMatrix", Mode::Matrix);
  addMode(tr("Series"), tr("All open traces as runs of one program in a row"), "runsSeries", Mode::Series);
}

void RunsWindow::buildBody() {
  auto* splitter = new QSplitter(Qt::Vertical, m_places);
  splitter->setChildrenCollapsible(false);
  auto* upper = new QSplitter(Qt::Horizontal, splitter);
  upper->setChildrenCollapsible(false);
  buildWaterfall(upper);
  m_tabs = new QTabWidget(upper);
  m_tabs->setObjectName(QStringLiteral("runsTabs"));
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(buildTable(m_tabs), QString());
  nameRows();
  m_pairsPanel = new PairsPanel(m_tabs);
  m_tabs->addTab(m_pairsPanel, tr("Matching"));
  auto* memory = new QScrollArea(m_tabs);
  memory->setWidgetResizable(true);
  memory->setFrameShape(QFrame::NoFrame);
  m_memory = new WaterfallView(memory);
  m_memory->setObjectName(QStringLiteral("runsMemory"));
  m_memory->setAccessibleName(tr("Why the peaks of memory differ"));
  memory->setWidget(m_memory);
  m_memoryTab = m_tabs->addTab(memory, tr("Memory"));
  buildTimelines(splitter);
  constexpr int waterfallWidth = 460;
  constexpr int tableWidth = 820;
  upper->setSizes({waterfallWidth, tableWidth});
  constexpr int upperHeight = 300;
  constexpr int lowerHeight = 460;
  splitter->setSizes({upperHeight, lowerHeight});
  m_body = splitter;
  m_places->addWidget(m_body);
  m_matrix = new MatrixPage(m_places);
  m_places->addWidget(m_matrix);
  m_series = new SeriesPage(m_places);
  m_places->addWidget(m_series);
  connectTable();
}

void RunsWindow::buildWaterfall(QWidget* parent) {
  m_fall = new QWidget(parent);
  auto* column = new QVBoxLayout(m_fall);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* title = new ElidedLabel({}, m_fall);
  title->setObjectName(QStringLiteral("runsWaterfallTitle"));
  title->setContentsMargins(margin, 4, margin, 2);
  column->addWidget(title);
  auto* scroll = new QScrollArea(m_fall);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  m_waterfall = new WaterfallView(scroll);
  title->setText(m_waterfall->accessibleName());
  scroll->setWidget(m_waterfall);
  column->addWidget(scroll, 1);
}

/// Beside a waterfall of a step rows would be taken for a step's too.
void RunsWindow::nameRows() {
  const bool isPerStep = m_figure->currentData().toInt() == static_cast<int>(RunRowsModel::Figure::PerStep);
  m_tabs->setTabText(0, isPerStep ? tr("Rows: the mean of a step") : tr("Rows: the whole recording"));
}

QWidget* RunsWindow::buildTableBar(QWidget* parent) {
  auto* bar = new QWidget(parent);
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(0, 2, margin, 2);
  line->setSpacing(4);
  m_filter = new QLineEdit(bar);
  m_filter->setObjectName(QStringLiteral("runsFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(tr("Filter rows"));
  m_filter->setClearButtonEnabled(true);
  m_by = fittingCombo(bar, "runsBy", tr("What makes kernels of all runs the same"));
  m_by->addItem(tr("by name"), static_cast<int>(RunKey::Name));
  m_by->addItem(tr("by name without tiles"), static_cast<int>(RunKey::Normal));
  m_by->addItem(tr("by family"), static_cast<int>(RunKey::Family));
  m_by->addItem(tr("by operator"), static_cast<int>(RunKey::Op));
  m_by->addItem(tr("by operator and shape"), static_cast<int>(RunKey::Shape));
  m_by->addItem(tr("by launch order"), static_cast<int>(RunKey::Order));
  m_figure = fittingCombo(bar, "runsFigure", tr("What the columns of runs say"));
  m_figure->addItem(tr("total"), static_cast<int>(RunRowsModel::Figure::Total));
  m_figure->addItem(tr("per step"), static_cast<int>(RunRowsModel::Figure::PerStep));
  m_figure->addItem(tr("median"), static_cast<int>(RunRowsModel::Figure::Median));
  m_figure->addItem(tr("count"), static_cast<int>(RunRowsModel::Figure::Count));
  m_which = fittingCombo(bar, "runsWhich", tr("Which rows are listed"));
  m_which->addItem(tr("all rows"), static_cast<int>(RunRowsModel::Which::All));
  m_which->addItem(tr("only in the base"), static_cast<int>(RunRowsModel::Which::OnlyBase));
  m_which->addItem(tr("only in the other"), static_cast<int>(RunRowsModel::Which::OnlyOther));
  m_which->addItem(tr("under two names"), static_cast<int>(RunRowsModel::Which::Paired));
  m_pair = new QPushButton(tr("Pair"), bar);
  m_pair->setObjectName(QStringLiteral("runsPairSelected"));
  m_pair->setToolTip(tr("Take two selected rows, one only in the base and one only in the other, for the same"));
  m_pair->setEnabled(false);
  line->addWidget(m_filter, 1);
  for (QWidget* part : {static_cast<QWidget*>(m_which), static_cast<QWidget*>(m_figure), static_cast<QWidget*>(m_by),
                        static_cast<QWidget*>(m_pair)}) {
    line->addWidget(part);
  }
  return bar;
}

QWidget* RunsWindow::buildTable(QWidget* parent) {
  auto* place = new QWidget(parent);
  auto* column = new QVBoxLayout(place);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildTableBar(place));
  m_table = new QTableView(place);
  m_table->setObjectName(QStringLiteral("runsRows"));
  m_table->setAccessibleName(tr("Time on GPUs in the whole of all recordings"));
  m_model = new RunRowsModel(this);
  m_table->setModel(m_model);
  m_table->setItemDelegate(new DeltaDelegate(m_table));
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setShowGrid(false);
  m_table->setWordWrap(false);
  m_table->setTextElideMode(Qt::ElideMiddle);  // names of kernels differ at their ends
  m_table->setTabKeyNavigation(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  m_table->setSortingEnabled(true);
  column->addWidget(m_table, 1);
  return place;
}

QWidget* RunsWindow::buildTimelineBar(QWidget* parent) {
  auto* bar = new QWidget(parent);
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(margin, 2, margin, 2);
  m_steps = fittingCombo(bar, "runsStepName", tr("What the steps of all runs are: found, or the spans of a name"));
  m_steps->addItem(tr("steps: found"), QString());
  m_align = fittingCombo(bar, "runsAlign", tr("What lies above each other"));
  m_scale = fittingCombo(bar, "runsScale", tr("What is as long in all timelines"));
  m_scale->addItem(tr("same time"), static_cast<int>(StackedTimelines::Scale::Time));
  m_scale->addItem(tr("same step"), static_cast<int>(StackedTimelines::Scale::Step));
  m_linked = new QCheckBox(tr("Move together"), bar);
  m_linked->setObjectName(QStringLiteral("runsLinked"));
  m_linked->setChecked(true);
  m_linked->setToolTip(tr("Without this each timeline moves alone; what then lies above each other stays so"));
  m_firstSteps = new QPushButton(tr("First steps"), bar);
  m_firstSteps->setObjectName(QStringLiteral("runsSteps"));
  for (QWidget* part : {static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_align), static_cast<QWidget*>(m_scale),
                        static_cast<QWidget*>(m_linked), static_cast<QWidget*>(m_firstSteps)}) {
    line->addWidget(part);
  }
  line->addStretch(1);
  return bar;
}

QWidget* RunsWindow::buildTimelines(QWidget* parent) {
  auto* lower = new QWidget(parent);
  auto* rows = new QVBoxLayout(lower);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(buildTimelineBar(lower));
  auto* scroll = new QScrollArea(lower);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  constexpr int leastHeight = 220;
  scroll->setMinimumHeight(leastHeight);
  m_timelines = new StackedTimelines(scroll);
  scroll->setWidget(m_timelines);
  rows->addWidget(scroll, 1);
  return lower;
}

void RunsWindow::connectTable() {
  connect(m_waterfall, &WaterfallView::rowRequested, this, &RunsWindow::showRowNamed);
  connect(m_filter, &QLineEdit::textChanged, m_model, &RunRowsModel::setFilter);
  connect(m_figure, &QComboBox::activated, this, [this] {
    m_model->setFigure(static_cast<RunRowsModel::Figure>(m_figure->currentData().toInt()));
    nameRows();
  });
  connect(m_which, &QComboBox::activated, this,
          [this] { m_model->setWhich(static_cast<RunRowsModel::Which>(m_which->currentData().toInt())); });
  const auto show = [this](const QModelIndex& index) { m_timelines->showRow(m_model->numberOf(index.row())); };
  connect(m_table, &QTableView::clicked, this, show);
  connect(m_table, &QTableView::activated, this, show);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsWindow::enablePairing);
  connect(m_model, &RunRowsModel::modelReset, this, &RunsWindow::enablePairing);
  connect(m_pair, &QPushButton::clicked, this, &RunsWindow::pairSelected);
  connect(m_by, &QComboBox::activated, this, &RunsWindow::compare);
  connect(m_steps, &QComboBox::activated, this, &RunsWindow::compare);
  connect(m_align, &QComboBox::activated, this, &RunsWindow::alignTimelines);
  connect(m_scale, &QComboBox::activated, this,
          [this] { m_timelines->setScale(static_cast<StackedTimelines::Scale>(m_scale->currentData().toInt())); });
  connect(m_linked, &QCheckBox::toggled, m_timelines, &StackedTimelines::setLinked);
  connect(m_firstSteps, &QPushButton::clicked, m_timelines, &StackedTimelines::showSteps);
  connect(m_pairsPanel, &PairsPanel::accepted, this, &RunsWindow::accept);
  connect(m_pairsPanel, &PairsPanel::undone, this, &RunsWindow::undo);
  connect(m_pairsPanel, &PairsPanel::rowRequested, this, &RunsWindow::showRowNamed);
  connect(m_pairsPanel, &PairsPanel::rejected, this, [this](const NamePair& pair) {
    m_rejected[key()].push_back(pair);
    showPairs();
  });
}

}  // namespace kernline::ui
