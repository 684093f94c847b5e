// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/call_tree_builder.h"
#include "core/analysis/graphs/captured_paths.h"
#include "core/analysis/query/call_walk.h"
#include "core/analysis/query/lane_spans.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace kernline {

namespace {

constexpr auto hostWeight = static_cast<std::size_t>(CallWeight::Host);
constexpr auto deviceWeight = static_cast<std::size_t>(CallWeight::Device);

/// Counts weights of the spans of a trace.
class Counted {
 public:
  Counted(const Trace& trace, const CallTreeOptions& options)
      : m_trace(trace), m_range(options.range), m_activities(options.activities) {}

  [[nodiscard]] bool has(SpanId span) const {
    const TimeRange interval = m_trace.range(span);
    return !m_range || (interval.isEmpty() ? m_range->contains(interval.begin)
                                           : !m_range->isEmpty() && interval.overlaps(*m_range));
  }
  [[nodiscard]] std::int64_t length(TimeRange interval) const {
    const TimeRange inside = m_range ? interval.clippedTo(*m_range) : interval;
    return inside.isEmpty() ? 0 : inside.length().ns;
  }
  [[nodiscard]] bool hasActivity(SpanId activity) const {
    return m_activities ? std::ranges::binary_search(*m_activities, activity) : has(activity);
  }
  [[nodiscard]] std::int64_t lengthOfActivity(SpanId activity) const {
    return m_activities ? m_trace.duration(activity).ns : length(m_trace.range(activity));
  }

 private:
  const Trace& m_trace;
  std::optional<TimeRange> m_range;
  std::shared_ptr<const std::vector<SpanId>> m_activities;
};

/// A byte a span, as threads are walked side by side.
enum class Mark : std::uint8_t {
  None,
  Attached,  ///< device activity that hangs below a call already
  Drives,    ///< a call that waits for calls of autograd threads
};
using Marks = std::vector<Mark>;

void addActivity(const Trace& trace, const Counted& counted, CallTreeBuilder& tree, CallNode below, SpanId activity) {
  if (!counted.hasActivity(activity)) {
    return;
  }
  const std::int64_t ns = counted.lengthOfActivity(activity);
  const CallNode node = tree.child(below, {trace.name(activity), trace.kind(activity)});
  tree.addSpan(node, activity, ns);
  tree[node].self[deviceWeight] += ns;
}

/// Puts the calls of a thread into a tree; of those that a call of another thread waits for only their time: their
/// numbers and what they launch go to trees that are to hang below what waits.
class ThreadVisitor {
 public:
  using DrivenTrees = std::map<SpanId, CallTreeBuilder>;  // keyed by driver

  ThreadVisitor(const Trace& trace, const Counted& counted, std::span<const DrivenCall> driven,
                const CapturedPaths& captured, Marks& marks, CallTreeBuilder& tree)
      : m_trace(trace), m_counted(counted), m_driven(driven), m_captured(captured), m_marks(marks), m_tree(tree) {}

  void open(SpanId span) {
    if (m_open.empty()) {
      m_below = treeBelowDriver(span);
    }
    const CallName name{m_trace.name(span), m_trace.kind(span)};
    const Open caller = m_open.empty() ? Open{} : m_open.back();
    m_open.push_back({.host = m_tree.child(caller.host, name),
                      .driven = m_below == nullptr ? CallTree::root : m_below->child(caller.driven, name)});
    count(span);
    if (m_marks[index(span)] == Mark::Drives) {
      m_drivers.emplace_back(span, m_open.back().host);
    }
    if (name.kind == SpanKind::Runtime) {
      for (const Launch& launch : m_trace.launchedBy(span)) {
        m_marks[index(launch.activity)] = Mark::Attached;
        addActivity(m_trace, m_counted, counts(), nodeAbove(launch.activity), launch.activity);
      }
    }
  }
  /// The rest of a call that was counted in the one around it.
  void resume(SpanId span) {
    m_open.push_back({.host = m_tree.child(CallTree::root, {m_trace.name(span), m_trace.kind(span)})});
  }
  void close() { m_open.pop_back(); }
  void spend(Time from, Time to) { m_tree[m_open.back().host].self[hostWeight] += m_counted.length({from, to}); }

  [[nodiscard]] DrivenTrees takeDrivenTrees() { return std::exchange(m_drivenTrees, {}); }
  [[nodiscard]] const std::vector<std::pair<SpanId, CallNode>>& drivers() const { return m_drivers; }

 private:
  struct Open {
    CallNode host = CallTree::root;
    CallNode driven = CallTree::root;
  };

  [[nodiscard]] CallTreeBuilder* treeBelowDriver(SpanId call) {
    const auto found = std::ranges::lower_bound(m_driven, call, {}, &DrivenCall::call);
    return found == m_driven.end() || found->call != call ? nullptr : &m_drivenTrees[found->driver];
  }
  [[nodiscard]] CallTreeBuilder& counts() { return m_below == nullptr ? m_tree : *m_below; }
  [[nodiscard]] CallNode countingNode() const { return m_below == nullptr ? m_open.back().host : m_open.back().driven; }

  /// The call that launches it; of replayed work what captured it, below that.
  [[nodiscard]] CallNode nodeAbove(SpanId activity) {
    CallNode node = countingNode();
    for (const SpanId call : m_captured.of(activity)) {
      node = counts().child(node, {m_trace.name(call), m_trace.kind(call)});
    }
    return node;
  }

  void count(SpanId span) {
    if (!m_counted.has(span)) {
      return;
    }
    const std::int64_t ns = m_counted.length(m_trace.range(span));
    counts().addSpan(countingNode(), span, ns);
    if (m_below != nullptr) {
      m_tree.showSpan(m_open.back().host, span, ns);
    }
    if (kernline::has(m_trace.flags(span), SpanFlags::Overlapping)) {
      m_tree.addCutSpan();
    }
  }

