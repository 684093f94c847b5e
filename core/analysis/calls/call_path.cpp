// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_path.h"

#include "core/analysis/calls/call_walk.h"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

namespace kernline {

namespace {

/// Gathers the spans of a thread that lie at the end of a path.
class PathVisitor {
 public:
  PathVisitor(const Trace& trace, const CallTreeOptions& options, const CallPath& path)
      : m_trace(trace), m_options(options), m_fromLeaf(path.names), m_isBottomUp(path.isBottomUp) {
    if (!m_isBottomUp) {
      std::ranges::reverse(m_fromLeaf);
    }
  }

  void open(SpanId span) {
    m_open.push_back({m_trace.name(span), m_trace.kind(span)});
    if (isAtEnd(m_fromLeaf)) {
      take(span);
    }
    if (m_trace.kind(span) == SpanKind::Runtime && isDeviceWork(m_fromLeaf.front().kind) &&
        isAtEnd(std::span{m_fromLeaf}.subspan(1))) {
      for (const Launch& launch : m_trace.launchedBy(span)) {
        takeWork(launch.work);
      }
    }
  }
  void close() { m_open.pop_back(); }
  void spend(Time /*from*/, Time /*to*/) {}

  void takeWork(SpanId work) {
    if (CallName{m_trace.name(work), m_trace.kind(work)} == m_fromLeaf.front()) {
      take(work);
    }
  }
  [[nodiscard]] std::vector<SpanId> takeFound() { return std::move(m_found); }

 private:
  /// Whether what is open ends so; top-down, whether it is nothing else.
  [[nodiscard]] bool isAtEnd(std::span<const CallName> fromLeaf) const {
    if (fromLeaf.size() > m_open.size() || (!m_isBottomUp && fromLeaf.size() != m_open.size())) {
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
  std::vector<CallName> m_open;
  std::vector<SpanId> m_found;
};

/// Device work that hangs below no call.
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
  PathVisitor visitor(trace, options, path);
  if (isUnlaunched(path)) {
    for (std::uint32_t span = 0; span < trace.spanCount() && !stop.stop_requested(); ++span) {
      if (isDeviceWork(trace.kinds()[span]) && trace.launchOf(SpanId{span}) == SpanId::none) {
        visitor.takeWork(SpanId{span});
      }
    }
  } else {
    for (const TrackId track : options.track == TrackId::none ? summedCallTracks(trace) : std::vector{options.track}) {
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
