// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_path.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/graphs/captured_paths.h"
#include "core/analysis/query/call_walk.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Gathers the spans of threads that lie at the end of a path.
class PathVisitor {
 public:
  PathVisitor(const Trace& trace, const CallTreeOptions& options, const CallPath& path,
              std::span<const DrivenCall> driven, const CapturedPaths& captured)
      : m_trace(trace),
        m_options(options),
        m_fromLeaf(path.names),
        m_isBottomUp(path.isBottomUp),
        m_driven(driven),
        m_captured(captured) {
    if (!m_isBottomUp) {
      std::ranges::reverse(m_fromLeaf);
    }
    for (const DrivenCall& call : driven) {
      m_drivers.try_emplace(call.driver);
    }
  }

  void open(SpanId span) {
    if (m_open.empty()) {
      m_open = namesAbove(span);
      m_above = m_open.size();
    }
    m_open.push_back({m_trace.name(span), m_trace.kind(span)});
    if (const auto driver = m_drivers.find(span); driver != m_drivers.end()) {
      driver->second = m_open;
    }
    if (isAtEnd(m_fromLeaf) || isTimeAtEnd()) {
      take(span);
    }
    if (m_trace.kind(span) == SpanKind::Runtime && isDeviceActivity(m_fromLeaf.front().kind)) {
      takeLaunched(span);
    }
  }
  void close() {
    m_open.pop_back();
    if (m_open.size() == m_above) {
      m_open.clear();
      m_above = 0;
    }
  }
  void spend(Time /*from*/, Time /*to*/) {}

  void takeActivity(SpanId activity) {
    if (CallName{m_trace.name(activity), m_trace.kind(activity)} == m_fromLeaf.front()) {
      take(activity);
    }
  }
  [[nodiscard]] std::vector<SpanId> takeFound() { return std::move(m_found); }

 private:
  /// Replayed work is below what captured it.
  void takeLaunched(SpanId call) {
    const std::size_t open = m_open.size();
    for (const Launch& launch : m_trace.launchedBy(call)) {
      for (const SpanId captured : m_captured.of(launch.activity)) {
        m_open.push_back({m_trace.name(captured), m_trace.kind(captured)});
      }
      if (isAtEnd(std::span{m_fromLeaf}.subspan(1))) {
        takeActivity(launch.activity);
      }
      m_open.resize(open);
    }
  }
  /// Returns the names of the call of another thread that waits for it, and of that call's callers.
  [[nodiscard]] std::vector<CallName> namesAbove(SpanId call) const {
    const auto driven = std::ranges::lower_bound(m_driven, call, {}, &DrivenCall::call);
    return driven == m_driven.end() || driven->call != call ? std::vector<CallName>{} : m_drivers.at(driven->driver);
  }
  /// Whether the open calls end in these names; top-down, whether they are exactly these.
  [[nodiscard]] bool isAtEnd(std::span<const CallName> fromLeaf) const { return endsSo(fromLeaf, m_open.size()); }
  /// Whether the walk is at the end of the path to the node that has its host time alone.
  [[nodiscard]] bool isTimeAtEnd() const {
    return !m_isBottomUp && m_above > 0 && endsSo(m_fromLeaf, m_open.size() - m_above);
  }
  [[nodiscard]] bool endsSo(std::span<const CallName> fromLeaf, std::size_t open) const {
    if (fromLeaf.size() > open || (!m_isBottomUp && fromLeaf.size() != open)) {
      return false;
    }
    return std::equal(fromLeaf.begin(), fromLeaf.end(), m_open.rbegin());
  }
  void take(SpanId span) {
    const TimeRange interval = m_trace.range(span);
    if (!m_options.range ||
        (interval.isEmpty() ? m_options.range->contains(interval.begin) : interval.overlaps(*m_options.range))) {
      m_found.push_back(span);
    }
  }

  const Trace& m_trace;
  const CallTreeOptions& m_options;
  std::vector<CallName> m_fromLeaf;
  bool m_isBottomUp;
  std::span<const DrivenCall> m_driven;
  const CapturedPaths& m_captured;
  std::map<SpanId, std::vector<CallName>> m_drivers;
  std::vector<CallName> m_open;  // open calls below what waits for them, if something does
  std::size_t m_above = 0;       // open calls of another thread
  std::vector<SpanId> m_found;
};

/// Returns the tracks, those that wait before those that they wait for.
std::vector<TrackId> tracksToWalk(const Trace& trace, const CallTreeOptions& options) {
  if (options.track != TrackId::none) {
    return {options.track};
  }
  std::vector<TrackId> tracks = summedCallTracks(trace);
  const std::vector<TrackId> autograd = autogradThreads(trace, tracks);
  std::ranges::stable_partition(tracks,
                                [&](TrackId track) { return std::ranges::find(autograd, track) == autograd.end(); });
  return tracks;
}

/// Device activity that hangs below no call.
bool isUnlaunched(const CallPath& path) {
  return path.names.size() == 2 && path.names[path.isBottomUp ? 1 : 0].name == StringId::none;
}

}  // namespace

CallPath pathOf(const CallTree& tree, CallNode node) {
  CallPath path{.names = {}, .isBottomUp = tree.isBottomUp()};
  for (; node != CallTree::root; node = tree.parent(node)) {
    path.names.push_back(tree.name(node));
  }
  std::ranges::reverse(path.names);
  return path;
}

CallNode nodeAt(const CallTree& tree, const CallPath& path, bool nearest) {
  CallNode at = CallTree::root;
  if (tree.isBottomUp() != path.isBottomUp) {
    return at;
  }
  for (const CallName& name : path.names) {
    const CallNode first = tree.firstChild(at);
    const CallNode last = first + tree.childCount(at);
    CallNode child = first;
    while (child < last && tree.name(child) != name) {
      ++child;
    }
    if (child == last) {
      return nearest ? at : CallTree::root;
    }
    at = child;
  }
  return at;
}

std::vector<SpanId> spansOf(const Trace& trace, const CallTreeOptions& options, const CallPath& path,
                            const std::stop_token& stop) {
  if (path.names.empty()) {
    return {};
  }
  const std::vector<TrackId> tracks = tracksToWalk(trace, options);
  const std::vector<DrivenCall> driven =
      options.track == TrackId::none ? drivenCalls(trace, tracks) : std::vector<DrivenCall>{};
  const GraphJoin join = GraphJoin::of(trace, {}, stop);
  const CapturedPaths captured(trace, join);
  PathVisitor visitor(trace, options, path, driven, captured);
  if (isUnlaunched(path)) {
    for (std::uint32_t span = 0; span < trace.spanCount() && !stop.stop_requested(); ++span) {
      if (isDeviceActivity(trace.kinds()[span]) && trace.launchOf(SpanId{span}) == SpanId::none) {
        visitor.takeActivity(SpanId{span});
      }
    }
  } else {
    for (const TrackId track : tracks) {
      walkCalls(trace, trace.track(track), TimeRange::always(), SpanKinds::all(), stop, visitor);
    }
  }
  if (stop.stop_requested()) {
    return {};
  }
  std::vector<SpanId> found = visitor.takeFound();
  std::ranges::sort(found, {}, [&](SpanId span) { return std::tuple(trace.start(span), span); });
  return found;
}

}  // namespace kernline
