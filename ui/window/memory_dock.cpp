// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/memory_dock.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/model/format/quantity.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/trust/trace_trust.h"
#include "ui/window/document_tab.h"

#include <QEvent>
#include <QLabel>
#include <QStackedWidget>

#include <utility>

namespace kernline::ui {

MemoryDock::MemoryDock(QWidget* window) : QDockWidget(tr("Memory"), window) {
  setObjectName(QStringLiteral("memoryDock"));
  setAllowedAreas(Qt::AllDockWidgetAreas);
  connect(this, &QDockWidget::visibilityChanged, this, &MemoryDock::look);
}

MemoryDock::~MemoryDock() {
  disconnect(this, nullptr, this, nullptr);
  disposeInBackground(std::move(m_counted));
}

void MemoryDock::createContents() {
  if (m_page != nullptr) {
    return;
  }
  m_places = new QStackedWidget(this);
  m_sentence = new QLabel(m_places);
  m_sentence->setObjectName(QStringLiteral("memorySentenceAlone"));
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  constexpr int margin = 24;
  m_sentence->setContentsMargins(margin, margin, margin, margin);
  m_page = new MemoryPage(MemoryPage::Style::Compact, m_places);
  m_page->setHasTimeline(true);
  m_page->setOthers([this] { return m_others ? m_others() : std::vector<MemorySource>(); });
  m_places->addWidget(m_sentence);
  m_places->addWidget(m_page);
  setWidget(m_places);
  setFocusProxy(m_page);
  connect(m_page, &MemoryPage::rangeRequested, this, [this](TimeRange range) {
    if (m_view) {
      m_view->setVisibleRange(range);
    }
  });
  connect(m_page, &MemoryPage::pointedAt, this, [this](std::optional<Time> time) {
    if (m_view) {
      m_view->showMoment(time);
    }
  });
  connect(m_page, &MemoryPage::spanRequested, this, &MemoryDock::spanRequested);
  connect(m_page, &MemoryPage::exportRequested, this, &MemoryDock::exportRequested);
  m_page->chart()->installEventFilter(this);
  tellDoubts();
}

void MemoryDock::showDocument(const DocumentTab* document) {
  m_trace = document != nullptr ? document->trace() : nullptr;
  m_hasMemory = m_trace && tellsOfMemory(*m_trace);
  follow(document != nullptr ? document->view() : nullptr);
  followTrust(document != nullptr ? document->trust() : nullptr);
  if (m_counted != m_trace) {
    m_counting = {};
    m_counted.reset();
    if (m_page != nullptr) {
      m_page->setSpan(nullptr, SpanId::none);
      m_page->setHistory(nullptr);
    }
  }
  look();
}

void MemoryDock::follow(TimelineView* view) {
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
      connect(view, &TimelineView::pointedAt, this,
              [this, ifShown](std::optional<Time> time) { ifShown([&] { m_page->setPointed(time); }); }),
      connect(view, &TimelineView::selectionChanged, this,
              [this, ifShown](SpanId span) { ifShown([&] { m_page->setSpan(m_trace, span); }); }),
      connect(view, &TimelineView::tracksMoved, this, &MemoryDock::placePlot),
  };
}

void MemoryDock::followTrust(const TraceTrust* trust) {
  if (trust != m_trust) {
    if (m_trust) {
      disconnect(m_trust, nullptr, this, nullptr);
    }
    m_trust = trust;
    if (trust != nullptr) {
      connect(trust, &TraceTrust::changed, this, &MemoryDock::tellDoubts);
    }
  }
  tellDoubts();
}

/// What the trace's own checks find and its memory does not know: records that were lost, times that were repaired.
void MemoryDock::tellDoubts() {
  if (m_page == nullptr) {
    return;
  }
  QStringList lines;
  if (m_trust && m_trust->findings()) {
    for (const Finding* finding : m_trust->findings()->touching({Figure::Counters})) {
      if (!finding->key.starts_with("memory_")) {
        lines << QStringLiteral("%1: %2").arg(countText(finding->count), coreText(finding->what));
      }
    }
  }
  m_page->setTraceDoubts(lines);
}

/// Adds up what the trace says, once the dock is in sight.
void MemoryDock::look() {
  if (!isVisible()) {
    return;
  }
  createContents();
  if (!m_trace) {
    say(tr("Open a trace to see its memory here."));
    return;
  }
  if (m_counted == m_trace) {
    return;
  }
  m_counted = m_trace;
  if (!m_hasMemory) {
    say(sentenceOfNone());
    return;
  }
  say(tr("Adding up the allocations…"));
  m_counting = Job<std::shared_ptr<const MemoryHistory>>(
      [trace = m_trace](std::stop_token stop, Progress&) -> Expected<std::shared_ptr<const MemoryHistory>> {
        auto history = traceMemory(*trace, stop);
        if (!history) {
          return std::unexpected(Error{Error::Kind::Cancelled, Phrase::tr("Stopped.")});
        }
        return history;
      },
      [this](Expected<std::shared_ptr<const MemoryHistory>> history) {
        if (!history) {
          say(coreText(history.error().message));
          return;
        }
        m_page->setHistory(std::move(*history));
        m_page->setRange(m_view ? m_view->visibleRange() : m_trace->bounds());
        m_page->setSpan(m_trace, m_view ? m_view->selection() : SpanId::none);
        m_places->setCurrentWidget(m_page);
        placePlot();
      });
}

QString MemoryDock::sentenceOfNone() {
  return tr(
      "This trace says nothing about memory. Record it with profile_memory=True, or open a snapshot of "
      "torch.cuda.memory._dump_snapshot() instead.");
}

void MemoryDock::say(const QString& sentence) {
  m_sentence->setText(sentence);
  m_places->setCurrentWidget(m_sentence);
}

bool MemoryDock::isBusy() const {
  return m_counting.isRunning() || (m_page != nullptr && m_page->isBusy());
}

bool MemoryDock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show) {
    placePlot();
  }
  return QDockWidget::eventFilter(watched, event);
}

/// The same time lies at the same x in the timeline and in the chart below it, wherever the two allow that.
void MemoryDock::placePlot() {
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
