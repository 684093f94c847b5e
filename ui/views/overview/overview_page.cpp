// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/overview_page.h"

#include "core/analysis/replay/idle_without_profiler.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/card.h"
#include "ui/kit/style/flowing_columns.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/overview/figure_tile.h"
#include "ui/views/overview/phase_table.h"
#include "ui/views/overview/step_chart.h"
#include "ui/views/overview/steps_table.h"
#include "ui/views/overview/trace_figures.h"
#include "ui/views/quality/data_issues_mark.h"
#include "ui/views/quality/trace_quality.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int margin = 20;
constexpr int spacing = 12;
constexpr int maxPageWidth = 1720;
constexpr int minTileWidth = 178;
constexpr int minCardWidth = 420;
constexpr double titleSize = 1.6;
constexpr std::size_t tileCount = 8;

}  // namespace

OverviewPage::OverviewPage(TraceFigures& figures, const TraceQuality& quality, QWidget* parent)
    : QScrollArea(parent), m_figures(figures), m_quality(quality) {
  setObjectName(QStringLiteral("overviewPage"));
  setAccessibleName(tr("Overview"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  setBackgroundRole(QPalette::Window);
  auto* page = new QWidget(this);
  auto* centered = new QHBoxLayout(page);
  centered->setContentsMargins(margin, margin, margin, margin);
  auto* body = new QWidget(page);
  body->setMaximumWidth(maxPageWidth);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing);
  buildHead(body);
  buildCards(body);
  layout->addStretch(1);
  centered->addStretch(0);
  centered->addWidget(body, 1);
  centered->addStretch(0);
  setWidget(page);
  connect(&m_quality, &TraceQuality::changed, this, &OverviewPage::fillTiles);
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    m_known.reset();  // the same figures with other names
    if (isVisible()) {
      refill();
    }
  });
  connect(&m_figures, &TraceFigures::changed, this, [this] {
    if (isVisible()) {
      m_figures.requestFigures();
      refill();
    }
  });
}

void OverviewPage::buildHead(QWidget* body) {
  auto* head = new QHBoxLayout;
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  m_title = new QLabel(body);
  m_title->setObjectName(QStringLiteral("overviewTitle"));
  m_title->setTextFormat(Qt::PlainText);
  m_title->setFont(titleFont(font(), titleSize));
  m_subtitle = new QuietLabel(QString(), body);
  m_subtitle->setObjectName(QStringLiteral("overviewSubtitle"));
  m_subtitle->setWordWrap(true);
  texts->addWidget(m_title);
  texts->addWidget(m_subtitle);
  m_devices = new QComboBox(body);
  m_devices->setObjectName(QStringLiteral("overviewDevice"));
  m_devices->setAccessibleName(tr("Device"));
  m_devices->setToolTip(tr("Device whose figures are shown"));
  connect(m_devices, &QComboBox::activated, this, &OverviewPage::fillDevice);
  head->addLayout(texts, 1);
  head->addWidget(m_devices, 0, Qt::AlignBottom);
  static_cast<QVBoxLayout*>(body->layout())->addLayout(head);
}

void OverviewPage::buildCards(QWidget* body) {
  m_tileRow = new FlowingColumns({8, 4, 2}, minTileWidth, body);
  for (std::size_t i = 0; i < tileCount; ++i) {
    auto* tile = new FigureTile(m_tileRow);
    connect(tile, &FigureTile::clicked, this, [this, tile] {
      if (!tile->figure().place.isEmpty()) {
        Q_EMIT placeRequested(tile->figure().place);
      }
    });
    m_tiles.push_back(tile);
    m_tileRow->add(tile);
  }
  m_timeRow = new FlowingColumns({2, 1}, minCardWidth, body);
  m_parts = new Card(tr("Where wall time goes"), m_timeRow);
  auto* waiting = new QWidget(m_timeRow);
  auto* waitingLayout = new QVBoxLayout(waiting);
  waitingLayout->setContentsMargins(0, 0, 0, 0);
  waitingLayout->setSpacing(spacing);
  m_idle = new Card(tr("Why the device is idle"), waiting);
  m_communication = new Card(tr("Communication"), waiting);
  waitingLayout->addWidget(m_idle, 1);
  waitingLayout->addWidget(m_communication);
  m_timeRow->add(m_parts);
  m_timeRow->add(waiting);
  m_counted = new Card(tr("Limits of kernels"), body);
  m_counted->setObjectName(QStringLiteral("overviewCounted"));
  m_steps = new Card(tr("Steps"), body);
  m_stepChart = new StepChart(m_steps);
  connect(m_stepChart, &StepChart::placeRequested, this, &OverviewPage::placeRequested);
  m_steps->contents()->addWidget(m_stepChart);
  m_steps->contents()->addWidget(buildStepTable());
  m_phaseTable = new PhaseTable(m_steps);
  m_steps->contents()->addWidget(m_phaseTable);
  m_kernelRow = new FlowingColumns({2, 1}, minCardWidth, body);
  m_kernels = new Card(tr("Top kernels"), m_kernelRow);
  m_families = new Card(tr("Kernel families"), m_kernelRow);
  m_kernelRow->add(m_kernels);
  m_kernelRow->add(m_families);
  using enum Figure;
  markDoubts(m_parts, {WallTime, DeviceBusy});
  markDoubts(m_idle, {IdleCauses});
  markDoubts(m_communication, {DeviceBusy});
  markDoubts(m_steps, {Steps});
  markDoubts(m_kernels, {KernelStatistics});
  markDoubts(m_families, {KernelStatistics});
  for (QWidget* part : std::initializer_list<QWidget*>{m_tileRow, m_timeRow, m_counted, m_steps, m_kernelRow}) {
    body->layout()->addWidget(part);
  }
}

