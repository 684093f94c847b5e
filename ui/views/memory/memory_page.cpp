// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_page.h"

#include "core/analysis/memory/span_blocks.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_words.h"
#include "ui/views/memory/overlay_panel.h"
#include "ui/views/memory/segments_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {

MemoryPage::MemoryPage(Style style, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("memoryPage"));
  setAccessibleName(tr("Memory"));
  m_chart = new MemoryChart(this);
  m_blocks = new BlocksPanel(this);
  m_blocks->setLow(style == Style::Compact);
  m_segments = new SegmentsPanel(this);
  m_tabs = new QTabWidget(this);
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(m_blocks, tr("Blocks"));
  m_tabs->addTab(m_segments, tr("Segments at the end"));
  m_overlay = new OverlayPanel(this);
  m_tabs->addTab(m_overlay, tr("Comparison"));
  showTabs();
  auto* split = new QSplitter(Qt::Vertical, this);
  split->setObjectName(QStringLiteral("memorySplitter"));
  split->setChildrenCollapsible(false);
  split->addWidget(m_chart);
  split->addWidget(m_tabs);
  constexpr int share = 10'000;  // more than there is: sizes are shared out in proportion
  split->setSizes({share, share});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(makeHead(style));
  column->addWidget(split, 1);
  setFocusProxy(m_chart);
  connectParts();
  setHistory(nullptr);
}

MemoryPage::~MemoryPage() = default;

void MemoryPage::connectParts() {
  connect(m_devices, &QComboBox::currentIndexChanged, this, [this](int at) {
    if (at >= 0) {
      setDevice(static_cast<std::size_t>(at));
    }
  });
  connect(m_peak, &QToolButton::clicked, this, &MemoryPage::goToPeak);
  connect(m_all, &QToolButton::clicked, this, &MemoryPage::showAll);
  connect(m_chart, &MemoryChart::rangeRequested, this, &MemoryPage::rangeRequested);
  connect(m_chart, &MemoryChart::hoverTimeChanged, this, &MemoryPage::hoverTimeChanged);
  connect(m_chart, &MemoryChart::momentChosen, m_blocks, &BlocksPanel::setMoment);
  connect(m_chart, &MemoryChart::blockChosen, this, &MemoryPage::chooseBlock);
  connect(m_asBlocks, &QToolButton::toggled, this, &MemoryPage::setStacked);
  connect(m_blocks, &BlocksPanel::groupingChanged, this, &MemoryPage::colorBlocks);
  connect(m_blocks, &BlocksPanel::blockCurrent, m_chart, &MemoryChart::setChosenBlock);
  connect(m_overlay, &OverlayPanel::closeRequested, this, &MemoryPage::endComparison);
  connect(m_blocks, &BlocksPanel::momentRequested, this, &MemoryPage::setMoment);
  connect(m_blocks, &BlocksPanel::spanRequested, this, &MemoryPage::spanRequested);
  connect(m_blocks, &BlocksPanel::exportRequested, this, &MemoryPage::exportRequested);
}

void MemoryPage::setHistory(std::shared_ptr<const MemoryHistory> history) {
  m_drawing = {};
  m_firstMoment.reset();
  m_history = std::move(history);
  const bool hasDevice = m_history && !m_history->isEmpty();
  {
    const QSignalBlocker quiet(m_devices);
    m_devices->clear();
    for (std::size_t i = 0; hasDevice && i < m_history->devices.size(); ++i) {
      m_devices->addItem(qt(printable(m_history->devices[i].title)));
    }
  }
  m_devices->setVisible(hasDevice);
  endComparison();
  m_compare->setEnabled(hasDevice);
  m_peak->setEnabled(hasDevice);
  m_all->setEnabled(hasDevice);
  m_tabs->setEnabled(hasDevice);
  m_device = 0;
  if (hasDevice) {
    if (!m_hasTimeline) {
      m_range = withMargin(m_history->bounds, 0);
    }
    const auto filled = std::ranges::find_if(m_history->devices,
                                             [](const MemoryDevice& device) { return !device.allocated.isEmpty(); });
    m_device = filled == m_history->devices.end() ? 0 : static_cast<std::size_t>(filled - m_history->devices.begin());
  }
  showDevice();
}

void MemoryPage::setDevice(std::size_t device) {
  if (m_history && device < m_history->devices.size() && device != m_device) {
    m_device = device;
    showDevice();
  }
}

