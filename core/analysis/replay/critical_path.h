// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// Kind of a piece of the critical path.
enum class PathKind : std::uint8_t {
  Host,             ///< a thread computes: operators, calls, Python
  Launch,           ///< a launch is on its way to an idle device
  Kernel,           ///< a kernel runs that is no communication
  Communication,    ///< a communication kernel runs, or waits for other ranks
  Memcpy,           ///< a memcpy runs
  Memset,           ///< a memset runs
  Gap,              ///< gap between two consecutive device activities
  Synchronization,  ///< time from the end of device activity until the host goes on
};
inline constexpr std::size_t pathKindCount = 8;
/// `host`, `launch`, `kernel`, … as the command line spells them.
[[nodiscard]] std::string_view toText(PathKind kind);

/// Finds the kind of device activity on the path.
class PathKinds {
 public:
  explicit PathKinds(const Trace& trace) : m_trace(trace), m_communicates(trace) {}

  [[nodiscard]] PathKind of(SpanId activity) const;

 private:
  const Trace& m_trace;
  mutable CommunicationNames m_communicates;
};

/// A piece of what decides how long steps take.
struct PathPiece {
  PathKind kind = PathKind::Host;
  TimeRange range;     ///< range on the clock of the replay
  TimeRange recorded;  ///< range between the same events as recorded; empty where only the replay waits
  /// The call or the activity; of a gap the activity after it; none if outside of all calls.
  SpanId span = SpanId::none;
  TrackId track = TrackId::none;  ///< thread or stream of the piece
};

/// Returns the critical path from the beginning of the first step that counts to the end of the last, by time, without
/// a hole on the clock of the replay; as recorded there is one wherever the replay does not wait. `replay` keeps its
/// moments, and was made with `changes`. Empty if stopped. O(length of the path · log n).
[[nodiscard]] std::vector<PathPiece> criticalPath(const ReplayedRun& run, const ReplayChanges& changes,
                                                  const RunReplay& replay, const std::stop_token& stop = {});

/// Returns the parts of a path that lie in these ranges, which are in time and disjoint.
[[nodiscard]] std::vector<PathPiece> clippedPath(std::span<const PathPiece> path, std::span<const TimeRange> ranges);

}  // namespace kernline
