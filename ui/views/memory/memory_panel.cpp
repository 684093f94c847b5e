// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_panel.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/model/format/quantity.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/views/memory/joined_memory.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_head.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QEvent>
#include <QHideEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

MemoryPanel::MemoryPanel(QWidget* parent) : QStackedWidget(parent) {
  setObjectName(QStringLiteral("memoryPanel"));
}

MemoryPanel::~MemoryPanel() {
  disposeInBackground(std::move(m_counted));
}

void MemoryPanel::createContents() {
  if (m_page != nullptr) {
    return;
  }
  m_instead = new QWidget(this);
  m_long = new LongWork(QStringLiteral("memory"), m_instead);
  connect(m_long, &LongWork::cancelRequested, this, [this] {
    m_counting.drop();
    m_sentence->clear();
  });
  connect(m_long, &LongWork::restartRequested, this, [this] {
    drop();
    look();
  });
  m_sentence = new QLabel(m_instead);
  m_sentence->setObjectName(QStringLiteral("memorySentenceAlone"));
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  constexpr int margin = 24;
  m_sentence->setContentsMargins(margin, margin, margin, margin);
  auto* column = new QVBoxLayout(m_instead);
  column->setContentsMargins({});
  column->addWidget(m_long);
  column->addWidget(m_sentence, 1);
  m_page = new MemoryPage(MemoryPage::Style::Compact, this);
  m_page->setHasTimeline(true);
  m_page->head()->setOthers([this] { return m_others ? m_others() : std::vector<MemorySource>(); });
  addWidget(m_instead);
  addWidget(m_page);
  setFocusProxy(m_page);
  connect(m_page, &MemoryPage::rangeRequested, this, [this](TimeRange range) {
    if (m_view) {
      m_view->setVisibleRange(range);
    }
  });
  connect(m_page, &MemoryPage::hoverTimeChanged, this, [this](std::optional<Time> time) {
    if (m_view) {
      m_view->showMoment(time);
    }
  });
  connect(m_page, &MemoryPage::spanRequested, this, &MemoryPanel::spanRequested);
  connect(m_page, &MemoryPage::exportRequested, this, &MemoryPanel::exportRequested);
  m_page->chart()->installEventFilter(this);
  updateWarnings();
}

void MemoryPanel::setTrace(std::shared_ptr<const Trace> trace, TimelineView* view, const TraceQuality* quality) {
  m_trace = std::move(trace);
  m_hasMemory = m_trace && hasMemoryData(*m_trace);
  follow(view);
  followQuality(quality);
  if (m_counted != m_trace) {
    drop();
    if (m_page != nullptr) {
      m_page->setSpan(nullptr, SpanId::none);
      m_page->setHistory(nullptr);
    }
  }
  look();
}

void MemoryPanel::follow(TimelineView* view) {
  if (view == m_view) {
    return;
  }
  for (const QMetaObject::Connection& link : std::exchange(m_links, {})) {
    disconnect(link);
  }
  if (m_view) {
    m_view->removeEventFilter(this);
  }
  m_view = view;
  if (view == nullptr) {
    return;
  }
  view->installEventFilter(this);
  const auto ifShown = [this](auto&& what) {
    if (m_page != nullptr && m_page->history()) {
      what();
    }
  };
  m_links = {
      connect(view, &TimelineView::visibleRangeChanged, this,
              [this, ifShown](TimeRange range) { ifShown([&] { m_page->setRange(range); }); }),
      connect(view, &TimelineView::hoverTimeChanged, this,
              [this, ifShown](std::optional<Time> time) { ifShown([&] { m_page->setPointed(time); }); }),
      connect(view, &TimelineView::selectionChanged, this,
              [this, ifShown](SpanId span) { ifShown([&] { m_page->setSpan(m_trace, span); }); }),
      connect(&view->scene(), &TimelineScene::stepsChanged, this, &MemoryPanel::look),
      connect(view, &TimelineView::tracksRectChanged, this, &MemoryPanel::placePlot),
  };
}

void MemoryPanel::followQuality(const TraceQuality* quality) {
  if (quality != m_quality) {
    if (m_quality) {
      disconnect(m_quality, nullptr, this, nullptr);
    }
    m_quality = quality;
    if (quality != nullptr) {
      connect(quality, &TraceQuality::changed, this, &MemoryPanel::updateWarnings);
    }
  }
  updateWarnings();
}

/// Shows issues of the trace's own checks that its memory history does not have: lost records, repaired times.
void MemoryPanel::updateWarnings() {
  if (m_page == nullptr) {
    return;
  }
  QStringList lines;
  if (m_quality && m_quality->issues()) {
    for (const DataIssue* issue : m_quality->issues()->affecting({Figure::Counters})) {
      if (!issue->key.starts_with("memory_")) {
        lines << QStringLiteral("%1: %2").arg(countText(issue->count), coreText(issue->what));
      }
    }
  }
  m_page->head()->setTraceDoubts(lines);
}

