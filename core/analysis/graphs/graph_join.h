// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about captures of CUDA graphs, and the captured launches of replayed work.
#pragma once

#include "core/analysis/graphs/graph_captures.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// Certainty about which capture made a graph.
enum class GraphFit : std::uint8_t {
  Names,      ///< the launches name the kernels that ran, in this order
  Count,      ///< launches as many as activities, of the same kinds; they name no kernels
  NoCapture,  ///< no capture was recorded
  Differs,    ///< no capture has launches of this number and these names
  Ambiguous,  ///< several captures fit that have other operators, or the one that fits also fits another graph
  Streams,    ///< it runs on several streams, which the launches do not distinguish
};

/// `names`, `count`, `no_capture`, `differs`, `ambiguous`, `streams`.
[[nodiscard]] std::string_view toText(GraphFit fit);
[[nodiscard]] constexpr bool isJoined(GraphFit fit) {
  return fit == GraphFit::Names || fit == GraphFit::Count;
}

/// A graph that was replayed: launches of one process that ran the same activity in the same order.
struct ReplayedGraph {
  std::vector<SpanId> launches;  ///< calls of cudaGraphLaunch, hipGraphLaunch, by start
  std::uint32_t works = 0;       ///< device activities of one replay
  std::int64_t activityNs = 0;   ///< nanoseconds of all replays
  GraphFit fit = GraphFit::NoCapture;
  /// Source of the capture, if it is joined: 0 the trace itself, else one of the others, from 1.
  std::uint32_t source = 0;
  std::uint32_t fitting = 0;  ///< captures that fit; of several with the same operators the last is taken
};

/// The launch that captured an activity.
struct CapturedBy {
  SpanId activity = SpanId::none;
  SpanId launch = SpanId::none;  ///< launch in the source; none if unknown
  SpanId begin = SpanId::none;   ///< call in the source that began the capture
  std::uint32_t source = 0;
};

/// Joins each replayed activity to the captured launch that it comes from. No profiler records this: a replay is linked
/// to its graph launch alone. On one stream the n-th launch of the capture is the n-th activity of a replay. On several
/// streams each name is joined by itself: the n-th launch of a kernel is its n-th run, if all its runs are on one
/// stream. Names must agree where the capture names its kernels, else number and kinds; what does not agree is left
/// open.
class GraphJoin {
 public:
  GraphJoin() = default;
  /// Matches the replays of `trace` with its own captures, as far as they end before the replay, and those of `others`.
  /// Empty if stopped.
  [[nodiscard]] static GraphJoin of(const Trace& trace, std::span<const Trace* const> others = {},
                                    const std::stop_token& stop = {});

  [[nodiscard]] const std::vector<ReplayedGraph>& graphs() const { return m_graphs; }  ///< sorted by first replay
  [[nodiscard]] const std::vector<CapturedBy>& joined() const { return m_joined; }     ///< sorted by activity
  [[nodiscard]] CapturedBy of(SpanId activity) const;
  /// The launches in this one's place in the other captures that fit: of the same operators, maybe with other shapes.
  [[nodiscard]] std::span<const CapturedBy> alternatives(const CapturedBy& by) const;
  [[nodiscard]] std::uint64_t replayedActivities() const;                   ///< pieces
  [[nodiscard]] std::uint64_t captures() const { return m_captures; }       ///< number of captures in all sources
  [[nodiscard]] const std::vector<SpanId>& open() const { return m_open; }  ///< replayed activity that is not joined

 private:
  std::vector<ReplayedGraph> m_graphs;
  std::vector<CapturedBy> m_joined;
  std::map<std::pair<std::uint32_t, SpanId>, std::vector<CapturedBy>> m_alternatives;  // keyed by source and launch
  std::vector<SpanId> m_open;
  std::uint64_t m_captures = 0;
};

}  // namespace kernline
