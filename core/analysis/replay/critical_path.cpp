// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/critical_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace kernline {

namespace {

/// Goes from the end of the last step backwards, always to what was waited for.
class PathWalk {
 public:
  PathWalk(const RunGraph& graph, const ReplayChanges& changes, const RunReplay& replay)
      : m_graph(graph), m_trace(graph.trace()), m_changes(changes), m_replay(replay), m_kinds(m_trace) {}

  /// `recordedEnd`: of the last step.
  std::vector<PathPiece> walk(TimeRange range, Time recordedEnd, const std::stop_token& stop) {
    m_begin = range.begin;
    m_at = range.end;
    m_recordedAt = recordedEnd;
    if (const std::uint32_t activity = lastActivity(range.end); activity != ReplayActivity::none) {
      m_activity = activity;
      m_recordedAt = m_trace.end(m_graph.activities()[activity].span);
    } else {
      goToHost(range.end);
    }
    constexpr std::uint32_t piecesBetweenStops = 1U << 12;
    for (std::uint32_t pieces = 0; m_at > m_begin && (m_activity != ReplayActivity::none || m_thread); ++pieces) {
      if (pieces % piecesBetweenStops == 0 && stop.stop_requested()) {
        return {};
      }
      if (m_activity != ReplayActivity::none) {
        passActivity();
      } else {
        passMoment();
      }
    }
    std::ranges::reverse(m_path);
    return std::move(m_path);
  }

 private:
  /// The work that ends at `time`, or none.
  [[nodiscard]] std::uint32_t lastActivity(Time time) const {
    for (std::uint32_t w = 0; w < m_replay.activities.size(); ++w) {
      if (m_replay.activities[w].end == time) {
        return w;
      }
    }
    return ReplayActivity::none;
  }

  /// Goes to the thread that was the last active one before `time`.
  void goToHost(Time time) {
    Time last{INT64_MIN};
    for (std::size_t t = 0; t < m_replay.moments.size(); ++t) {
      const std::vector<Time>& moments = m_replay.moments[t];
      const auto next = std::ranges::upper_bound(moments, time);
      if (next != moments.begin() && *std::prev(next) > last) {
        last = *std::prev(next);
        enter(t, static_cast<std::size_t>(next - moments.begin()) - 1);
      }
    }
    if (m_thread) {
      addHost(m_graph.threads()[*m_thread].track);
    }
  }

  void enter(std::size_t thread, std::size_t moment) {
    m_activity = ReplayActivity::none;
    m_thread = thread;
    m_moment = moment;
    m_open.clear();
  }

  /// Returns the span that was open behind the walk's current moment.
  [[nodiscard]] SpanId innermost() const {
    const ReplayMoment& moment = m_graph.threads()[*m_thread].moments[m_moment];
    if (!moment.isEnd) {
      return SpanId{moment.span};
    }
    return m_open.empty() ? m_trace.parent(SpanId{moment.span}) : m_open.back();
  }

  /// A piece from an event, which has a time on both clocks, to the piece behind it.
  void add(PathKind kind, Time begin, Time recorded, SpanId span, TrackId track) {
    const TimeRange range{std::max(begin, m_begin), m_at};
    TimeRange asRecorded{std::min(recorded, m_recordedAt), m_recordedAt};
    if (begin < m_begin && m_at > begin) {  // the first piece is cut to the rest of it
      const double left = static_cast<double>(range.length().ns) / static_cast<double>((m_at - begin).ns);
      asRecorded.begin = asRecorded.end - Duration{std::llround(left * static_cast<double>(asRecorded.length().ns))};
    }
    m_at = std::min(m_at, begin);
    m_recordedAt = asRecorded.begin;
    if (range.isEmpty()) {
      return;
    }
    if (!m_path.empty() && m_path.back().kind == kind && m_path.back().span == span && kind == PathKind::Host) {
      m_path.back().range.begin = range.begin;
      m_path.back().recorded.begin = asRecorded.begin;
    } else {
      m_path.push_back({.kind = kind, .range = range, .recorded = asRecorded, .span = span, .track = track});
    }
  }

