// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline {

/// The metadata of a trace whose times are those of a replay have this key.
inline constexpr std::string_view replayedKey = "kernline_replayed";
/// Its times are those of a run without a profiler.
[[nodiscard]] bool isReplayed(const Trace& trace);

/// The records that a profiler took of the host, and an estimate of how long recording them took. The device waits for
/// it where the host is the limit, so up to `most` of the host-bound time of a profile may be none of the program's.
struct ProfilerCost {
  std::uint64_t operators = 0;        ///< operators and annotations
  std::uint64_t calls = 0;            ///< runtime and driver calls
  std::uint64_t pythonFunctions = 0;  ///< recorded with `with_stack`
  Duration least;                     ///< lower bound, in host time
  Duration likely;
  Duration most;

  void add(const ProfilerCost& more) {
    operators += more.operators;
    calls += more.calls;
    pythonFunctions += more.pythonFunctions;
    least += more.least;
    likely += more.likely;
    most += more.most;
  }
  /// The most that recording may have caused of `hostBound`, a time in which the device waited for the host.
  [[nodiscard]] Duration of(Duration hostBound) const { return std::min(hostBound, most); }
};

/// An operator or a call costs 1 to 4 us, likely 3; a Python function 0.2 to 1 us, likely 0.6. Measured on an H100 with
/// PyTorch 2.11 and `record_shapes`: ten host-bound programs took 2.0 to 3.6 us more for each operator and call when
/// recorded. CUPTI alone needs 1 to 3 us for a launch.
class ProfilerCosts {
 public:
  /// Linear in the launches.
  explicit ProfilerCosts(const Trace& trace);

  /// Returns the cost of what began in `range` on threads that launch device activity: the threads of one process take
  /// turns, so their costs add up. With several processes the one with most. For a step, give its time on the host.
  /// O(spans in `range`).
  [[nodiscard]] ProfilerCost within(TimeRange range) const;

 private:
  const Trace& m_trace;
  std::vector<TrackId> m_threads;  // indexed by process
};

}  // namespace kernline