void MemoryPage::showDevice() {
  m_coloring = {};
  m_chart->setChosenBlock(std::nullopt);
  m_blocks->setColors(nullptr);
  showIssues();
  if (!m_history || m_history->isEmpty()) {
    m_drawing = {};
    m_sentence->setText(m_history ? tr("This file has no memory data.") : QString());
    m_notes->hide();
    m_asCurve->hide();
    m_asBlocks->hide();
    m_chart->setCurves(nullptr);
    m_blocks->setMemory(nullptr, 0);
    m_segments->setMemory(nullptr, 0);
    showTabs();
    return;
  }
  {
    const QSignalBlocker quiet(m_devices);
    m_devices->setCurrentIndex(static_cast<int>(m_device));
  }
  const MemoryDevice& device = m_history->devices[m_device];
  m_sentence->setText(deviceSentence(*m_history, device));
  m_notes->setText(deviceNotes(*m_history, device));
  m_notes->setVisible(!m_notes->text().isEmpty());
  const bool canStack = !device.blocks.empty() && device.categories.empty();
  m_asCurve->setVisible(canStack);
  m_asBlocks->setVisible(canStack);
  showTabs();
  m_overlay->setDevice(m_device);
  m_blocks->setMemory(m_history, m_device);
  m_segments->setMemory(m_history, m_device);
  m_drawing = Job<std::shared_ptr<const DeviceCurves>>(
      [history = m_history, at = m_device](const std::stop_token& stop, Progress&) {
        return makeDeviceCurves(history, at, stop);
      },
      [this](Expected<std::shared_ptr<const DeviceCurves>> curves) {
        if (curves) {
          takeCurves(std::move(*curves));
        } else if (curves.error().kind != Error::Kind::Canceled) {
          m_sentence->setText(coreText(curves.error().message));
        }
      });
}

void MemoryPage::takeCurves(std::shared_ptr<const DeviceCurves> curves) {
  m_chart->setCurves(std::move(curves));
  m_chart->setRange(m_range);
  m_chart->setMoment(peakTime(*m_history, m_history->devices[m_device]));
  if (m_firstMoment) {
    setMoment(*std::exchange(m_firstMoment, std::nullopt));
  }
  colorBlocks();
  highlightSpan();
}

void MemoryPage::setStacked(bool stacked) {
  if (stacked == m_stacked) {
    return;
  }
  m_stacked = stacked;
  (stacked ? m_asBlocks : m_asCurve)->setChecked(true);
  m_chart->setPicture(stacked ? MemoryChart::Picture::Blocks : MemoryChart::Picture::Curve);
  colorBlocks();
}

/// As the blocks are grouped, so they are colored.
void MemoryPage::colorBlocks() {
  m_coloring = {};
  if (!m_stacked || !m_chart->curves() || !m_chart->curves()->hasBlocks()) {
    m_blocks->setColors(nullptr);
    return;
  }
  m_coloring = Job<std::shared_ptr<const BlockColors>>(
      [curves = m_chart->curves(), grouping = m_blocks->grouping()](
          const std::stop_token& stop, Progress&) -> Expected<std::shared_ptr<const BlockColors>> {
        return makeBlockColors(*curves->history, curves->of(), grouping, stop);
      },
      [this](Expected<std::shared_ptr<const BlockColors>> colors) {
        if (colors && *colors) {
          m_chart->setColors(*colors);
          m_blocks->setColors(std::move(*colors));
        }
      });
}

/// A band was clicked: the tables go to its block, and a timeline to what made it.
void MemoryPage::chooseBlock(std::uint32_t block) {
  const MemoryBlock& chosen = m_history->devices[m_device].blocks[block];
  m_blocks->showBlock(block, m_chart->moment().value_or(chosen.begin));
  if (m_hasTimeline && chosen.span != SpanId::none) {
    Q_EMIT spanRequested(chosen.span);
  }
}

void MemoryPage::showTabs() {
  const bool hasSegments = m_history && !m_history->isEmpty() && !m_history->devices[m_device].segments.empty();
  const bool compares = !m_overlay->isEmpty();
  m_tabs->setTabVisible(m_tabs->indexOf(m_segments), hasSegments);
  m_tabs->setTabVisible(m_tabs->indexOf(m_overlay), compares);
  m_tabs->tabBar()->setVisible(hasSegments || compares);
}

void MemoryPage::listOthers(QMenu& menu) {
  menu.clear();
  for (MemorySource& other : m_others ? m_others() : std::vector<MemorySource>()) {
    const QString title = QString(other.title).replace(QLatin1Char('&'), QStringLiteral("&&"));
    menu.addAction(title, this, [this, source = std::move(other)] { compareWith(source); });
  }
  if (!menu.isEmpty()) {
    menu.addSeparator();
  }
  menu.addAction(tr("Another &file…"), this, &MemoryPage::chooseFile);
}

