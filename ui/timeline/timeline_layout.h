// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

enum class RowKind : std::uint8_t {
  Process,
  Track,
  Counter,
  Idle,   ///< why the device of a process is idle
  Queue,  ///< how much is queued on it
};

/// One row of the timeline: a process header, a track with its lanes, a counter, or a note on a device. Logical pixels
/// from the top.
struct TimelineRow {
  RowKind kind = RowKind::Track;
  bool isCollapsed = false;
  bool canCollapse = false;
  int top = 0;
  int height = 0;
  int laneHeight = 0;  ///< of a track: lanes are this far apart
  ProcessId process = ProcessId::none;
  TrackId track = TrackId::none;
  CounterId counter = CounterId::none;

  [[nodiscard]] int bottom() const { return top + height; }
};

/// What a person has folded away.
struct FoldState {
  std::vector<bool> processes;
  std::vector<bool> tracks;
  std::vector<ProcessId> idle;    ///< processes with a row of idle causes
  std::vector<ProcessId> queues;  ///< processes with a row of their queue's depth

  FoldState() = default;
  /// Everything open but the profiler's own rows.
  explicit FoldState(const Trace& trace);
};

/// Where every row of a trace is. Devices come first because tracks do.
class TimelineLayout {
 public:
  static constexpr int headerHeight = 22;
  static constexpr int laneHeight = 18;
  static constexpr int thinLaneHeight = 5;         ///< of tracks deeper than anyone reads
  static constexpr std::uint32_t deepTrack = 160;  ///< lanes
  static constexpr int collapsedHeight = 14;
  static constexpr int counterHeight = 46;
  static constexpr int idleHeight = 22;
  static constexpr int rowGap = 4;  ///< below a track's lanes

  TimelineLayout() = default;
  TimelineLayout(const Trace& trace, const FoldState& folds);

  [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
  [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
  /// The row at `y`, or nullptr above the first and below the last.
  [[nodiscard]] const TimelineRow* rowAt(int y) const;
  /// Position in rows() of the first row that ends below `y`.
  [[nodiscard]] std::size_t firstRowBelow(int y) const;
  /// nullptr if the track is hidden: empty, or its process is collapsed.
  [[nodiscard]] const TimelineRow* rowOf(TrackId track) const;
  [[nodiscard]] const TimelineRow* headerOf(ProcessId process) const;
  /// The header that stays above its rows at this scroll position; nullptr while one is in its own place there.
  [[nodiscard]] const TimelineRow* stickyHeader(int scroll) const;

 private:
  void append(TimelineRow row);

  std::vector<TimelineRow> m_rows;
  std::vector<std::int32_t> m_rowOfTrack;    // -1: hidden
  std::vector<std::int32_t> m_rowOfProcess;  // -1: no header
};

}  // namespace kernline::ui
