// SPDX-License-Identifier: GPL-3.0-or-later
// The longest gaps of several runs, above each other.
#include "core/compare/runs/longest_gaps.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/timeline/device_notes.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

/// Adds a row of idle causes on top of the device: it shows the gap itself, whichever span it is attributed to.
void StackedTimelines::markIdle(TimelineView& view, DeviceIdle idle) {
  const ProcessId process = idle.process;
  auto notes = std::make_shared<DeviceNotes>();
  notes->devices.push_back({.process = process, .idle = IdleNotes(std::move(idle.intervals)), .queue = {}});
  view.scene().setDeviceNotes(std::move(notes));
  view.scene().showNotes({.idle = true});
  view.pinTemporarily({{RowClass::Idle, static_cast<std::int32_t>(process)}});
}

/// Puts a run without a gap where it is relative to the first that has one.
void StackedTimelines::alignGaps(const std::vector<std::optional<IdleInterval>>& gaps) {
  takeAnchors();
  const auto first = static_cast<std::size_t>(
      std::ranges::find_if(gaps, [](const auto& gap) { return gap.has_value(); }) - gaps.begin());
  std::vector<Time> anchors;
  for (std::size_t i = 0; i < m_count; ++i) {
    anchors.push_back(gaps[i] ? gaps[i]->range.begin : partner(first, gaps[first]->range.begin, i));
  }
  for (std::size_t i = 0; i < m_count; ++i) {
    m_rows[i].anchor = anchors[i];
    setShift(i, {});
  }
  m_isAtGaps = true;
}

void StackedTimelines::selectGaps(const std::vector<std::optional<IdleInterval>>& gaps) {
  double longest = 1;  // ns of the base's time
  for (std::size_t i = 0; i < m_count; ++i) {
    if (gaps[i]) {
      longest = std::max(longest, static_cast<double>(gaps[i]->range.length().ns) / m_rows[i].stretch);
    }
  }
  for (std::size_t i = 0; i < m_count; ++i) {
    Row& row = m_rows[i];
    const SpanId blamed = !gaps[i] ? SpanId::none : gaps[i]->blamed != SpanId::none ? gaps[i]->blamed : gaps[i]->next;
    blamed == SpanId::none ? row.view->clearSelection() : row.view->select(blamed);
    constexpr double around = 0.5;  // share of the longest gap, on each side
    const double length = longest * row.stretch;
    row.view->setVisibleRange({anchorOf(row) - Duration{std::llround(around * length)},
                               anchorOf(row) + Duration{std::llround((1 + around) * length)}});
    if (i > 0 && gaps[i - 1] && gaps[i]) {
      row.ribbon->setBand(std::pair{gaps[i - 1]->range, gaps[i]->range});
    }
  }
}

void StackedTimelines::showGaps(std::vector<DeviceIdle> idle, IdleCause cause) {
  std::vector<std::optional<IdleInterval>> gaps;
  for (std::size_t i = 0; m_comparison && i < std::min(m_count, m_comparison->runs.size()); ++i) {
    gaps.push_back(longestGap(idle[i], m_comparison->runs[i].steps.steps, cause));
  }
  if (gaps.size() != m_count || std::ranges::none_of(gaps, [](const auto& gap) { return gap.has_value(); })) {
    return;
  }
  m_isFollowing = true;
  for (std::size_t i = 0; i < m_count; ++i) {
    markIdle(*m_rows[i].view, std::move(idle[i]));
  }
  alignGaps(gaps);
  selectGaps(gaps);
  m_isFollowing = false;
  follow(0);
}

}  // namespace kernline::ui