  const Trace& m_trace;
  const Counted& m_counted;
  std::span<const DrivenCall> m_driven;
  const CapturedPaths& m_captured;
  Marks& m_marks;
  CallTreeBuilder& m_tree;
  CallTreeBuilder* m_below = nullptr;  ///< tree for what the outermost open call drives
  DrivenTrees m_drivenTrees;
  std::vector<Open> m_open;
  std::vector<std::pair<SpanId, CallNode>> m_drivers;
};

/// One tree of what threads gave.
class Joiner {
 public:
  explicit Joiner(std::size_t threads) : m_parts(threads) {}

  [[nodiscard]] CallTreeBuilder& part(std::size_t thread) { return m_parts[thread]; }

  /// Takes what the visitors and the parts have; each is let go as soon as it is in the whole.
  CallTreeBuilder join(std::span<ThreadVisitor> visitors) {
    CallTreeBuilder whole = m_parts.empty() ? CallTreeBuilder{} : std::move(m_parts.front());
    for (std::size_t t = 0; t < visitors.size(); ++t) {
      const std::vector<CallNode> places = t == 0 ? std::vector<CallNode>{} : whole.merge(m_parts[t]);
      for (const auto& [driver, node] : visitors[t].drivers()) {
        m_nodeOfDriver[driver] = t == 0 ? node : places[node];
      }
      m_parts[t] = {};
    }
    for (ThreadVisitor& visitor : visitors) {
      ThreadVisitor::DrivenTrees trees = visitor.takeDrivenTrees();
      for (auto& [driver, tree] : trees) {
        const auto below = m_nodeOfDriver.find(driver);
        whole.merge(tree, below == m_nodeOfDriver.end() ? CallTree::root : below->second);
        tree = {};
      }
    }
    return whole;
  }

 private:
  std::vector<CallTreeBuilder> m_parts;
  std::map<SpanId, CallNode> m_nodeOfDriver;
};

/// Extends the range to the first call whose work runs in it, if that is earlier.
TimeRange withLaunchesBefore(const Trace& trace, TimeRange range) {
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::Stream && track.kind != TrackKind::DeviceOther) {
      continue;
    }
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
      const SpanInterval works = spansIn(trace, trace.lane(LaneId{l}), range);
      for (std::uint32_t activity = works.first; activity < works.last; ++activity) {
        if (const SpanId call = trace.launchOf(SpanId{activity}); call != SpanId::none) {
          range.begin = std::min(range.begin, trace.start(call));
        }
      }
    }
  }
  return range;
}

/// Extends the range to the calls that launch `works`.
TimeRange withLaunchesOf(const Trace& trace, const std::vector<SpanId>& activities, TimeRange range) {
  for (const SpanId activity : activities) {
    if (const SpanId call = trace.launchOf(activity); call != SpanId::none) {
      range = range.unitedWith(trace.range(call));
    }
  }
  return range;
}

/// The time whose calls are walked.
TimeRange walkedRange(const Trace& trace, const CallTreeOptions& options) {
  if (!options.range) {
    return TimeRange::always();
  }
  return options.activities ? withLaunchesOf(trace, *options.activities, *options.range)
                            : withLaunchesBefore(trace, *options.range);
}

/// Work that no call of any thread launched, below a node of its own.
void addUnlaunched(const Trace& trace, const Counted& counted, const Marks& marks, CallTreeBuilder& tree) {
  CallNode holder = CallTree::root;
  for (const Track& track : trace.tracks()) {
    const bool isDevice = track.process != ProcessId::none && trace.process(track.process).device >= 0;
    if (!isDevice && track.kind != TrackKind::Stream) {
      continue;
    }
    for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount; ++span) {
      if (isDeviceActivity(trace.kinds()[span]) && marks[span] != Mark::Attached && counted.hasActivity(SpanId{span})) {
        holder = holder == CallTree::root ? tree.child(CallTree::root, {}) : holder;
        addActivity(trace, counted, tree, holder, SpanId{span});
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
  const Counted counted(trace, options);
  const bool isOneThread = options.track != TrackId::none;
  std::vector<TrackId> tracks = isOneThread ? std::vector{options.track} : summedCallTracks(trace);
  std::ranges::stable_sort(tracks, std::greater{}, [&](TrackId t) { return trace.track(t).spanCount; });
  const TimeRange within = walkedRange(trace, options);
  const std::vector<DrivenCall> driven = isOneThread ? std::vector<DrivenCall>{} : drivenCalls(trace, tracks, within);
  const GraphJoin join = GraphJoin::of(trace, {}, stop);
  const CapturedPaths captured(trace, join);
  Marks marks(trace.spanCount());
  for (const DrivenCall& call : driven) {
    marks[index(call.driver)] = Mark::Drives;
  }
  Joiner joiner(tracks.size());
  std::vector<ThreadVisitor> visitors;
  visitors.reserve(tracks.size());
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    visitors.emplace_back(trace, counted, driven, captured, marks, joiner.part(t));
  }
  parallelFor(threads, tracks.size(), [&](std::size_t t) {
    const Track& track = trace.track(tracks[t]);
    joiner.part(t).reserve(track.spanCount + (t == 0 ? trace.launches().size() : 0) + 1);
    walkCalls(trace, track, within, SpanKinds::all(), stop, visitors[t]);
  });
  CallTreeBuilder whole = joiner.join(visitors);
  if (!isOneThread) {
    addUnlaunched(trace, counted, marks, whole);
  }
  return stop.stop_requested() ? CallTreeBuilder{}.build() : whole.build();
}

}  // namespace kernline
