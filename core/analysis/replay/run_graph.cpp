// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/run_graph.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/launching_threads.h"
#include "core/analysis/query/call_walk.h"
#include "core/analysis/replay/call_waits.h"
#include "core/analysis/replay/event_waits.h"
#include "core/analysis/replay/handovers.h"
#include "core/analysis/replay/rank_meetings.h"
#include "core/analysis/replay/recorded_waits.h"
#include "core/analysis/steps/earliest_launch.h"
#include "core/model/base/median.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

/// Writes the calls of a thread as moments.
class MomentWriter {
 public:
  MomentWriter(const Trace& trace, std::vector<ReplayMoment>& moments) : m_trace(trace), m_moments(moments) {}

  void open(SpanId span) {
    m_at = std::max(m_at, m_trace.start(span));
    m_open.push_back(span);
    add(span, false);
  }
  void resume(SpanId span) { open(span); }
  void spend(Time /*from*/, Time until) { m_at = std::max(m_at, until); }
  void close() {
    add(m_open.back(), true);
    m_open.pop_back();
  }

 private:
  void add(SpanId span, bool isEnd) {
    m_moments.push_back(
        {.time = m_at, .span = static_cast<std::uint32_t>(index(span)), .isEnd = isEnd, .kind = m_trace.kind(span)});
  }

  const Trace& m_trace;
  std::vector<ReplayMoment>& m_moments;
  std::vector<SpanId> m_open;
  Time m_at{INT64_MIN};
};

/// The usual delays of a device.
struct UsualDelays {
  Duration launch{6000};   ///< time from the beginning of a launch call to the start of its work on an idle stream
  Duration between{1500};  ///< two activities that wait for each other
};

std::int64_t usual(std::vector<std::int64_t> values, std::int64_t otherwise) {
  constexpr std::size_t minValues = 8;
  return values.size() < minValues ? otherwise : lowerMedianOf(values);
}

}  // namespace

class RunGraphBuilder {
 public:
  RunGraphBuilder(const Trace& trace, const std::stop_token& stop) : m_trace(trace), m_graph(trace), m_stop(stop) {}

  std::optional<RunGraph> build() {
    addThreads();
    if (m_graph.m_threads.empty()) {
      return std::nullopt;
    }
    parallelFor(std::min(2U, defaultThreads()), 2, [&](std::size_t part) { part == 0 ? addMoments() : addActivity(); });
    for (ReplayThread& thread : m_graph.m_threads) {
      if (m_stop.stop_requested()) {
        return std::nullopt;
      }
      thread.handovers = handoversOf(m_graph.m_threads, thread);
    }
    RecordedWaits recorded = recordedWaits(m_graph);
    addWaits(std::move(recorded.events));
    addDependencies(recorded);
    return m_stop.stop_requested() ? std::nullopt : std::optional(std::move(m_graph));
  }

 private:
  void addThreads() {
    std::vector<TrackId> tracks = launchingThreads(m_trace);
    if (tracks.empty()) {
      return;
    }
    for (const Step& step : m_trace.steps()) {  // the thread of the steps may have no launches itself
      const TrackId track = step.span == SpanId::none ? TrackId::none : m_trace.trackOf(step.span);
      if (track != TrackId::none && m_trace.track(track).kind == TrackKind::Thread &&
          std::ranges::find(tracks, track) == tracks.end()) {
        tracks.push_back(track);
      }
    }
    for (const TrackId id : tracks) {
      ReplayThread& thread = m_graph.m_threads.emplace_back();
      thread.track = id;
      thread.process = m_trace.track(id).process;
    }
  }

  void addMoments() {
    constexpr SpanKinds kinds{SpanKind::Runtime, SpanKind::Op, SpanKind::Annotation, SpanKind::PythonFunction};
    for (ReplayThread& thread : m_graph.m_threads) {
      MomentWriter writer(m_trace, thread.moments);
      if (!walkCalls(m_trace, m_trace.track(thread.track), TimeRange::always(), kinds, m_stop, writer)) {
        return;
      }
    }
  }

