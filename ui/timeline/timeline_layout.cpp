// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_layout.h"

#include <algorithm>

namespace kernline::ui {

namespace {

/// The rows of one process, in display order.
struct RowGroup {
  ProcessId process = ProcessId::none;
  std::vector<TrackId> tracks;
  std::vector<CounterId> counters;
};

class RowGroups {
 public:
  explicit RowGroups(const Trace& trace) : m_ofProcess(trace.processes().size() + 1, -1) {
    std::vector<bool> hasInstants(trace.tracks().size());
    for (const Instant& instant : trace.instants()) {
      if (instant.track != TrackId::none) {
        hasInstants[index(instant.track)] = true;
      }
    }
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
      const Track& track = trace.tracks()[i];
      if (track.spanCount > 0 || hasInstants[i]) {
        of(track.process).tracks.push_back(TrackId{i});
      }
    }
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
      if (trace.counters()[i].sampleCount > 0) {
        of(trace.counters()[i].process).counters.push_back(CounterId{i});
      }
    }
  }

  [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_groups; }

 private:
  RowGroup& of(ProcessId process) {
    std::int32_t& at = m_ofProcess[process == ProcessId::none ? m_ofProcess.size() - 1 : index(process)];
    if (at < 0) {
      at = static_cast<std::int32_t>(m_groups.size());
      m_groups.push_back({process, {}, {}});
    }
    return m_groups[static_cast<std::size_t>(at)];
  }

  std::vector<RowGroup> m_groups;
  std::vector<std::int32_t> m_ofProcess;
};

bool isAmong(const std::vector<ProcessId>& processes, ProcessId process) {
  return std::ranges::find(processes, process) != processes.end();
}

TimelineRow trackRow(const Trace& trace, TrackId id, bool collapsed) {
  const Track& track = trace.track(id);
  TimelineRow row{.kind = RowKind::Track, .process = track.process, .track = id};
  row.canCollapse = track.laneCount > 1;
  row.isCollapsed = collapsed;
  if (collapsed) {
    row.laneHeight = TimelineLayout::collapsedHeight;
    row.height = TimelineLayout::collapsedHeight + TimelineLayout::rowGap;
    return row;
  }
  const bool isDeep = track.laneCount > TimelineLayout::deepTrack;
  row.laneHeight = isDeep ? TimelineLayout::thinLaneHeight : TimelineLayout::laneHeight;
  const int lanes = static_cast<int>(std::max(track.laneCount, 1U));
  row.height = std::max(lanes * row.laneHeight, TimelineLayout::laneHeight) + TimelineLayout::rowGap;
  return row;
}

}  // namespace

FoldState::FoldState(const Trace& trace) : processes(trace.processes().size()), tracks(trace.tracks().size()) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    tracks[i] = trace.tracks()[i].kind == TrackKind::Bookkeeping;
  }
}

TimelineLayout::TimelineLayout(const Trace& trace, const FoldState& folds)
    : m_rowOfTrack(trace.tracks().size(), -1), m_rowOfProcess(trace.processes().size(), -1) {
  const RowGroups groups(trace);
  for (const RowGroup& group : groups.groups()) {
    const bool hasHeader = group.process != ProcessId::none;
    const bool collapsed = hasHeader && folds.processes[index(group.process)];
    if (hasHeader) {
      m_rowOfProcess[index(group.process)] = static_cast<std::int32_t>(m_rows.size());
      append({.kind = RowKind::Process,
              .isCollapsed = collapsed,
              .canCollapse = true,
              .height = headerHeight,
              .process = group.process});
    }
    if (collapsed) {
      continue;
    }
    if (isAmong(folds.idle, group.process)) {
      append({.kind = RowKind::Idle, .height = idleHeight + rowGap, .process = group.process});
    }
    if (isAmong(folds.queues, group.process)) {
      append({.kind = RowKind::Queue, .height = counterHeight, .process = group.process});
    }
    for (const TrackId track : group.tracks) {
      m_rowOfTrack[index(track)] = static_cast<std::int32_t>(m_rows.size());
      append(trackRow(trace, track, folds.tracks[index(track)]));
    }
    for (const CounterId counter : group.counters) {
      append({.kind = RowKind::Counter, .height = counterHeight, .process = group.process, .counter = counter});
    }
  }
}

void TimelineLayout::append(TimelineRow row) {
  row.top = height();
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

const TimelineRow* TimelineLayout::rowOf(TrackId track) const {
  const std::int32_t at = track == TrackId::none ? -1 : m_rowOfTrack[index(track)];
  return at < 0 ? nullptr : &m_rows[static_cast<std::size_t>(at)];
}

const TimelineRow* TimelineLayout::headerOf(ProcessId process) const {
  const std::int32_t at = process == ProcessId::none ? -1 : m_rowOfProcess[index(process)];
  return at < 0 ? nullptr : &m_rows[static_cast<std::size_t>(at)];
}

const TimelineRow* TimelineLayout::stickyHeader(int scroll) const {
  const TimelineRow* top = rowAt(scroll);
  return !top || top->kind == RowKind::Process ? nullptr : headerOf(top->process);
}

}  // namespace kernline::ui
