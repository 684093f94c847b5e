// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/companions.h"

#include "core/analysis/statistics/duration_histogram.h"
#include "ui/views/timeline/timeline_selection.h"

#include <utility>

namespace kernline::ui {

Companions::Companions(const TimelineSelection& selection) : m_selection(selection) {
  connect(&selection, &TimelineSelection::changed, this, &Companions::find);
}

void Companions::setTrace(std::shared_ptr<const Trace> trace) {
  m_trace = std::move(trace);
  m_companionsOf = nullptr;
  m_finding = {};
  m_spans = {};
}

void Companions::setSource(std::function<std::vector<SpanId>(SpanId)> companionsOf) {
  m_companionsOf = std::move(companionsOf);
  find();
}

/// A single span has no companions to highlight.
void Companions::find() {
  m_finding = {};
  const SpanId span = m_selection.span();
  if (m_companionsOf && span != SpanId::none) {
    if (std::vector<SpanId> companions = m_companionsOf(span); companions.size() > 1) {
      light(MatchSet(std::move(companions)));
      return;
    }
  }
  if (span != SpanId::none && m_spans.contains(span)) {
    return;
  }
  light({});
  if (!m_trace || span == SpanId::none) {
    return;
  }
  m_finding = Job<MatchSet>(
      [trace = m_trace, name = m_trace->name(span)](std::stop_token stop, Progress&) -> Expected<MatchSet> {
        return MatchSet(durationsOfName(*trace, name, {}, stop).spans);
      },
      [this](Expected<MatchSet> found) {
        if (found && found->among(0, UINT32_MAX).size() > 1) {
          light(std::move(*found));
        }
      });
}

void Companions::light(MatchSet spans) {
  if (!spans.isEmpty() || !m_spans.isEmpty()) {
    m_spans = std::move(spans);
    Q_EMIT changed();
  }
}

}  // namespace kernline::ui
