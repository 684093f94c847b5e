// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/paired_timelines.h"

#include "core/runs/counterpart.h"
#include "ui/runs/ribbon_view.h"
#include "ui/style/quiet_label.h"
#include "ui/timeline/timeline_view.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

PairedTimelines::PairedTimelines(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_ribbon = new RibbonView(this);
  for (std::size_t i = 0; i < m_views.size(); ++i) {
    m_titles[i] = new QuietLabel({}, this);
    m_titles[i]->setContentsMargins(8, 2, 8, 2);
    m_views[i] = new TimelineView(this);
    m_views[i]->setObjectName(i == 0 ? QStringLiteral("runsBaseTimeline") : QStringLiteral("runsOtherTimeline"));
    m_views[i]->setMinimumHeight(100);
    m_views[i]->setMinimapVisible(false);
  }
  column->addWidget(m_titles[0]);
  column->addWidget(m_views[0], 1);
  column->addWidget(m_ribbon);
  column->addWidget(m_titles[1]);
  column->addWidget(m_views[1], 1);
  for (std::size_t i = 0; i < m_views.size(); ++i) {
    connect(m_views[i], &TimelineView::visibleRangeChanged, this, [this, i] { follow(i); });
    connect(m_views[i], &TimelineView::tracksMoved, this, [this, i] { follow(i); });
    connect(m_views[i], &TimelineView::selectionChanged, this, [this, i](SpanId span) { selectPartner(i, span); });
    connect(m_views[i], &TimelineView::pointedAt, this, [this, i](std::optional<Time> time) {
      m_views[1 - i]->showMoment(time && m_comparison ? std::optional{partner(i, *time)} : std::nullopt);
    });
  }
}

PairedTimelines::~PairedTimelines() {
  for (TimelineView* view : m_views) {
    disconnect(view, nullptr, this, nullptr);
  }
}

void PairedTimelines::showRuns(const OpenRun& base, const OpenRun& other,
                               std::shared_ptr<const RunComparison> comparison) {
  m_comparison = std::move(comparison);
  const std::array<const OpenRun*, 2> runs{&base, &other};
  m_isFollowing = true;
  for (std::size_t i = 0; i < m_views.size(); ++i) {
    m_titles[i]->setText((i == 0 ? tr("Base: %1") : tr("Other: %1")).arg(runs[i]->title));
    if (m_views[i]->trace() != runs[i]->trace) {
      m_views[i]->setTrace(runs[i]->trace);
      if (runs[i]->index) {
        m_views[i]->setIndex(runs[i]->index);
      }
    }
  }
  m_isFollowing = false;
  std::array<std::vector<TimeRange>, 2> steps;
  for (std::size_t i = 0; m_comparison && i < steps.size(); ++i) {
    steps[i] = m_comparison->runs[i].steps.steps;
    m_anchors[i] = steps[i].front().begin;
  }
  m_ribbon->setSteps(std::move(steps));
  m_ribbon->setBand({});
  setScale(m_scale);
  showSteps();
}

void PairedTimelines::setScale(Scale scale) {
  m_scale = scale;
  m_stretch = 1;
  if (m_comparison && scale == Scale::Step) {
    const RunDifference& difference = m_comparison->differences.front();
    m_stretch = difference.baseStep > 0 && difference.otherStep > 0 ? difference.otherStep / difference.baseStep : 1;
  }
  follow(0);
}

void PairedTimelines::setLinked(bool linked) {
  if (linked && !m_isLinked) {
    m_anchors = {m_views[0]->visibleRange().begin, m_views[1]->visibleRange().begin};
  }
  m_isLinked = linked;
  follow(0);
}

Time PairedTimelines::partner(std::size_t from, Time time) const {
  const double stretch = from == 0 ? m_stretch : 1 / m_stretch;
  const auto after = static_cast<double>((time - m_anchors[from]).ns) * stretch;
  return m_anchors[1 - from] + Duration{std::llround(after)};
}

void PairedTimelines::follow(std::size_t from) {
  if (!m_comparison || m_isFollowing) {
    return;
  }
  m_isFollowing = true;
  const TimeRange range = m_views[from]->visibleRange();
  if (m_isLinked) {
    m_views[1 - from]->setVisibleRange({partner(from, range.begin), partner(from, range.end)});
  }
  const QRect tracks = m_views[0]->tracksRect();
  m_ribbon->setRanges({m_views[0]->visibleRange(), m_views[1]->visibleRange()}, tracks.left(), tracks.right() + 1);
  m_isFollowing = false;
}

void PairedTimelines::selectPartner(std::size_t from, SpanId span) {
  if (!m_comparison || m_isFollowing) {
    return;
  }
  const std::size_t to = 1 - from;
  const SpanId other = span == SpanId::none ? SpanId::none : counterpart(*m_comparison, from, span, to);
  m_isFollowing = true;
  if (other == SpanId::none) {
    m_views[to]->clearSelection();
    m_ribbon->setBand({});
  } else {
    m_views[to]->select(other, false);
    const TimeRange here = m_views[from]->trace()->range(span);
    const TimeRange there = m_views[to]->trace()->range(other);
    m_ribbon->setBand(from == 0 ? std::pair{here, there} : std::pair{there, here});
  }
  m_isFollowing = false;
}

void PairedTimelines::showSteps() {
  if (!m_comparison) {
    return;
  }
  constexpr std::size_t shown = 2;
  const std::vector<TimeRange>& steps = m_comparison->runs.front().steps.steps;
  const TimeRange first = steps.front();
  const TimeRange last = steps[std::min(shown, steps.size()) - 1];
  const Duration edge{(last.end - first.begin).ns / 50};
  m_views[0]->setVisibleRange({first.begin - edge, last.end + edge});
  follow(0);
}

void PairedTimelines::showRow(std::size_t row) {
  for (std::size_t i = 0; m_comparison && i < m_views.size(); ++i) {
    const ComparedRun& run = m_comparison->runs[i];
    SpanId longest = SpanId::none;
    for (std::size_t w = 0; w < run.deviceWork; ++w) {
      if (run.rowOfWork[w] == row &&
          (longest == SpanId::none || run.trace->duration(run.work[w]) > run.trace->duration(longest))) {
        longest = run.work[w];
      }
    }
    if (longest != SpanId::none) {
      m_views[i]->select(longest);
      return;  // the other follows
    }
  }
}

}  // namespace kernline::ui