  /// Adds the part from the walk's current moment to the piece behind it.
  void addHost(TrackId track) {
    add(PathKind::Host, m_replay.moments[*m_thread][m_moment], m_graph.threads()[*m_thread].moments[m_moment].time,
        innermost(), track);
  }

  /// Adds the part from the end of device activity to the piece behind it.
  void addFromEndOf(std::uint32_t activity, PathKind kind, SpanId span, TrackId track) {
    add(kind, m_replay.activities[activity].end, m_trace.end(m_graph.activities()[activity].span), span, track);
  }

  void passActivity() {
    const SpanId passed = m_graph.activities()[m_activity].span;
    const TrackId passedTrack = m_trace.trackOf(passed);
    m_activity = lastToBegin(m_activity);  // all wait for that rank
    const ReplayActivity& activity = m_graph.activities()[m_activity];
    const TimeRange range = m_replay.activities[m_activity];
    const TrackId track = m_trace.trackOf(activity.span);
    add(m_kinds.of(passed), range.begin, m_trace.start(activity.span), passed, passedTrack);
    const ActivityLimit limit = m_replay.limit[m_activity];
    if (limit == ActivityLimit::Launch) {
      const SpanId call = activity.call;
      if (activity.thread == ReplayActivity::none) {
        m_activity = ReplayActivity::none;  // it is unknown what it waited for
        m_thread.reset();
        return;
      }
      enter(activity.thread, momentOf(activity.thread, call));
      add(PathKind::Launch, m_replay.moments[*m_thread][m_moment], m_trace.start(call), call, track);
      return;
    }
    const std::uint32_t before =
        limit == ActivityLimit::Stream ? lastInOrder(m_graph, m_changes, activity.before) : activity.dependency;
    addFromEndOf(before, PathKind::Gap, activity.span, track);
    m_activity = before;
  }

  /// Returns the last to begin of the work that has to begin before `activity` can end.
  [[nodiscard]] std::uint32_t lastToBegin(std::uint32_t activity) const {
    std::uint32_t last = activity;
    for (const std::uint32_t other : m_graph.meetsWith(activity)) {
      last = m_replay.activities[other].begin > m_replay.activities[last].begin ? other : last;
    }
    return m_replay.activities[last].begin < m_replay.activities[activity].end ? last : activity;
  }

  [[nodiscard]] std::size_t momentOf(std::uint32_t thread, SpanId call) const {
    const std::vector<ReplayMoment>& moments = m_graph.threads()[thread].moments;
    auto moment = std::ranges::lower_bound(moments, m_trace.start(call), {}, &ReplayMoment::time);
    while (moment != moments.end() && (moment->span != index(call) || moment->isEnd)) {
      ++moment;
    }
    return static_cast<std::size_t>(moment - moments.begin());
  }

  /// Passes from the walk's current moment to the one before it, or to what the thread waited for.
  void passMoment() {
    const ReplayThread& thread = m_graph.threads()[*m_thread];
    const std::vector<Time>& times = m_replay.moments[*m_thread];
    const auto m = static_cast<std::uint32_t>(m_moment);
    const SpanId span{thread.moments[m].span};
    const auto wait = std::ranges::lower_bound(thread.waits, m, {}, &ReplayWait::end);
    if (wait != thread.waits.end() && wait->end == m &&
        m_replay.activities[wait->activity].end + wait->after == times[m]) {
      addFromEndOf(wait->activity, PathKind::Synchronization, span, thread.track);
      m_activity = wait->activity;
      return;
    }
    const auto handover = std::ranges::lower_bound(thread.handovers, m, {}, &ReplayHandover::moment);
    if (handover != thread.handovers.end() && handover->moment == m) {
      const std::vector<ReplayMoment>& others = m_graph.threads()[handover->thread].moments;
      const auto next = std::ranges::lower_bound(others, thread.moments[m].time, {}, &ReplayMoment::time);  // earlier
      if (next != others.begin()) {
        const TrackId track = thread.track;
        enter(handover->thread, static_cast<std::size_t>(next - others.begin()) - 1);
        addHost(track);
        return;
      }
    }
    if (m == 0) {
      leaveThread();
      return;
    }
    if (thread.moments[m].isEnd) {
      m_open.push_back(span);
    } else if (!m_open.empty()) {
      m_open.pop_back();
    }
    --m_moment;
    addHost(thread.track);
  }