void MemoryPanel::showEvent(QShowEvent* event) {
  look();
  QStackedWidget::showEvent(event);
}

void MemoryPanel::hideEvent(QHideEvent* event) {
  QStackedWidget::hideEvent(event);
  if (!event->spontaneous() && m_counting.isRunning()) {
    drop();
  }
}

/// Drops the sums; an interrupted sum starts again when the panel is shown.
void MemoryPanel::drop() {
  m_counting.drop();
  m_counted.reset();
  if (m_long != nullptr) {
    m_long->end();
  }
}

/// Adds up what the trace says, once the panel is in sight.
void MemoryPanel::look() {
  if (!isVisible()) {
    return;
  }
  createContents();
  if (!m_trace) {
    say(tr("Open a trace to see its memory here."));
    return;
  }
  const std::shared_ptr<const ShownSteps> steps = stepsOfView();
  std::vector<MemorySource> beside = snapshots();
  const auto isSame = [](const MemorySource& one, const MemorySource& other) {
    return one.path == other.path && one.history == other.history;
  };
  if (m_counted == m_trace && m_markedSteps == steps && std::ranges::equal(beside, m_countedSnapshots, isSame)) {
    return;
  }
  m_counted = m_trace;
  m_markedSteps = steps;
  m_countedSnapshots = beside;
  if (!m_hasMemory && beside.empty()) {
    say(emptyText());
    return;
  }
  count(std::move(beside));
}

void MemoryPanel::count(std::vector<MemorySource> beside) {
  m_counting.start(
      tr("Adding up the allocations…"),
      [trace = m_trace, steps = m_markedSteps, beside = std::move(beside)](std::stop_token stop, Progress&) {
        return joinedMemory(*trace, steps ? steps->onHost() : trace->steps(), beside, stop);
      },
      [this](const std::shared_ptr<const JoinedMemory>& joined) {
        m_long->end();
        if (joined->history->isEmpty()) {
          say(QStringList{emptyText(), joined->notes.join(QLatin1Char('\n'))}.join(QStringLiteral("\n\n")));
          return;
        }
        m_page->setHistory(joined->history);
        m_page->head()->setSnapshotNotes(joined->notes);
        m_page->setRange(m_view ? m_view->visibleRange() : m_trace->bounds());
        m_page->setSpan(m_trace, m_view ? m_view->selection() : SpanId::none);
        setCurrentWidget(m_page);
        placePlot();
      });
  m_long->begin();
}

void MemoryPanel::setSnapshots(MemorySources snapshots) {
  m_snapshots = std::move(snapshots);
  look();
}

std::vector<MemorySource> MemoryPanel::snapshots() const {
  return m_snapshots ? m_snapshots() : std::vector<MemorySource>();
}

/// Returns nullptr if the timeline still shows another trace, or there is none.
std::shared_ptr<const ShownSteps> MemoryPanel::stepsOfView() const {
  return m_view && m_view->trace() == m_trace ? m_view->scene().sharedSteps() : nullptr;
}

QString MemoryPanel::emptyText() {
  return tr(
      "This trace has no memory data. Record it with profile_memory=True, or open a snapshot from "
      "torch.cuda.memory._dump_snapshot().");
}

void MemoryPanel::say(const QString& sentence) {
  if (!m_counting.isRunning()) {
    m_long->end();  // shows the reason instead
  }
  m_sentence->setText(sentence);
  setCurrentWidget(m_instead);
}

bool MemoryPanel::isBusy() const {
  return m_counting.isRunning() || (m_page != nullptr && m_page->isBusy());
}

bool MemoryPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show) {
    placePlot();
  }
  return QStackedWidget::eventFilter(watched, event);
}

/// The same time lies at the same x in the timeline and in the chart below it, wherever the two allow that.
void MemoryPanel::placePlot() {
  if (m_page == nullptr || !m_view || !m_page->isVisible()) {
    return;
  }
  const QRect tracks = m_view->tracksRect();
  MemoryChart* chart = m_page->chart();
  const int left = chart->mapFromGlobal(m_view->mapToGlobal(tracks.topLeft())).x();
  const int right = left + tracks.width();
  constexpr int axisCharacters = 12;
  const int axis = fontMetrics().averageCharWidth() * axisCharacters;
  const bool fits = m_view->isVisible() && left >= axis && right <= chart->width() + 1;
  m_page->setPlotEdges(fits ? std::optional(std::pair(left, right)) : std::nullopt);
}

}  // namespace kernline::ui
