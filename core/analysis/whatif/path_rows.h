// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/interval_union.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/message.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The key by which pieces of the critical path are summed.
enum class PathBy : std::uint8_t { Name, Kind, Op, Module, Phase, Rank };
inline constexpr std::size_t pathByCount = 6;
/// `name`, `kind`, `op`, … as the command line spells them.
[[nodiscard]] std::string_view toText(PathBy by);

/// What mostly makes up the part of the path that lies on a rank.
enum class PathReasonKind : std::uint8_t {
  Host,           ///< the host is late
  LongerDevice,   ///< device activity that takes longer than on the other ranks
  Device,         ///< device activity
  Communication,  ///< collectives and messages
};
/// `host`, `longer_device`, … as programs get it.
[[nodiscard]] std::string_view toText(PathReasonKind kind);

/// Why a rank is on the path. Times are means per step.
struct PathReason {
  PathReasonKind kind = PathReasonKind::Host;
  std::string name = {};                      ///< of the calls or the work with most of that time; may be empty
  Duration onPath = {};                       ///< of the rank's time on the path, what is of this kind
  Duration device = {};                       ///< its work but communication, on the path or not
  std::optional<Duration> othersDevice = {};  ///< median of the other ranks; nullopt if there are none
};

/// The reason as a text: "host late: 1.2 ms, mostly in aten::item".
[[nodiscard]] Message sentenceOn(const PathReason& reason);

/// Pieces of the critical path that are summed.
struct PathRow {
  std::optional<PathKind> kind;  ///< kind of all of them; nullopt if they are not grouped by it
  std::string name;              ///< empty if none, as for the host outside of all calls, and for gaps by name
  Duration total;
  std::uint64_t count = 0;
  SpanId longest = SpanId::none;
  Duration longestTime = {};
  std::optional<PathReason> reason = {};  ///< of those by rank
};

/// Returns the rows by total time, longest first. Empty if stopped.
[[nodiscard]] std::vector<PathRow> pathRows(TraceAnalysis& analysis, std::span<const PathPiece> path,
                                            PathBy by = PathBy::Name, const std::stop_token& stop = {});

/// Sets the reasons of rows by rank, which are of this path: by the replay that it is of, in these steps.
/// `stepsOfRank`: how many each rank has of them.
void addReasons(std::vector<PathRow>& rows, const ReplayedRun& run, const RunReplay& replay, const IntervalUnion& steps,
                std::span<const PathPiece> path, std::uint64_t stepsOfRank);

/// Device activity of one name off the critical path: each piece of it may be later.
struct HiddenRow {
  PathKind kind = PathKind::Kernel;
  StringId name = StringId::none;
  Duration total;
  std::uint64_t count = 0;
  Duration minSlack;     ///< least slack of the pieces: by how much they may be later
  Duration medianSlack;  ///< the same
};

/// Returns the device activity that begins in `steps` and may be later, by total time. `slack`: by activity of the
/// graph.
[[nodiscard]] std::vector<HiddenRow> hiddenRows(const ReplayedRun& run, const RunReplay& replay,
                                                const IntervalUnion& steps, std::span<const Duration> slack);

}  // namespace kernline
