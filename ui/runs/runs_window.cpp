// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_window.h"

#include "core/format/printable_text.h"
#include "ui/compare/delta_delegate.h"
#include "ui/jobs/workers.h"
#include "ui/language/core_text.h"
#include "ui/runs/run_rows_model.h"
#include "ui/runs/waterfall_view.h"
#include "ui/style/qt_text.h"
#include "ui/style/quiet_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int margin = 12;

QComboBox* combo(QWidget* parent, const char* name, const QString& help) {
  auto* made = new QComboBox(parent);
  made->setObjectName(QString::fromUtf8(name));
  made->setAccessibleName(help);
  made->setToolTip(help);
  made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return made;
}

QString lines(const std::vector<std::string>& sentences, const QString& before) {
  QStringList shown;
  for (const std::string& sentence : sentences) {
    shown << before + coreText(printable(sentence));
  }
  return shown.join(QLatin1Char('\n'));
}

}  // namespace

RunsWindow::RunsWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
  setObjectName(QStringLiteral("runsWindow"));
  setWindowTitle(tr("Comparison – Kernline"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QWidget(this);
  buildHead(head);
  column->addWidget(head);
  m_places = new QStackedWidget(this);
  m_sentence = new QLabel(m_places);
  m_sentence->setObjectName(QStringLiteral("runsSentence"));
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setMargin(2 * margin);
  m_places->addWidget(m_sentence);
  buildBody();
  column->addWidget(m_places, 1);
  say(tr("Open another trace to compare with."));
}

RunsWindow::~RunsWindow() {
  m_job = {};
  disposeInBackground(std::move(m_comparison));
}

void RunsWindow::buildHead(QWidget* parent) {
  auto* column = new QVBoxLayout(parent);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Base:"), parent));
  m_base = combo(parent, "runsBase", tr("What the others are compared with"));
  row->addWidget(m_base);
  auto* swap = new QPushButton(tr("⇄ Swap"), parent);
  swap->setObjectName(QStringLiteral("runsSwap"));
  swap->setToolTip(tr("Exchange base and other"));
  row->addWidget(swap);
  row->addWidget(new QLabel(tr("Other:"), parent));
  m_other = combo(parent, "runsOther", tr("What is compared with the base"));
  row->addWidget(m_other);
  auto* open = new QPushButton(tr("Open…"), parent);
  open->setObjectName(QStringLiteral("runsOpen"));
  row->addWidget(open);
  row->addStretch(1);
  m_by = combo(parent, "runsBy", tr("What makes kernels of both the same"));
  m_by->addItem(tr("by name"), static_cast<int>(RunKey::Name));
  m_by->addItem(tr("by name without tiles"), static_cast<int>(RunKey::Normal));
  m_by->addItem(tr("by family"), static_cast<int>(RunKey::Family));
  m_by->addItem(tr("by operator"), static_cast<int>(RunKey::Op));
  row->addWidget(m_by);
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
  connect(m_base, &QComboBox::activated, this, &RunsWindow::compare);
  connect(m_other, &QComboBox::activated, this, &RunsWindow::compare);
  connect(m_by, &QComboBox::activated, this, &RunsWindow::compare);
  connect(open, &QPushButton::clicked, this, &RunsWindow::openRequested);
  connect(swap, &QPushButton::clicked, this, [this] {
    const int base = m_base->currentIndex();
    m_base->setCurrentIndex(m_other->currentIndex());
    m_other->setCurrentIndex(base);
    compare();
  });
}

void RunsWindow::buildBody() {
  auto* splitter = new QSplitter(Qt::Vertical, m_places);
  splitter->setChildrenCollapsible(false);
  auto* upper = new QSplitter(Qt::Horizontal, splitter);
  upper->setChildrenCollapsible(false);
  auto* scroll = new QScrollArea(upper);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  m_waterfall = new WaterfallView(scroll);
  scroll->setWidget(m_waterfall);

  auto* right = new QWidget(upper);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  m_filter = new QLineEdit(right);
  m_filter->setObjectName(QStringLiteral("runsFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(tr("Filter rows"));
  m_filter->setClearButtonEnabled(true);
  column->addWidget(m_filter);
  m_table = new QTableView(right);
  m_table->setObjectName(QStringLiteral("runsRows"));
  m_table->setAccessibleName(tr("Time on GPUs in the whole of both recordings"));
  m_model = new RunRowsModel(this);
  m_table->setModel(m_model);
  m_table->setItemDelegate(new DeltaDelegate(m_table));
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setShowGrid(false);
  m_table->setWordWrap(false);
  m_table->setTabKeyNavigation(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  m_table->setSortingEnabled(true);
  column->addWidget(m_table, 1);

  auto* lower = new QWidget(splitter);
  auto* rows = new QVBoxLayout(lower);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(margin, 2, margin, 2);
  m_scale = combo(lower, "runsScale", tr("What is as long in both timelines"));
  m_scale->addItem(tr("same time"), static_cast<int>(PairedTimelines::Scale::Time));
  m_scale->addItem(tr("same step"), static_cast<int>(PairedTimelines::Scale::Step));
  m_linked = new QCheckBox(tr("Move together"), lower);
  m_linked->setObjectName(QStringLiteral("runsLinked"));
  m_linked->setChecked(true);
  m_linked->setToolTip(tr("Without this each timeline moves alone; what then lies above each other stays so"));
  auto* steps = new QPushButton(tr("First steps"), lower);
  steps->setObjectName(QStringLiteral("runsSteps"));
  bar->addWidget(m_scale);
  bar->addWidget(m_linked);
  bar->addWidget(steps);
  bar->addStretch(1);
  rows->addLayout(bar);
  m_timelines = new PairedTimelines(lower);
  rows->addWidget(m_timelines, 1);
  upper->setSizes({460, 820});
  splitter->setSizes({330, 430});
  m_body = splitter;
  m_places->addWidget(m_body);

  connect(m_waterfall, &WaterfallView::rowRequested, this, &RunsWindow::showRowNamed);
  connect(m_filter, &QLineEdit::textChanged, m_model, &RunRowsModel::setFilter);
  connect(m_table, &QTableView::clicked, this,
          [this](const QModelIndex& index) { m_timelines->showRow(m_model->numberOf(index.row())); });
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex& index) { m_timelines->showRow(m_model->numberOf(index.row())); });
  connect(m_scale, &QComboBox::activated, this,
          [this] { m_timelines->setScale(static_cast<PairedTimelines::Scale>(m_scale->currentData().toInt())); });
  connect(m_linked, &QCheckBox::toggled, m_timelines, &PairedTimelines::setLinked);
  connect(steps, &QPushButton::clicked, m_timelines, &PairedTimelines::showSteps);
}

void RunsWindow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

const OpenRun* RunsWindow::chosen(const QComboBox* box) const {
  const int at = box->currentIndex();
  return at >= 0 && at < static_cast<int>(m_runs.size()) ? &m_runs[static_cast<std::size_t>(at)] : nullptr;
}

void RunsWindow::setRuns(std::vector<OpenRun> runs) {
  const OpenRun* base = chosen(m_base);
  const OpenRun* other = chosen(m_other);
  const auto baseTrace = base != nullptr ? base->trace : nullptr;
  const auto otherTrace = other != nullptr ? other->trace : nullptr;
  m_runs = std::move(runs);
  for (QComboBox* box : {m_base, m_other}) {
    const QSignalBlocker blocker(box);
    box->clear();
    for (const OpenRun& run : m_runs) {
      box->addItem(run.title);
    }
  }
  choose(baseTrace, otherTrace);
}

void RunsWindow::choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other) {
  const auto placeOf = [this](const std::shared_ptr<const Trace>& trace) {
    const auto found = std::ranges::find(m_runs, trace, &OpenRun::trace);
    return found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
  };
  const int count = static_cast<int>(m_runs.size());
  const int baseAt = std::max(0, placeOf(base));
  int otherAt = placeOf(other);
  if (otherAt < 0 || otherAt == baseAt) {
    otherAt = count - 1 != baseAt ? count - 1 : 0;  // what was opened last
  }
  m_base->setCurrentIndex(baseAt);
  m_other->setCurrentIndex(otherAt);
  compare();
}

void RunsWindow::compare() {
  const OpenRun* base = chosen(m_base);
  const OpenRun* other = chosen(m_other);
  if (base == nullptr || other == nullptr || m_runs.size() < 2) {
    m_job = {};
    adopt(std::shared_ptr<const RunComparison>{});
    return;
  }
  std::vector<RunInput> inputs{{.path = base->title.toStdString(), .trace = base->trace},
                               {.path = other->title.toStdString(), .trace = other->trace}};
  RunComparisonOptions options;
  options.by = static_cast<RunKey>(m_by->currentData().toInt());
  m_job = Job<std::shared_ptr<const RunComparison>>(
      [inputs = std::move(inputs), options](std::stop_token,
                                            Progress&) -> Expected<std::shared_ptr<const RunComparison>> {
        Expected<RunComparison> made = compareRuns(inputs, options);
        if (!made) {
          return std::unexpected(made.error());
        }
        return std::make_shared<const RunComparison>(std::move(*made));
      },
      [this](Expected<std::shared_ptr<const RunComparison>> made) { adopt(std::move(made)); });
}

void RunsWindow::say(const QString& sentence) {
  m_sentence->setText(sentence);
  m_places->setCurrentWidget(m_sentence);
}

void RunsWindow::adopt(Expected<std::shared_ptr<const RunComparison>> comparison) {
  disposeInBackground(std::exchange(m_comparison, comparison ? std::move(*comparison) : nullptr));
  m_model->showComparison(m_comparison);
  m_waterfall->showComparison(m_comparison);
  showVerdict();
  if (m_comparison) {
    m_timelines->showRuns(*chosen(m_base), *chosen(m_other), m_comparison);
    m_places->setCurrentWidget(m_body);
    fitColumns();
  } else {
    say(comparison ? tr("Open another trace to compare with.") : coreText(comparison.error().message));
  }
}

void RunsWindow::showVerdict() {
  const Verdict* verdict = m_comparison ? &m_comparison->differences.front().verdict : nullptr;
  m_verdict->setText(verdict != nullptr ? coreText(sentenceOn(*verdict)) : QString());
  m_reasons->setText(verdict != nullptr ? lines(verdict->reasons, {}) : QString());
  m_doubts->setText(verdict != nullptr ? lines(verdict->doubts, QStringLiteral("⚠ ")) : QString());
  for (QLabel* label : {m_verdict, m_reasons, m_doubts}) {
    label->setVisible(!label->text().isEmpty());
  }
}

void RunsWindow::showRowNamed(const QString& name) {
  if (!m_comparison) {
    return;
  }
  const auto found = std::ranges::find(m_comparison->rows, name.toStdString(), &RunRow::name);
  if (found == m_comparison->rows.end()) {
    return;
  }
  const auto number = static_cast<std::size_t>(found - m_comparison->rows.begin());
  if (const int place = m_model->placeOf(number); place >= 0) {
    m_table->selectRow(place);
  }
  m_timelines->showRow(number);
}

/// What room is left goes to names and bars.
void RunsWindow::fitColumns() {
  constexpr int time = 13;  // in characters
  constexpr int ratio = 11;
  constexpr int count = 17;
  constexpr int leastDelta = 26;
  constexpr int leastName = 30;
  const int width = m_table->fontMetrics().averageCharWidth();
  const int spare = m_table->viewport()->width() / width - 2 * time - ratio - count - leastDelta - leastName;
  const int more = std::max(0, spare);
  m_table->setColumnWidth(RunRowsModel::Name, width * (leastName + more * 2 / 3));
  m_table->setColumnWidth(RunRowsModel::Base, width * time);
  m_table->setColumnWidth(RunRowsModel::Other, width * time);
  m_table->setColumnWidth(RunRowsModel::Delta, width * (leastDelta + more / 3));
  m_table->setColumnWidth(RunRowsModel::Ratio, width * ratio);
  m_table->setColumnWidth(RunRowsModel::Count, width * count);
}

}  // namespace kernline::ui
