// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of several runs, above each other.
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <memory>

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
  constexpr std::size_t shown = 2;
  const std::vector<TimeRange> marks = alignRuns(*m_comparison, m_alignment).front().marks;
  const TimeRange first = marks.front();
  const TimeRange last = marks[std::min(shown, marks.size()) - 1];
  const Duration edge{(last.end - first.begin).ns / 50};
  m_rows[0].view->setVisibleRange({first.begin - edge, last.end + edge});
  follow(0);
}

}  // namespace kernline::ui
