// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_page.h"

#include "core/analysis/memory/span_blocks.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_head.h"
#include "ui/views/memory/memory_words.h"
#include "ui/views/memory/overlay_panel.h"
#include "ui/views/memory/segments_panel.h"

#include <QBoxLayout>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

// Margins next to the head, in logical pixels.
constexpr int pageMargin = 12;
constexpr int compactMargin = 8;

}  // namespace

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
  m_head = new MemoryHead(style == Style::Page ? pageMargin : compactMargin, style == Style::Compact, this);
  m_long = new LongWork(QStringLiteral("memoryPage"), this);
  column->addWidget(m_head);
  column->addWidget(m_long);
  column->addWidget(split, 1);
  setFocusProxy(m_chart);
  connectParts();
  setHistory(nullptr);
}

MemoryPage::~MemoryPage() = default;

void MemoryPage::connectParts() {
  connect(m_long, &LongWork::cancelRequested, this, [this] { m_drawing = {}; });
  connect(m_long, &LongWork::restartRequested, this, &MemoryPage::showDevice);
  connect(m_head, &MemoryHead::deviceChosen, this, &MemoryPage::setDevice);
  connect(m_head, &MemoryHead::peakRequested, this, &MemoryPage::goToPeak);
  connect(m_head, &MemoryHead::allRequested, this, &MemoryPage::showAll);
  connect(m_head, &MemoryHead::stackedChosen, this, &MemoryPage::setStacked);
  connect(m_head, &MemoryHead::comparisonRequested, this, &MemoryPage::compareWith);
  connect(m_chart, &MemoryChart::rangeRequested, this, &MemoryPage::rangeRequested);
  connect(m_chart, &MemoryChart::hoverTimeChanged, this, &MemoryPage::hoverTimeChanged);
  connect(m_chart, &MemoryChart::momentChosen, m_blocks, &BlocksPanel::setMoment);
  connect(m_chart, &MemoryChart::blockChosen, this, &MemoryPage::chooseBlock);
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
  m_head->setHistory(m_history);
  endComparison();
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
  m_head->showDevice(m_device);
  if (!m_history || m_history->isEmpty()) {
    m_drawing = {};
    m_long->end();
    m_chart->setCurves(nullptr);
    m_blocks->setMemory(nullptr, 0);
    m_segments->setMemory(nullptr, 0);
    showTabs();
    return;
  }
  showTabs();
  m_overlay->setDevice(m_device);
  m_blocks->setMemory(m_history, m_device);
  m_segments->setMemory(m_history, m_device);
  m_long->begin();
  m_drawing = Job<std::shared_ptr<const DeviceCurves>>(
      [history = m_history, at = m_device](const std::stop_token& stop, Progress&) {
        return makeDeviceCurves(history, at, stop);
      },
      [this](Expected<std::shared_ptr<const DeviceCurves>> curves) {
        m_long->end();
        if (curves) {
          takeCurves(std::move(*curves));
        } else if (curves.error().kind != Error::Kind::Canceled) {
          m_head->showError(coreText(curves.error().message));
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
  m_head->setStacked(stacked);
  m_chart->setPicture(stacked ? MemoryChart::Picture::Blocks : MemoryChart::Picture::Curve);
  colorBlocks();
}

/// Colors blocks as they are grouped.
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

bool MemoryPage::isBusy() const {
  return m_drawing.isRunning() || m_lighting.isRunning() || m_coloring.isRunning() || m_chart->isBusy() ||
         m_overlay->isBusy() || m_blocks->isBusy();
}

}  // namespace kernline::ui
