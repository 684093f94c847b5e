// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <functional>

namespace kernline {

/// First start to last end of spans, counter samples and memory events. Rows that show how long a profiler was
/// recording
/// ("Spans", "Traces") do not widen that where there is anything else: it may be a thousand times as long as anything
/// ran. Instants do, but the marks a profiler sets around its own recording do not, nor do a few that lie farther from
/// everything else than its whole length.
/// Things at time 0 do not count where the rest starts more than an hour and a hundred times its own length later.
class BoundsFinder {
 public:
  /// `ProcessId::none`: of what belongs to no process.
  using IsWanted = std::function<bool(ProcessId)>;

  explicit BoundsFinder(const Trace& trace);
  /// Finds the bounds of some processes alone, as if there were no others.
  BoundsFinder(const Trace& trace, IsWanted isWanted);
  [[nodiscard]] TimeRange bounds() const { return m_bounds; }
  [[nodiscard]] bool leavesOutZero() const { return m_leavesOutZero; }

 private:
  [[nodiscard]] bool isOfWanted(const Trace& trace, TrackId track) const;
  void add(Time begin, Time end);
  template <typename Accept>
  void addTracks(const Trace& trace, const Accept& accept);
  void addInstants(const Trace& trace);

  IsWanted m_isWanted;
  TimeRange m_bounds;
  std::size_t m_spans = 0;
  bool m_leavesOutZero = false;
  bool m_sawZero = false;
  bool m_sawOther = false;
  Time m_zeroEnd;
};

}  // namespace kernline
