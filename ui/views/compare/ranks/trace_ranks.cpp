// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/trace_ranks.h"

#include "ui/kit/charts/time_axis.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/open/load_ranks.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/timeline/row_id.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

TraceRanks::TraceRanks(TimelineView& view, QObject* parent) : QObject(parent), m_view(view) {}

TraceRanks::~TraceRanks() {
  m_settingClocks = {};
  disposeInBackground(std::move(m_set));
}

void TraceRanks::setRanks(std::shared_ptr<const RankSet> set) {
  m_settingClocks = {};
  const RankCorrections byHand = m_set && set ? manualCorrections(*m_set) : RankCorrections();
  disposeInBackground(std::exchange(m_set, std::move(set)));
  lightCompanions();
  if (!byHand.empty()) {
    setClocks(byHand);
  }
}

void TraceRanks::setClocks(RankCorrections corrections) {
  if (!m_set) {
    return;
  }
  m_settingClocks = Job<OpenedFile>([set = m_set, given = std::move(corrections)](
                                        std::stop_token stop, Progress&) { return loadWithClocks(*set, given, stop); },
                                    [this](Expected<OpenedFile> file) {
                                      if (file) {
                                        m_set = std::move(file->ranks);
                                        Q_EMIT traceChanged(file->index);
                                        lightCompanions();
                                      }
                                      Q_EMIT stateChanged();
                                    });
  Q_EMIT stateChanged();
}

void TraceRanks::showSpans(const std::vector<SpanId>& spans, bool pinned) {
  const std::shared_ptr<const Trace> trace = m_view.trace();
  if (!trace) {
    return;
  }
  if (spans.empty()) {
    m_view.pinTemporarily({});
    return;
  }
  Q_EMIT timelineRequested();
  TimeRange range = trace->range(spans.front());
  std::vector<TrackId> tracks;
  for (const SpanId span : spans) {
    range = range.unitedWith(trace->range(span));
    tracks.push_back(trace->trackOf(span));
  }
  std::ranges::sort(tracks);
  std::vector<RowId> rows;
  std::ranges::transform(tracks, std::back_inserter(rows), [](TrackId track) { return rowOf(track); });
  m_view.pinTemporarily(pinned ? rows : std::vector<RowId>{});
  m_view.select(spans.front(), true);
  constexpr double aroundThem = 0.25;
  m_view.setVisibleRange(withMargin(range, aroundThem));
}

void TraceRanks::showStep(std::size_t place, TimeRange range) {
  Q_EMIT timelineRequested();
  if (const SpanId span = spanInStep(*m_set, place, range); span != SpanId::none) {
    m_view.select(span, true);
  }
  constexpr double aroundIt = 0.05;
  m_view.setVisibleRange(withMargin(range, aroundIt));
}

/// The parts of one collective are lit together.
void TraceRanks::lightCompanions() {
  m_view.setCompanions(m_set ? std::function<std::vector<SpanId>(SpanId)>(
                                   [set = m_set](SpanId span) { return companionsOf(*set, span); })
                             : nullptr);
}

}  // namespace kernline::ui