  void addActivity() {
    std::vector<ReplayActivity>& all = m_graph.m_activities;
    for (const DeviceTracks& device : deviceTracks(m_trace)) {
      const std::size_t first = all.size();
      for (const TrackId stream : device.tracks) {
        addStream(m_trace.track(stream));
      }
      const std::span<ReplayActivity> activities = std::span(all).subspan(first);
      setDelays(activities, static_cast<std::uint32_t>(first));
      addUnlaunched(activities, static_cast<std::uint32_t>(first));
    }
    std::ranges::stable_sort(m_graph.m_unlaunched, {}, &UnlaunchedActivity::launched);
    linkCalls();
    m_graph.m_meetings = addMeetings(m_trace, m_graph.m_activities);
  }

  void addUnlaunched(std::span<const ReplayActivity> activities, std::uint32_t first) {
    std::vector<std::uint32_t> byStart(activities.size());
    std::iota(byStart.begin(), byStart.end(), first);
    std::ranges::stable_sort(byStart, {}, [&](std::uint32_t w) { return m_trace.start(m_graph.m_activities[w].span); });
    EarliestLaunch earliest(m_trace);
    for (const std::uint32_t w : byStart) {
      const Time launched = earliest.of(m_graph.m_activities[w].span);
      if (m_graph.m_activities[w].thread == ReplayActivity::none) {
        m_graph.m_unlaunched.push_back({.launched = launched, .activity = w});
      }
    }
  }

  void addStream(const Track& stream) {
    std::vector<ReplayActivity>& all = m_graph.m_activities;
    const std::size_t first = all.size();
    for (std::uint32_t s = stream.firstSpan; s < stream.firstSpan + stream.spanCount; ++s) {
      if (isCountedActivity(m_trace, SpanId{s})) {
        ReplayActivity& activity = all.emplace_back();
        activity.span = SpanId{s};
        activity.length = m_trace.duration(activity.span);
        activity.call = m_trace.launchOf(activity.span);
        activity.thread =
            activity.call == SpanId::none ? ReplayActivity::none : threadOf(m_trace.trackOf(activity.call));
      }
    }
    const auto startOf = [&](const ReplayActivity& activity) { return m_trace.start(activity.span); };
    const auto ofStream = std::span(all).subspan(first);
    if (!std::ranges::is_sorted(ofStream, {}, startOf)) {
      std::ranges::stable_sort(ofStream, {}, startOf);
    }
    for (std::size_t i = first + 1; i < all.size(); ++i) {
      all[i].before = activityBefore(all, first, i);
    }
  }

  /// Returns the work before it on its stream that ended last: kernels may start before the previous one ends, but work
  /// that overlaps for long is no queue.
  [[nodiscard]] std::uint32_t activityBefore(std::span<const ReplayActivity> all, std::size_t first,
                                             std::size_t i) const {
    constexpr std::size_t maxLooked = 8;
    constexpr std::int64_t early = 20'000;
    std::uint32_t before = ReplayActivity::none;
    const std::size_t earliest = i - std::min(i - first, maxLooked);
    for (std::size_t k = i; k > earliest; --k) {
      const std::size_t j = k - 1;
      const std::int64_t shared = (m_trace.end(all[j].span) - m_trace.start(all[i].span)).ns;
      const std::int64_t shorter = std::min(m_trace.duration(all[j].span).ns, m_trace.duration(all[i].span).ns);
      if (shared > early && shared * 2 >= shorter) {
        continue;
      }
      if (before == ReplayActivity::none || m_trace.end(all[j].span) > m_trace.end(all[before].span)) {
        before = static_cast<std::uint32_t>(j);
      }
    }
    return before;
  }

  [[nodiscard]] std::uint32_t threadOf(TrackId track) const {
    const auto found = std::ranges::find(m_graph.m_threads, track, &ReplayThread::track);
    return found == m_graph.m_threads.end() ? ReplayActivity::none
                                            : static_cast<std::uint32_t>(found - m_graph.m_threads.begin());
  }

