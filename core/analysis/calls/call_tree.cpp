// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"

#include "core/analysis/calls/call_tree_builder.h"
#include "core/analysis/calls/call_walk.h"
#include "core/analysis/query/lane_spans.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace kernline {

namespace {

constexpr auto hostWeight = static_cast<std::size_t>(CallWeight::Host);
constexpr auto deviceWeight = static_cast<std::size_t>(CallWeight::Device);

/// What is counted of a trace.
class Counted {
 public:
  Counted(const Trace& trace, std::optional<TimeRange> range) : m_trace(trace), m_range(range) {}

  [[nodiscard]] bool has(SpanId span) const {
    const TimeRange interval = m_trace.range(span);
    return !m_range || (interval.isEmpty() ? m_range->contains(interval.begin)
                                           : !m_range->isEmpty() && interval.overlaps(*m_range));
  }
  [[nodiscard]] std::int64_t length(TimeRange interval) const {
    const TimeRange inside = m_range ? interval.clippedTo(*m_range) : interval;
    return inside.isEmpty() ? 0 : inside.length().ns;
  }
  [[nodiscard]] TimeRange range() const { return m_range.value_or(TimeRange::always()); }

 private:
  const Trace& m_trace;
  std::optional<TimeRange> m_range;
};

/// Which device work hangs below a call already: a byte each, as each has one call and threads are walked side by side.
using AttachedWork = std::vector<std::uint8_t>;

void addWork(const Trace& trace, const Counted& counted, CallTreeBuilder& tree, CallNode below, SpanId work) {
  if (!counted.has(work)) {
    return;
  }
  const std::int64_t ns = counted.length(trace.range(work));
  const CallNode node = tree.child(below, {trace.name(work), trace.kind(work)});
  tree.addSpan(node, work, ns);
  tree[node].self[deviceWeight] += ns;
}

/// Puts the calls of a thread into a tree.
class ThreadVisitor {
 public:
  ThreadVisitor(const Trace& trace, const Counted& counted, AttachedWork& attached, CallTreeBuilder& tree)
      : m_trace(trace), m_counted(counted), m_attached(attached), m_tree(tree) {}

  void open(SpanId span) {
    const CallNode caller = m_open.empty() ? CallTree::root : m_open.back();
    const CallNode node = m_tree.child(caller, {m_trace.name(span), m_trace.kind(span)});
    m_open.push_back(node);
    if (m_counted.has(span)) {
      m_tree.addSpan(node, span, m_counted.length(m_trace.range(span)));
      if (kernline::has(m_trace.flags(span), SpanFlags::Overlapping)) {
        m_tree.addCutSpan();
      }
    }
    if (m_trace.kind(span) == SpanKind::Runtime) {
      for (const Launch& launch : m_trace.launchedBy(span)) {
        m_attached[index(launch.work)] = 1;
        addWork(m_trace, m_counted, m_tree, node, launch.work);
      }
    }
  }
  void close() { m_open.pop_back(); }
  void spend(Time from, Time to) { m_tree[m_open.back()].self[hostWeight] += m_counted.length({from, to}); }

 private:
  const Trace& m_trace;
  const Counted& m_counted;
  AttachedWork& m_attached;
  CallTreeBuilder& m_tree;
  std::vector<CallNode> m_open;
};

/// From the first call whose work runs in `range`, if that is earlier.
TimeRange withLaunchesBefore(const Trace& trace, TimeRange range) {
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::Stream && track.kind != TrackKind::DeviceOther) {
      continue;
    }
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
      const SpanInterval works = spansIn(trace, trace.lane(LaneId{l}), range);
      for (std::uint32_t work = works.first; work < works.last; ++work) {
        if (const SpanId call = trace.launchOf(SpanId{work}); call != SpanId::none) {
          range.begin = std::min(range.begin, trace.start(call));
        }
      }
    }
  }
  return range;
}

/// Work that no call of any thread launched, below a node of its own.
void addUnlaunched(const Trace& trace, const Counted& counted, const AttachedWork& attached, CallTreeBuilder& tree) {
  CallNode holder = CallTree::root;
  for (const Track& track : trace.tracks()) {
    const bool isDevice = track.process != ProcessId::none && trace.process(track.process).device >= 0;
    if (!isDevice && track.kind != TrackKind::Stream) {
      continue;
    }
    for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount; ++span) {
      if (isDeviceWork(trace.kinds()[span]) && attached[span] == 0 && counted.has(SpanId{span})) {
        holder = holder == CallTree::root ? tree.child(CallTree::root, {}) : holder;
        addWork(trace, counted, tree, holder, SpanId{span});
      }
    }
  }
}

}  // namespace

std::string_view toText(CallWeight weight) {
  constexpr std::array<std::string_view, callWeightCount> texts{"host", "device", "count"};
  return texts[static_cast<std::size_t>(weight)];
}

std::string_view CallTree::text(const Trace& trace, CallNode node) const {
  if (node == root) {
    return "(all)";
  }
  return name(node).name == StringId::none ? "(no launch)" : trace.text(name(node).name);
}

std::uint64_t CallTree::count(CallNode node) const {
  return static_cast<std::uint64_t>(m_isBottomUp ? total(node, CallWeight::Count) : self(node, CallWeight::Count));
}

std::vector<TrackId> callTracks(const Trace& trace) {
  std::vector<TrackId> tracks;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    if (track.kind == TrackKind::Thread && track.spanCount > 0) {
      tracks.push_back(TrackId{t});
    }
  }
  return tracks;
}

std::vector<TrackId> summedCallTracks(const Trace& trace) {
  std::vector<TrackId> tracks = callTracks(trace);
  const std::vector<bool> isRepeated = repeatedRows(trace);
  std::erase_if(tracks, [&](TrackId track) { return isRepeated[index(track)]; });
  return tracks;
}

CallTree callTree(const Trace& trace, const CallTreeOptions& options, unsigned threads, const std::stop_token& stop) {
  const Counted counted(trace, options.range);
  const bool isOneThread = options.track != TrackId::none;
  std::vector<TrackId> tracks = isOneThread ? std::vector{options.track} : summedCallTracks(trace);
  std::ranges::stable_sort(tracks, std::greater{}, [&](TrackId t) { return trace.track(t).spanCount; });
  const TimeRange within = options.range ? withLaunchesBefore(trace, *options.range) : TimeRange::always();
  AttachedWork attached(trace.spanCount());
  std::vector<CallTreeBuilder> parts(tracks.size());
  parallelFor(threads, tracks.size(), [&](std::size_t t) {
    const Track& track = trace.track(tracks[t]);
    parts[t].reserve(track.spanCount + (t == 0 ? trace.launches().size() : 0) + 1);
    ThreadVisitor visitor(trace, counted, attached, parts[t]);
    walkCalls(trace, track, within, SpanKinds::all(), stop, visitor);
  });
  CallTreeBuilder whole = parts.empty() ? CallTreeBuilder{} : std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    whole.merge(parts[part]);
  }
  if (!isOneThread) {
    addUnlaunched(trace, counted, attached, whole);
  }
  return stop.stop_requested() ? CallTreeBuilder{}.build() : whole.build();
}

}  // namespace kernline
