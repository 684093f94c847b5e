// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_id.h"

#include <QString>

#include <cstdint>
#include <map>
#include <vector>

namespace kernline::ui {

enum class LaneSize : std::uint8_t { Compact, Normal, Tall };
enum class Grouping : std::uint8_t { Process, Device, Rank, Sort };

/// The user's settings of one row or group.
struct RowState {
  bool isCollapsed = false;
  bool isHidden = false;
  LaneSize size = LaneSize::Normal;  ///< size of a track's lanes; a counter is as many times higher

  bool operator==(const RowState&) const = default;
};

/// The user's arrangement of one trace's rows. A value: copy it, change the copy, pass it to the timeline.
class Arrangement {
 public:
  Arrangement() = default;
  /// Creates the default: everything open but the profiler's own rows.
  explicit Arrangement(const Trace& trace);

  bool operator==(const Arrangement&) const = default;

  [[nodiscard]] RowState state(RowId row) const;
  /// Only those that the user, or the default, has set. An entry like that of an untouched row means that it was reset,
  /// which outlives a default.
  [[nodiscard]] const std::map<RowId, RowState>& states() const { return m_states; }
  void setState(RowId row, RowState state) { m_states[row] = state; }
  void setCollapsed(RowId row, bool collapsed) { m_states[row].isCollapsed = collapsed; }
  void setHidden(RowId row, bool hidden) { m_states[row].isHidden = hidden; }
  void setSize(RowId row, LaneSize size) { m_states[row].size = size; }
  /// Undoes every hiding and forgets the filter.
  void showAll();

  [[nodiscard]] const std::vector<RowId>& pinned() const { return m_pinned; }
  [[nodiscard]] bool isPinned(RowId row) const;
  void pin(RowId row, bool pinned);
  void setPinned(std::vector<RowId> rows) { m_pinned = std::move(rows); }

  /// The rows of a group, or the groups of the root, in the order that the user gave them; empty for the file's own.
  [[nodiscard]] const std::vector<RowId>& order(RowId group) const;
  [[nodiscard]] const std::map<RowId, std::vector<RowId>>& orders() const { return m_orders; }
  /// Sets the order of a group's rows; for the pinned group, that of the pins.
  void setOrder(RowId group, std::vector<RowId> rows);

  [[nodiscard]] Grouping grouping() const { return m_grouping; }
  void setGrouping(Grouping grouping) { m_grouping = grouping; }
  /// Shows rows whose title has this in it, in any case, and all rows of groups whose title has.
  [[nodiscard]] const QString& filter() const { return m_filter; }
  void setFilter(const QString& text) { m_filter = text; }
  /// Counters of one group and unit have one scale.
  [[nodiscard]] bool sharesScales() const { return m_sharesScales; }
  void setSharesScales(bool shares) { m_sharesScales = shares; }

 private:
  std::map<RowId, RowState> m_states;
  std::map<RowId, std::vector<RowId>> m_orders;
  std::vector<RowId> m_pinned;
  QString m_filter;
  Grouping m_grouping = Grouping::Process;
  bool m_sharesScales = true;
};

/// `rows` in the order of `wanted`. Those that it does not name stay after their neighbors.
[[nodiscard]] std::vector<RowId> inOrder(const std::vector<RowId>& rows, const std::vector<RowId>& wanted);

}  // namespace kernline::ui