  [[nodiscard]] Duration sinceLaunch(const ReplayActivity& activity) const {
    return m_trace.start(activity.span) - m_trace.start(activity.call);
  }
  [[nodiscard]] Duration sinceBefore(const ReplayActivity& activity) const {
    return m_trace.start(activity.span) - m_trace.end(m_graph.m_activities[activity.before].span);
  }
  /// Whether the call that launched it also launched the work before it on its stream: a graph.
  [[nodiscard]] bool isBehindSameCall(const ReplayActivity& activity) const {
    return activity.before != ReplayActivity::none && activity.thread != ReplayActivity::none &&
           m_graph.m_activities[activity.before].call == activity.call;
  }

  [[nodiscard]] UsualDelays usualDelays(std::span<const ReplayActivity> activities) const {
    constexpr std::int64_t queued = 20'000;
    constexpr std::int64_t maxLaunch = 20'000;
    UsualDelays delays;
    std::vector<std::int64_t> launches;
    std::vector<std::int64_t> between;
    for (const ReplayActivity& piece : activities) {
      if (piece.thread == ReplayActivity::none || isBehindSameCall(piece)) {
        continue;
      }
      const std::int64_t launch = sinceLaunch(piece).ns;
      const bool wasIdle = piece.before == ReplayActivity::none || sinceBefore(piece) > sinceLaunch(piece);
      if (wasIdle && launch > 0 && launch < maxLaunch) {
        launches.push_back(launch);
      }
      if (piece.before != ReplayActivity::none && launch > queued && sinceBefore(piece).ns < maxLaunch) {
        between.push_back(sinceBefore(piece).ns);
      }
    }
    delays.launch = {usual(std::move(launches), delays.launch.ns)};
    delays.between = {usual(std::move(between), delays.between.ns)};
    return delays;
  }

