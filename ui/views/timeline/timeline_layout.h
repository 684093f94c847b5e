// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"
#include "ui/views/timeline/row_groups.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace kernline::ui {

enum class TimelineRowKind : std::uint8_t {
  Group,
  Track,
  Counter,
  Path,   ///< the critical path
  Idle,   ///< idle causes of the device of a process
  Queue,  ///< queue depth of the device
};

/// One row of the timeline: a group's header, a track with its lanes, a counter, or a note on a device. Logical pixels
/// from the top.
struct TimelineRow {
  TimelineRowKind kind = TimelineRowKind::Track;
  bool isCollapsed = false;
  bool canCollapse = false;
  int top = 0;
  int height = 0;
  int laneHeight = 0;  ///< distance between lanes of a track
  RowId id{};
  RowId group{};                        ///< group that it is in; a header's own
  std::size_t header = 0;               ///< position of the group's header in rows()
  ProcessId process = ProcessId::none;  ///< process of a header; none unless the group is a process
  TrackId track = TrackId::none;
  CounterId counter = CounterId::none;

  [[nodiscard]] bool isNote() const { return kind >= TimelineRowKind::Path; }
  [[nodiscard]] int bottom() const { return top + height; }
};

/// The places of all rows of a trace.
class TimelineLayout {
 public:
  static constexpr int headerHeight = 22;
  static constexpr int laneHeight = 18;
  static constexpr int compactLaneHeight = 9;
  static constexpr int tallLaneHeight = 30;
  static constexpr int thinLaneHeight = 5;         ///< height in tracks deeper than anyone reads
  static constexpr std::uint32_t deepTrack = 160;  ///< lanes
  static constexpr int collapsedHeight = 14;
  static constexpr int counterHeight = 46;
  static constexpr int compactCounterHeight = 34;
  static constexpr int tallCounterHeight = 120;
  static constexpr int intervalsHeight = 22;  ///< height of rows of idle causes, and of the critical path
  static constexpr int rowGap = 4;            ///< gap below a track's lanes

  TimelineLayout() = default;
  TimelineLayout(const Trace& trace, const Arrangement& arrangement);
  /// `filled`: the result of `filledRows` for the trace, for repeated layouts.
  TimelineLayout(const Trace& trace, const std::vector<RowId>& filled, const Arrangement& arrangement);

  [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
  [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
  /// Height of the pinned rows with their header; they are the first.
  [[nodiscard]] int pinnedHeight() const { return m_pinnedHeight; }
  /// The row at `y`, or nullptr above the first and below the last.
  [[nodiscard]] const TimelineRow* rowAt(int y) const;
  /// Position in rows() of the first row that ends below `y`.
  [[nodiscard]] std::size_t firstRowBelow(int y) const;
  /// nullptr if the row is hidden: empty, filtered away, or in a collapsed group.
  [[nodiscard]] const TimelineRow* find(RowId row) const;
  [[nodiscard]] const TimelineRow* rowOf(TrackId track) const { return find(ui::rowOf(track)); }
  [[nodiscard]] const TimelineRow* headerOf(ProcessId process) const { return find(ui::rowOf(process)); }
  /// The header that stays above its rows while `y` is the topmost visible one; nullptr while one is in its own place
  /// there.
  [[nodiscard]] const TimelineRow* stickyHeader(int y) const;

  /// The groups that have a header, with all rows of them that are not hidden, in collapsed groups too.
  [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_groups; }
  [[nodiscard]] const RowGroup* groupOf(RowId group) const;
  /// The counters that have one scale with this one, itself too; empty if it has its own.
  [[nodiscard]] std::span<const CounterId> sameScale(const TimelineRow& counter) const;
  /// Tracks and counters that are shown or in a collapsed group.
  [[nodiscard]] std::size_t shownCount() const { return m_shown; }
  [[nodiscard]] std::size_t rowCount() const { return m_all; }  ///< the same, with those that are hidden

 private:
  void append(TimelineRow row);
  void appendGroup(const Trace& trace, const RowGroup& group, const Arrangement& arrangement);
  void shareScales(const Trace& trace, const RowGroup& group);

  std::vector<TimelineRow> m_rows;
  std::vector<RowGroup> m_groups;
  std::map<RowId, std::size_t> m_places;
  std::vector<std::vector<CounterId>> m_scales;
  std::map<RowId, std::size_t> m_scaleOf;
  int m_pinnedHeight = 0;
  std::size_t m_shown = 0;
  std::size_t m_all = 0;
};

}  // namespace kernline::ui