void MemoryPage::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Compare with"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    compareWith({.title = QFileInfo(path).fileName(), .history = {}, .trace = {}, .path = path.toStdString()});
  });
  dialog->open();
}

void MemoryPage::compareWith(MemorySource other) {
  if (!m_history || m_history->isEmpty()) {
    return;
  }
  m_overlay->compare(m_history, m_device, std::move(other));
  showTabs();
  m_tabs->setCurrentWidget(m_overlay);
}

void MemoryPage::endComparison() {
  m_overlay->clear();
  showTabs();
}

void MemoryPage::showIssues() {
  const QString doubts = m_history && !m_history->isEmpty()
                             ? memoryDoubts(*m_history, m_history->devices[m_device], m_traceDoubts)
                             : QString();
  const int side = fontMetrics().height();
  m_doubts->setPixmap(icon(QStringLiteral("warning")).pixmap(side, side));
  m_doubts->setToolTip(doubts);
  m_doubts->setAccessibleName(doubts);
  m_doubts->setVisible(!doubts.isEmpty());
  const bool isShown = m_history && !m_history->report.isEmpty();
  m_issues->setVisible(isShown);
  if (isShown) {
    const bool doubtful = isDoubtful(m_history->report);
    const int size = fontMetrics().height();
    m_issueIcon->setPixmap(icon(doubtful ? QStringLiteral("warning") : QStringLiteral("info")).pixmap(size, size));
    const QString lines = issueLines(m_history->report);
    m_issueText->setText(doubtful ? tr("Figures of this file may be inaccurate.") + QLatin1Char('\n') + lines : lines);
  }
}

void MemoryPage::setRange(TimeRange range) {
  m_range = withMargin(range, 0);
  m_chart->setRange(m_range);
}

void MemoryPage::showAll() {
  if (m_history && !m_history->isEmpty()) {
    Q_EMIT rangeRequested(withMargin(m_history->bounds, 0));
  }
}

void MemoryPage::setMoment(Time moment) {
  m_chart->setMoment(moment);
  m_blocks->setMoment(moment);
  if (!m_range.contains(moment)) {
    const Duration half{m_range.length().ns / 2};
    Q_EMIT rangeRequested({moment - half, moment + half});
  }
}

void MemoryPage::goToPeak() {
  if (m_history && !m_history->isEmpty()) {
    setMoment(peakTime(*m_history, m_history->devices[m_device]));
  }
}

void MemoryPage::resume(const MemoryPage& before) {
  setStacked(before.m_stacked);
  setDevice(before.m_device);
  setRange(before.m_range);
  m_firstMoment = before.m_chart->moment();
  if (m_firstMoment && !m_drawing.isRunning()) {
    setMoment(*std::exchange(m_firstMoment, std::nullopt));
  }
}

void MemoryPage::setHasTimeline(bool has) {
  m_hasTimeline = has;
  m_blocks->setHasTimeline(has);
}

void MemoryPage::setPointed(std::optional<Time> time) {
  m_chart->setPointed(time);
}

void MemoryPage::setSpan(std::shared_ptr<const Trace> trace, SpanId span) {
  m_trace = std::move(trace);
  m_span = span;
  m_blocks->setSpan(m_trace, m_span);
  highlightSpan();
}

/// Marks on the curve when the selected span made blocks.
void MemoryPage::highlightSpan() {
  m_lighting = {};
  m_chart->setHighlighted({});
  if (!m_history || m_history->isEmpty() || !m_trace || m_span == SpanId::none) {
    return;
  }
  m_lighting = Job<std::vector<Time>>(
      [history = m_history, device = m_device, trace = m_trace, span = m_span](
          const std::stop_token&, Progress&) -> Expected<std::vector<Time>> {
        std::vector<Time> moments;
        for (const std::uint32_t block : blocksMadeBy(*trace, history->devices[device], span)) {
          moments.push_back(history->devices[device].blocks[block].begin);
        }
        std::ranges::sort(moments);
        return moments;
      },
      [this](Expected<std::vector<Time>> moments) {
        if (moments) {
          m_chart->setHighlighted(std::move(*moments));
        }
      });
}

void MemoryPage::setPlotEdges(std::optional<std::pair<int, int>> edges) {
  m_chart->setPlotEdges(edges);
}

void MemoryPage::setTraceDoubts(const QStringList& lines) {
  m_traceDoubts = lines;
  showIssues();
}

bool MemoryPage::isBusy() const {
  return m_drawing.isRunning() || m_lighting.isRunning() || m_coloring.isRunning() || m_chart->isBusy() ||
         m_overlay->isBusy() || m_blocks->isBusy();
}

}  // namespace kernline::ui
