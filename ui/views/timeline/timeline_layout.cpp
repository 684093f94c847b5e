// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_layout.h"

#include "ui/views/timeline/row_titles.h"

#include <algorithm>

namespace kernline::ui {

namespace {

int laneHeightOf(LaneSize size) {
  switch (size) {
    case LaneSize::Compact:
      return TimelineLayout::compactLaneHeight;
    case LaneSize::Normal:
      return TimelineLayout::laneHeight;
    case LaneSize::Tall:
      return TimelineLayout::tallLaneHeight;
  }
  return TimelineLayout::laneHeight;
}

int counterHeightOf(LaneSize size) {
  switch (size) {
    case LaneSize::Compact:
      return TimelineLayout::compactCounterHeight;
    case LaneSize::Normal:
      return TimelineLayout::counterHeight;
    case LaneSize::Tall:
      return TimelineLayout::tallCounterHeight;
  }
  return TimelineLayout::counterHeight;
}

TimelineRow trackRow(const Trace& trace, RowId id, RowState state) {
  const Track& track = trace.track(id.track());
  TimelineRow row{.kind = TimelineRowKind::Track, .id = id, .process = track.process, .track = id.track()};
  row.canCollapse = track.laneCount > 1;
  row.isCollapsed = state.isCollapsed;
  if (state.isCollapsed) {
    row.laneHeight = TimelineLayout::collapsedHeight;
    row.height = TimelineLayout::collapsedHeight + TimelineLayout::rowGap;
    return row;
  }
  const bool isDeep = track.laneCount > TimelineLayout::deepTrack && state.size != LaneSize::Tall;
  row.laneHeight = isDeep ? TimelineLayout::thinLaneHeight : laneHeightOf(state.size);
  const int lanes = static_cast<int>(std::max(track.laneCount, 1U));
  // Compact rows are still as high as their names.
  const int minHeight = state.size == LaneSize::Compact ? TimelineLayout::collapsedHeight : TimelineLayout::laneHeight;
  row.height = std::max(lanes * row.laneHeight, minHeight) + TimelineLayout::rowGap;
  return row;
}

TimelineRow noteRow(const Trace& trace, RowId id) {
  const bool isQueue = id.of == RowClass::Queue;
  const int height = isQueue ? TimelineLayout::counterHeight : TimelineLayout::intervalsHeight + TimelineLayout::rowGap;
  return {.kind = isQueue                   ? TimelineRowKind::Queue
                  : id.of == RowClass::Path ? TimelineRowKind::Path
                                            : TimelineRowKind::Idle,
          .height = height,
          .id = id,
          .process = processOf(trace, id)};
}

TimelineRow counterRow(const Trace& trace, RowId id, RowState state) {
  return {.kind = TimelineRowKind::Counter,
          .height = counterHeightOf(state.size),
          .id = id,
          .process = processOf(trace, id),
          .counter = id.counter()};
}

TimelineRow rowFor(const Trace& trace, RowId id, RowState state) {
  switch (id.of) {
    case RowClass::Track:
      return trackRow(trace, id, state);
    case RowClass::Counter:
      return counterRow(trace, id, state);
    default:
      return noteRow(trace, id);
  }
}

}  // namespace

TimelineLayout::TimelineLayout(const Trace& trace, const Arrangement& arrangement)
    : TimelineLayout(trace, filledRows(trace), arrangement) {}

TimelineLayout::TimelineLayout(const Trace& trace, const std::vector<RowId>& filled, const Arrangement& arrangement)
    : m_groups(shownRows(trace, groupedRows(trace, filled, arrangement), arrangement)), m_all(filled.size()) {
  for (const RowGroup& group : m_groups) {
    appendGroup(trace, group, arrangement);
    m_shown += group.rows.size();
    if (arrangement.sharesScales()) {
      shareScales(trace, group);
    }
    if (group.id == pinnedGroup) {
      m_pinnedHeight = height();
    }
  }
}

void TimelineLayout::appendGroup(const Trace& trace, const RowGroup& group, const Arrangement& arrangement) {
  const bool hasHeader = group.id != RowId{RowClass::Process, -1};
  const std::size_t header = m_rows.size();
  const bool isCollapsed = hasHeader && arrangement.state(group.id).isCollapsed;
  if (hasHeader) {
    append({.kind = TimelineRowKind::Group,
            .isCollapsed = isCollapsed,
            .canCollapse = true,
            .height = headerHeight,
            .id = group.id,
            .group = group.id,
            .header = header,
            .process = group.id.process()});
  }
  if (isCollapsed) {
    return;
  }
  for (const RowId id : group.rows) {
    TimelineRow row = rowFor(trace, id, arrangement.state(id));
    row.group = group.id;
    row.header = header;
    append(row);
  }
}

void TimelineLayout::shareScales(const Trace& trace, const RowGroup& group) {
  std::map<StringId, std::vector<CounterId>> ofUnit;
  for (const RowId row : group.rows) {
    if (row.of == RowClass::Counter && trace.counters()[index(row.counter())].unit != StringId::empty) {
      ofUnit[trace.counters()[index(row.counter())].unit].push_back(row.counter());
    }
  }
  for (auto& [unit, counters] : ofUnit) {
    if (counters.size() > 1) {
      for (const CounterId counter : counters) {
        m_scaleOf[ui::rowOf(counter)] = m_scales.size();
      }
      m_scales.push_back(std::move(counters));
    }
  }
}

void TimelineLayout::append(TimelineRow row) {
  row.top = height();
  m_places[row.id] = m_rows.size();
  m_rows.push_back(row);
}

std::size_t TimelineLayout::firstRowBelow(int y) const {
  const auto row = std::ranges::upper_bound(m_rows, y, {}, &TimelineRow::bottom);
  return static_cast<std::size_t>(row - m_rows.begin());
}

const TimelineRow* TimelineLayout::rowAt(int y) const {
  const std::size_t at = firstRowBelow(y);
  return at < m_rows.size() && m_rows[at].top <= y ? &m_rows[at] : nullptr;
}

const TimelineRow* TimelineLayout::find(RowId row) const {
  const auto place = m_places.find(row);
  return place == m_places.end() ? nullptr : &m_rows[place->second];
}

const TimelineRow* TimelineLayout::stickyHeader(int y) const {
  const TimelineRow* top = rowAt(y);
  if (!top || top->kind == TimelineRowKind::Group) {
    return nullptr;
  }
  const TimelineRow& header = m_rows[top->header];
  return header.kind == TimelineRowKind::Group ? &header : nullptr;
}

const RowGroup* TimelineLayout::groupOf(RowId group) const {
  const auto found = std::ranges::find(m_groups, group, &RowGroup::id);
  return found == m_groups.end() ? nullptr : &*found;
}

std::span<const CounterId> TimelineLayout::sameScale(const TimelineRow& counter) const {
  const auto scale = m_scaleOf.find(counter.id);
  return scale == m_scaleOf.end() ? std::span<const CounterId>{} : std::span{m_scales[scale->second]};
}

}  // namespace kernline::ui
