// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about calls of the host: operators, the call tree, and links from backward to forward.
#pragma once

#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// The quantity that the width of a call shows.
enum class CallWeight : std::uint8_t {
  Host,    ///< nanoseconds of a thread
  Device,  ///< nanoseconds of kernels, memcpys and memsets; what runs side by side adds up
  Count,   ///< spans
};
inline constexpr std::size_t callWeightCount = 3;

/// `host`, `device`, `count` as the command line spells them.
[[nodiscard]] std::string_view toText(CallWeight weight);

/// The key that distinguishes the children of a call.
struct CallName {
  StringId name = StringId::none;  ///< none if none of its own, see `CallTree::text`
  SpanKind kind = SpanKind::Other;

  bool operator==(const CallName&) const = default;
};

using CallNode = std::uint32_t;
using CallWeights = std::array<std::int64_t, callWeightCount>;

/// Calls of one name, called the same way, as one node: Python functions, annotations, operators and runtime calls of
/// threads as they nest, and device activity below the call that launched it. In columns. Each node's total is, to the
/// nanosecond, what it has itself and the totals of its children. Node 0 is the whole.
///
/// With all threads as one, what torch's autograd threads do is below the call that waits for it (`drivenCalls`): their
/// spans count there, with what they launch, so that `backward` has the device time it causes. Host time does not move:
/// the call that waits keeps the time it waits, and theirs stays at the top, in nodes that count no spans.
///
/// Activity of a CUDA graph is below the calls that captured it, if the trace has the capture: these are below the
/// graph launch once more, in nodes that have only the activity.
///
/// Bottom-up, the children of the root are functions by what they have themselves, and the children of a node are what
/// called it; what a node has itself is then the part without a caller.
class CallTree {
 public:
  static constexpr CallNode root = 0;

  [[nodiscard]] std::size_t size() const { return m_names.size(); }
  [[nodiscard]] bool isEmpty() const { return size() <= 1; }
  [[nodiscard]] CallName name(CallNode node) const { return m_names[node]; }
  /// Returns its displayed name: "(all)" for the root, "(no launch)" for what holds device activity that no call
  /// launched.
  [[nodiscard]] std::string_view text(const Trace& trace, CallNode node) const;
  [[nodiscard]] CallNode parent(CallNode node) const { return m_parents[node]; }  ///< the root's is itself
  /// Children are neighbors: [firstChild, firstChild + childCount), in no order that means anything.
  [[nodiscard]] CallNode firstChild(CallNode node) const { return m_firstChildren[node]; }
  [[nodiscard]] std::uint32_t childCount(CallNode node) const {
    return m_firstChildren[node + 1] - m_firstChildren[node];
  }
  [[nodiscard]] std::int64_t total(CallNode node, CallWeight weight) const {
    return m_totals[node][static_cast<std::size_t>(weight)];
  }
  [[nodiscard]] std::int64_t self(CallNode node, CallWeight weight) const {
    return m_selves[node][static_cast<std::size_t>(weight)];
  }
  /// Spans that are this node: bottom-up, of the function that the path begins with. None of those that count below
  /// the call that waits for them.
  [[nodiscard]] std::uint64_t count(CallNode node) const;
  /// The first of those that last longest in the range; none for the root and for what only holds others.
  [[nodiscard]] SpanId longest(CallNode node) const { return m_longest[node]; }
  [[nodiscard]] std::int64_t maxNs(CallNode node) const { return m_maxNs[node]; }  ///< longest in the range; -1 if none
  /// Depth of the deepest node; 0 if there is only a root.
  [[nodiscard]] std::uint32_t depth() const { return m_depth; }
  [[nodiscard]] bool isBottomUp() const { return m_isBottomUp; }
  /// Spans that a later one ended early because they overlap without nesting.
  [[nodiscard]] std::uint64_t cutSpans() const { return m_cutSpans; }
  /// Bottom-up only: some callers far up are left out, and their callees count as without a caller.
  [[nodiscard]] bool isShortened() const { return m_isShortened; }

 private:
  friend class CallTreeBuilder;

  std::vector<CallName> m_names;
  std::vector<CallNode> m_parents;
  std::vector<CallNode> m_firstChildren;  // one more than nodes
  std::vector<CallWeights> m_totals;
  std::vector<CallWeights> m_selves;
  std::vector<SpanId> m_longest;
  std::vector<std::int64_t> m_maxNs;
  std::uint32_t m_depth = 0;
  std::uint64_t m_cutSpans = 0;
  bool m_isBottomUp = false;
  bool m_isShortened = false;
};

struct CallTreeOptions {
  /// Only what lies in here: calls and device activity that reach over an edge count with the part inside. A call
  /// outside whose activity runs inside is there with that activity alone.
  std::optional<TimeRange> range = {};
  TrackId track = TrackId::none;  ///< only this thread; none for all threads as one
  /// Only this device activity (ascending), and whole, anywhere; the range is for calls alone. nullptr for that in the
  /// range.
  std::shared_ptr<const std::vector<SpanId>> activities = nullptr;
};

/// Top-down. About 0.1 µs a span, threads side by side. A tree of a root only if stopped.
[[nodiscard]] CallTree callTree(const Trace& trace, const CallTreeOptions& options, unsigned threads,
                                const std::stop_token& stop = {});

/// Limit of the bottom-up tree. It has about `maxInvertedNodes` nodes at most: where callers far up would exceed that
/// they are left out.
inline constexpr std::size_t maxInvertedNodes = 1'000'000;
[[nodiscard]] CallTree invertedCallTree(const CallTree& topDown, const std::stop_token& stop = {},
                                        std::size_t maxNodes = maxInvertedNodes);

/// The tracks whose spans are calls: threads that have any.
[[nodiscard]] std::vector<TrackId> callTracks(const Trace& trace);
/// Returns the tracks that "all threads as one" adds up: tracks that repeat others (`repeatedRows`) are left out.
[[nodiscard]] std::vector<TrackId> summedCallTracks(const Trace& trace);

}  // namespace kernline