void OverviewPage::markDoubts(Card* card, Figures figures) {
  auto* mark = new DataIssuesMark(figures, card);
  mark->follow(&m_quality);
  connect(mark, &DataIssuesMark::clicked, this, &OverviewPage::issuesRequested);
  card->addToHeading(mark);
}

QWidget* OverviewPage::buildStepTable() {
  m_stepModel = new RowsModel(StepsTable::rows(nullptr), this);
  m_stepTable = makePlainTable(m_stepModel, "overviewSteps", tr("Breakdown of steps"), m_steps);
  m_stepTable->setSelectionMode(QAbstractItemView::SingleSelection);
  QHeaderView* header = m_stepTable->horizontalHeader();
  header->setMinimumSectionSize(fontMetrics().averageCharWidth() * 9);
  header->setSectionResizeMode(QHeaderView::Stretch);
  constexpr int longestTitle = StepsTable::FirstPart + static_cast<int>(TimeCategory::Communication);
  for (const int column : {+StepsTable::Name, +StepsTable::Process, longestTitle}) {
    header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }
  header->moveSection(StepsTable::Process, StepsTable::Name + 1);
  m_stepTable->setSortingEnabled(true);
  m_stepTable->sortByColumn(StepsTable::Start, Qt::AscendingOrder);
  const auto open = [this](const QModelIndex& at) {
    const Step& step = m_stepRows->steps[m_stepModel->numberOf(at.row())].step;
    Q_EMIT placeRequested({.span = step.span, .range = step.range});
  };
  connect(m_stepTable, &QTableView::clicked, this, open);
  connect(m_stepTable, &QTableView::activated, this, open);
  return m_stepTable;
}

void OverviewPage::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  m_figures.requestFigures();
  refill();
}

const DeviceFigures* OverviewPage::device() const {
  if (m_shown == nullptr || m_shown->devices.empty()) {
    return nullptr;
  }
  const int at = std::clamp(m_devices->currentIndex(), 0, static_cast<int>(m_shown->devices.size()) - 1);
  return &m_shown->devices[static_cast<std::size_t>(at)];
}

/// Shows only a sentence.
void OverviewPage::showReason(const QString& title, const QString& sentence) {
  m_title->setText(title);
  m_subtitle->setText(sentence);
  for (QWidget* part :
       std::initializer_list<QWidget*>{m_devices, m_tileRow, m_timeRow, m_counted, m_steps, m_kernelRow}) {
    part->hide();
  }
}

void OverviewPage::refill() {
  const OverviewFigures* figures = m_figures.figures().get();
  if (figures == nullptr) {
    m_shown = nullptr;
    if (!m_figures.failure().isEmpty()) {
      showReason(tr("No overview"), m_figures.failure());
    } else if (m_figures.trace()) {
      showReason(tr("Calculating…"), tr("The figures of this file are being calculated."));
    } else {
      showReason(tr("Loading…"), tr("The overview appears once the whole file is loaded."));
    }
    return;
  }
  if (m_known.lock().get() == figures && figures == m_shown) {
    fillTiles();  // only tiles have new data; rows keep the focus
    fillPhases();
    if (m_countedShown != m_figures.counted()) {
      fillCounted(device());
    }
    return;
  }
  m_shown = figures;
  m_known = m_figures.figures();
  const int chosen = m_devices->currentIndex();
  m_devices->clear();
  for (const DeviceFigures& each : figures->devices) {
    m_devices->addItem(qt(each.rows.title));
  }
  m_devices->setCurrentIndex(std::clamp(chosen, 0, std::max(m_devices->count() - 1, 0)));
  m_title->setText(overviewTitle(*figures));
  m_subtitle->setText(figures->devices.empty() ? tr("%1. The profile contains no kernel, memcpy or memset. Was the GPU "
                                                    "profiled? With torch.profiler, pass activities=[CPU, CUDA].")
                                                     .arg(overviewSubtitle(*figures))
                                               : overviewSubtitle(*figures));
  m_devices->setVisible(figures->devices.size() > 1);
  fillDevice();
}

void OverviewPage::fillTiles() {
  const DeviceFigures* chosen = device();
  m_tileRow->setVisible(chosen != nullptr);
  if (chosen == nullptr) {
    return;
  }
  const auto at = static_cast<std::size_t>(chosen - m_shown->devices.data());
  const auto use = at < m_figures.smUse().size() ? std::optional(m_figures.smUse()[at]) : std::nullopt;
  std::vector<TileFigure> tiles =
      tilesOf(*chosen, use, figuresOf(m_figures.phases(), chosen->steps), m_figures.phases().withoutProfiler,
              ofSameDevice(m_figures.phases().idleWithoutProfiler, chosen->idle));
  for (std::size_t i = 0; i < m_tiles.size(); ++i) {
    tiles[i].doubts = doubtsAbout(&m_quality, tiles[i].restsOn);
    m_tiles[i]->setFigure(std::move(tiles[i]));
  }
  if (chosen->idle.idle.ns > 0) {
    sayIdle(*chosen);
  }
}

}  // namespace kernline::ui
