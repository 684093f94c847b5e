// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/kept_place.h"

#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace kernline::ui {

Time sameTime(const Trace& before, const Trace& after, Time time) {
  SpanId nearest = SpanId::none;
  const auto offer = [&](std::uint32_t span) {
    const auto distance = [&](SpanId to) { return std::abs((before.start(to) - time).ns); };
    if (nearest == SpanId::none || distance(SpanId{span}) < distance(nearest)) {
      nearest = SpanId{span};
    }
  };
  for (const Track& track : before.tracks()) {
    if (track.kind != TrackKind::Stream && track.kind != TrackKind::Thread) {
      continue;
    }
    for (const Lane& lane : before.lanes().subspan(track.firstLane, track.laneCount)) {
      const auto starts = before.starts().subspan(lane.firstSpan, lane.spanCount);
      const auto later = static_cast<std::uint32_t>(std::ranges::lower_bound(starts, time) - starts.begin());
      if (later < lane.spanCount) {
        offer(lane.firstSpan + later);
      }
      if (later > 0) {
        offer(lane.firstSpan + later - 1);
      }
    }
  }
  return nearest == SpanId::none ? time : after.start(nearest) + (time - before.start(nearest));
}

KeptPlace::KeptPlace(const TimelineView& view)
    : m_before(view.scene().trace()),
      m_visible(view.visibleRange()),
      m_chosen(view.chosenRange()),
      m_showsAll(view.scene().time().showsAll()) {
  const SpanId selected = view.selection();
  if (m_before && selected != SpanId::none && m_before->range(selected).overlaps(m_visible)) {
    m_anchor = selected;
  }
}

void KeptPlace::showIn(TimelineView& view) const {
  const std::shared_ptr<const Trace>& after = view.scene().trace();
  if (!m_before || !after || m_before->spanCount() != after->spanCount()) {
    return;
  }
  if (!m_showsAll) {
    const Time kept =
        m_anchor != SpanId::none ? m_before->start(m_anchor) : m_visible.begin + Duration{m_visible.length().ns / 2};
    const Time made = m_anchor != SpanId::none ? after->start(m_anchor) : sameTime(*m_before, *after, kept);
    view.setVisibleRange({made - (kept - m_visible.begin), made + (m_visible.end - kept)});
  }
  if (m_chosen) {
    const TimeRange there{sameTime(*m_before, *after, m_chosen->begin), sameTime(*m_before, *after, m_chosen->end)};
    view.chooseRange(there.isEmpty() ? std::nullopt : std::optional(there));
  }
}

}  // namespace kernline::ui
