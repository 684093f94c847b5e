// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of several runs, and work in them, above each other.
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace kernline::ui {

/// Shows the steps that the comparison measures, as devices end them.
void StackedTimelines::showMeasuredSteps(std::size_t run) {
  const TimelineView& view = *m_rows[run].view;
  if (m_comparison && run < m_comparison->runs.size() && m_comparison->runs[run].trace == view.trace() &&
      !m_comparison->runs[run].steps.found.steps.empty()) {
    m_rows[run].view->scene().setSteps(std::make_shared<const FoundSteps>(m_comparison->runs[run].steps.found));
  }
}

void StackedTimelines::showSteps() {
  if (!m_comparison) {
    return;
  }
  leaveGaps();
  anchorAt(0);
  constexpr std::size_t shown = 2;
  const std::vector<TimeRange> marks = alignRuns(*m_comparison, m_alignment).front().marks;
  const TimeRange first = marks.front();
  const TimeRange last = marks[std::min(shown, marks.size()) - 1];
  const Duration edge{(last.end - first.begin).ns / 50};
  m_rows[0].view->setVisibleRange({first.begin - edge, last.end + edge});
  follow(0);
}

/// Lays marks of that number above each other. The last of a run with fewer stands for those that it lacks.
void StackedTimelines::anchorAt(std::size_t mark) {
  m_mark = mark;
  for (Row& row : std::span{m_rows}.first(m_count)) {
    if (!row.marks.empty()) {
      row.anchor = row.marks[std::min(mark, row.marks.size() - 1)].begin;
    }
  }
}

/// Lays the marks in the middle above each other once those that do are out of sight.
void StackedTimelines::anchorInSight(std::size_t from) {
  const std::vector<TimeRange>& marks = m_rows[from].marks;
  const TimeRange seen = m_rows[from].view->visibleRange();
  const auto isSeen = [&](TimeRange mark) { return mark.begin < seen.end && seen.begin < mark.end; };
  if (!m_isLinked || m_isAtGaps || marks.empty() || isSeen(marks[std::min(m_mark, marks.size() - 1)])) {
    return;
  }
  const Time middle = seen.begin + Duration{seen.length().ns / 2};
  const auto distance = [&](TimeRange mark) { return std::max({Duration{}, mark.begin - middle, middle - mark.end}); };
  const auto nearest = std::ranges::min_element(marks, {}, distance);
  if (isSeen(*nearest)) {
    anchorAt(static_cast<std::size_t>(nearest - marks.begin()));
  }
}

void StackedTimelines::showRow(std::size_t row) {
  leaveGaps();
  for (std::size_t i = 0; m_comparison && i < m_count; ++i) {
    if (const SpanId activity = m_counterparts->example(i, row); activity != SpanId::none) {
      m_rows[i].view->select(activity);  // the others follow
      bringCounterparts(i, activity);
      return;
    }
  }
}

/// Moves runs that would show nothing of a span: its counterpart comes below it, or the end of the step.
void StackedTimelines::bringCounterparts(std::size_t from, SpanId span) {
  const std::vector<SpanId> spans = counterparts(from, span);
  const Time start = m_rows[from].view->trace()->start(span);
  for (std::size_t to = 0; m_isLinked && to < m_count; ++to) {
    Row& row = m_rows[to];
    const TimeRange seen = row.view->visibleRange();
    const bool isKnown = spans[to] != SpanId::none;
    const TimeRange wanted = isKnown ? row.view->trace()->range(spans[to]) : row.view->trace()->bounds();
    if (to == from || row.marks.empty() || (wanted.begin < seen.end && seen.begin < wanted.end)) {
      continue;
    }
    const TimeRange& step = row.marks[std::min(m_mark, row.marks.size() - 1)];
    row.anchor = row.anchor + ((isKnown ? wanted.begin : step.end) - partner(from, start, to));
  }
  follow(from);
}

}  // namespace kernline::ui