  void setDelays(std::span<ReplayActivity> activities, std::uint32_t first) {
    const UsualDelays delays = usualDelays(activities);
    std::vector<std::uint32_t> byEnd(activities.size());
    std::iota(byEnd.begin(), byEnd.end(), first);
    const auto endOf = [&](std::uint32_t w) { return m_trace.end(m_graph.m_activities[w].span); };
    std::ranges::sort(byEnd, {}, endOf);
    constexpr Duration near{10'000};
    constexpr Duration late{10'000};  // delay beyond what a launch takes
    for (ReplayActivity& piece : activities) {
      const bool hasLaunch = piece.thread != ReplayActivity::none;
      const bool hasBefore = piece.before != ReplayActivity::none;
      const Duration launch = hasLaunch ? sinceLaunch(piece) : Duration{};
      const Duration behind = hasBefore ? sinceBefore(piece) : Duration{};
      piece.afterLaunch = std::min(launch, delays.launch);
      piece.afterBefore = std::min(behind, delays.between);
      const bool isUsual = behind <= Duration{delays.between.ns * 2} || launch > delays.launch + late;
      if (hasBefore && (!hasLaunch || isBehindSameCall(piece) ||
                        (isUsual && behind < near && behind - delays.between <= launch - delays.launch))) {
        piece.limit = ActivityLimit::Stream;
        piece.afterBefore = behind;
        continue;
      }
      if (!hasLaunch || launch > delays.launch + late) {
        const auto next = std::ranges::upper_bound(byEnd, m_trace.start(piece.span), {}, endOf);
        const std::uint32_t other = next == byEnd.begin() ? ReplayActivity::none : *std::prev(next);
        if (other != ReplayActivity::none && m_trace.start(piece.span) - endOf(other) < near &&
            m_trace.trackOf(m_graph.m_activities[other].span) != m_trace.trackOf(piece.span)) {
          piece.limit = ActivityLimit::Dependency;
          piece.dependency = other;
          piece.afterDependency = m_trace.start(piece.span) - endOf(other);
          continue;
        }
      }
      piece.afterLaunch = launch;
      piece.queued = hasLaunch && !hasBefore && launch > delays.launch + late ? launch - delays.launch : Duration{};
    }
  }

  void linkCalls() {
    std::vector<std::uint32_t>& firstOf = m_graph.m_firstOf;
    firstOf.resize(m_trace.spanCount() + 1);
    m_graph.m_launches.resize(m_trace.spanCount());
    std::vector<std::uint32_t> byStart;
    for (std::uint32_t w = 0; w < m_graph.m_activities.size(); ++w) {
      if (m_graph.m_activities[w].thread != ReplayActivity::none) {
        const auto call = index(m_graph.m_activities[w].call);
        byStart.push_back(w);
        m_graph.m_launchCalls += firstOf[call]++ == 0 ? 1 : 0;
        m_graph.m_launches[call] = true;
      }
    }
    std::ranges::stable_sort(byStart, {}, [&](std::uint32_t w) { return m_trace.start(m_graph.m_activities[w].span); });
    std::inclusive_scan(firstOf.begin(), firstOf.end(), firstOf.begin());  // now where each ends
    m_graph.m_launched.resize(byStart.size());
    for (const std::uint32_t w : byStart | std::views::reverse) {
      m_graph.m_launched[--firstOf[index(m_graph.m_activities[w].call)]] = w;
    }
  }

  void addWaits(std::map<SpanId, std::uint32_t> events) {
    CallWaits waits(m_graph, std::move(events));
    for (ReplayThread& thread : m_graph.m_threads) {
      std::uint32_t until = 0;  // calls inside of one that waits are part of its wait
      for (std::uint32_t m = 0; m < thread.moments.size(); ++m) {
        const ReplayMoment& moment = thread.moments[m];
        if (m < until || moment.isEnd || moment.kind != SpanKind::Runtime) {
          continue;
        }
        if (std::optional<ReplayWait> wait = waits.of(thread, SpanId{moment.span})) {
          wait->begin = m;
          wait->end = endOf(thread, m);
          until = wait->end;
          thread.waits.push_back(*wait);
        }
      }
    }
  }

  /// Adds dependencies that did not hold work back in the recording, but would if the other work took longer.
  void addDependencies(const RecordedWaits& recorded) {
    m_graph.m_inferredWaits =
        static_cast<std::size_t>(std::ranges::count_if(m_graph.m_activities, [](const ReplayActivity& activity) {
          return activity.dependency != ReplayActivity::none;
        }));
    std::ranges::for_each(recorded.streams, [&](const EventWait& wait) { addDependency(wait); });
    for (const EventWait& wait : EventWaits(m_graph, recorded.processes).find()) {
      m_graph.m_inferredWaits += addDependency(wait) ? 1 : 0;
    }
  }

  bool addDependency(const EventWait& wait) {
    constexpr Duration usualDelay{1500};
    ReplayActivity& activity = m_graph.m_activities[wait.activity];
    const Duration after = m_trace.start(activity.span) - m_trace.end(m_graph.m_activities[wait.dependency].span);
    if (activity.dependency != ReplayActivity::none || after.ns < 0) {
      return false;
    }
    activity.dependency = wait.dependency;
    activity.afterDependency = std::min(after, usualDelay);
    return true;
  }

  /// The moment at which the call ends that begins at `m`.
  static std::uint32_t endOf(const ReplayThread& thread, std::uint32_t m) {
    const std::uint32_t span = thread.moments[m].span;
    while (!thread.moments[m].isEnd || thread.moments[m].span != span) {
      ++m;
    }
    return m;
  }

  const Trace& m_trace;
  RunGraph m_graph;
  std::stop_token m_stop;
};

std::optional<RunGraph> RunGraph::of(const Trace& trace, const std::stop_token& stop) {
  return RunGraphBuilder(trace, stop).build();
}

}  // namespace kernline