  /// Passes from the first moment of a thread to the last event before it in its process.
  void leaveThread() {
    const ReplayThread& left = m_graph.threads()[*m_thread];
    const Time time = left.moments.front().time;
    m_thread.reset();
    Time last{INT64_MIN};
    for (std::size_t t = 0; t < m_graph.threads().size(); ++t) {
      const std::vector<ReplayMoment>& moments = m_graph.threads()[t].moments;
      const auto next = std::ranges::lower_bound(moments, time, {}, &ReplayMoment::time);
      if (m_graph.threads()[t].process == left.process && next != moments.begin() && std::prev(next)->time > last) {
        last = std::prev(next)->time;
        enter(t, static_cast<std::size_t>(next - moments.begin()) - 1);
      }
    }
    if (m_thread) {
      addHost(left.track);
    }
  }

  const RunGraph& m_graph;
  const Trace& m_trace;
  const ReplayChanges& m_changes;
  const RunReplay& m_replay;
  PathKinds m_kinds;
  std::vector<PathPiece> m_path;  // last first
  Time m_begin;
  Time m_at;
  Time m_recordedAt;  // the same as recorded
  std::uint32_t m_activity = ReplayActivity::none;
  std::optional<std::size_t> m_thread;
  std::size_t m_moment = 0;
  std::vector<SpanId> m_open;  // calls that the walk has entered from behind
};

}  // namespace

PathKind PathKinds::of(SpanId activity) const {
  switch (m_trace.kind(activity)) {
    case SpanKind::Memcpy:
      return PathKind::Memcpy;
    case SpanKind::Memset:
      return PathKind::Memset;
    default:
      return m_communicates.contains(m_trace.name(activity)) ? PathKind::Communication : PathKind::Kernel;
  }
}

std::string_view toText(PathKind kind) {
  constexpr std::array<std::string_view, pathKindCount> texts{"host",   "launch", "kernel", "communication",
                                                              "memcpy", "memset", "gap",    "sync"};
  return texts[static_cast<std::size_t>(kind)];
}

std::vector<PathPiece> criticalPath(const ReplayedRun& run, const ReplayChanges& changes, const RunReplay& replay,
                                    const std::stop_token& stop) {
  if (replay.steps.empty() || run.counted().empty()) {
    return {};
  }
  TimeRange range = replay.steps[run.counted().front()];  // which every sample replays
  Time recordedEnd{INT64_MIN};
  for (const std::size_t i : run.countedIn(replay)) {
    range = range.unitedWith(replay.steps[i]);
    recordedEnd = std::max(recordedEnd, run.steps().steps[i].range.end);
  }
  return PathWalk(run.graph(), changes, replay).walk(range, recordedEnd, stop);
}

std::vector<PathPiece> clippedPath(std::span<const PathPiece> path, std::span<const TimeRange> ranges) {
  std::vector<PathPiece> made;
  auto piece = path.begin();
  for (const TimeRange& range : ranges) {
    while (piece != path.end() && piece->range.end <= range.begin) {
      ++piece;
    }
    for (auto at = piece; at != path.end() && at->range.begin < range.end; ++at) {
      made.push_back(*at);
      made.back().range = at->range.clippedTo(range);
    }
  }
  return made;
}

}  // namespace kernline
