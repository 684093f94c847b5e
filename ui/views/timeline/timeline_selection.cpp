// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_selection.h"

#include "ui/views/timeline/trace_succession.h"

#include <algorithm>
#include <span>
#include <utility>

namespace kernline::ui {

void TimelineSelection::setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const ShownSteps> steps,
                                 const Trace* before) {
  m_span = before != nullptr ? sameSpan(*before, m_span, *trace) : SpanId::none;
  m_trace = std::move(trace);
  m_steps = std::move(steps);
  m_step = m_steps->ofSpan(m_span);
  m_hovered = SpanId::none;
  findArrows();
}

void TimelineSelection::setSteps(std::shared_ptr<const ShownSteps> steps) {
  m_steps = std::move(steps);
  const bool hadStep = m_step.has_value();
  m_step = m_steps->ofSpan(m_span);
  if (hadStep || m_step) {
    Q_EMIT stepChanged();  // the same one may take another time now
  }
}

RowId TimelineSelection::row() const {
  return m_trace && m_span != SpanId::none ? rowOf(m_trace->trackOf(m_span)) : rootRow;
}

void TimelineSelection::select(SpanId span) {
  setStep(m_steps->ofSpan(span));
  if (span != m_span) {
    m_span = span;
    findArrows();
    Q_EMIT changed();
  }
}

void TimelineSelection::findArrows() {
  m_arrows = m_trace && m_span != SpanId::none ? arrowsOf(*m_trace, m_span) : std::vector<SpanArrow>{};
}

void TimelineSelection::setStep(std::optional<std::size_t> step) {
  if (step != m_step) {
    m_step = step;
    Q_EMIT stepChanged();
  }
}

void TimelineSelection::selectStep(std::size_t step) {
  select((*m_steps)[step].span);
  setStep(step);
}

void TimelineSelection::selectStepAt(TimeRange range) {
  if (const std::optional<std::size_t> step = m_steps->ofRange(range)) {
    selectStep(*step);
  }
}

void TimelineSelection::hover(SpanId span) {
  if (span != m_hovered) {
    m_hovered = span;
    Q_EMIT hoverChanged();
  }
}

}  // namespace kernline::ui
