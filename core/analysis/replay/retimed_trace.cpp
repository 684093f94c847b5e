// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/retimed_trace.h"

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/query/call_walk.h"
#include "core/analysis/replay/step_moments.h"
#include "core/model/trace/span_kinds.h"
#include "core/model/trace/trace_builder.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// A moved clock: recorded times with their new ones. Between two of them, times move proportionally.
class MovedClock {
 public:
  void add(Time recorded, Time made) { m_marks.push_back({recorded, made}); }

  /// Both times only go on.
  void finish() {
    if (!std::ranges::is_sorted(m_marks, {}, &Mark::recorded)) {
      std::ranges::stable_sort(m_marks, {}, &Mark::recorded);
    }
    for (std::size_t i = 1; i < m_marks.size(); ++i) {
      m_marks[i].made = std::max(m_marks[i].made, m_marks[i - 1].made);
    }
  }

  [[nodiscard]] bool isEmpty() const { return m_marks.empty(); }

  [[nodiscard]] Time of(Time recorded) const {
    if (m_marks.empty()) {
      return recorded;
    }
    const auto next = std::ranges::upper_bound(m_marks, recorded, {}, &Mark::recorded);
    if (next == m_marks.begin()) {
      return next->made + (recorded - next->recorded);
    }
    const Mark& before = *std::prev(next);
    if (next == m_marks.end()) {
      return before.made + (recorded - before.recorded);
    }
    const auto share = static_cast<double>((recorded - before.recorded).ns) /
                       static_cast<double>((next->recorded - before.recorded).ns);
    return before.made +
           Duration{static_cast<std::int64_t>(share * static_cast<double>((next->made - before.made).ns))};
  }

 private:
  struct Mark {
    Time recorded;
    Time made;
  };
  std::vector<Mark> m_marks;
};

/// The clocks of a run: one for each thread that launches, for each stream, and for each device.
class MovedClocks {
 public:
  MovedClocks(const RunGraph& graph, const ThreadMoments& made, const RunReplay& replay) : m_trace(graph.trace()) {
    std::size_t most = 0;
    for (std::size_t t = 0; t < graph.threads().size(); ++t) {
      const ReplayThread& thread = graph.threads()[t];
      MovedClock& clock = m_ofTrack[thread.track];
      for (std::size_t m = 0; m < thread.moments.size(); ++m) {
        clock.add(thread.moments[m].time, made[t][m]);
      }
      clock.finish();
      std::size_t& longest = m_maxMoments[thread.process];
      if (thread.moments.size() > longest) {
        longest = thread.moments.size();
        m_ofProcess[thread.process] = &clock;
      }
      if (thread.moments.size() > most) {
        most = thread.moments.size();
        m_main = &clock;
      }
    }
    for (std::size_t w = 0; w < graph.activities().size(); ++w) {
      const SpanId span = graph.activities()[w].span;
      const TrackId stream = m_trace.trackOf(span);
      for (MovedClock* clock : {&m_ofStream[stream], &m_ofDevice[m_trace.track(stream).process]}) {
        clock->add(m_trace.start(span), replay.activities[w].begin);
        clock->add(m_trace.end(span), replay.activities[w].end);
      }
    }
    for (auto& [stream, clock] : m_ofStream) {
      clock.finish();
    }
    for (auto& [device, clock] : m_ofDevice) {
      clock.finish();
      m_ofProcess[device] = &clock;
    }
  }

  /// Returns the clock of the track, of its process, or of the busiest thread.
  [[nodiscard]] const MovedClock& of(TrackId track, ProcessId process) const {
    if (const auto own = m_ofTrack.find(track); own != m_ofTrack.end()) {
      return own->second;
    }
    if (const auto own = m_ofStream.find(track); own != m_ofStream.end()) {
      return own->second;
    }
    const auto shared = m_ofProcess.find(process);
    return shared == m_ofProcess.end() ? *m_main : *shared->second;
  }

 private:
  const Trace& m_trace;
  std::unordered_map<TrackId, MovedClock> m_ofTrack;
  std::unordered_map<TrackId, MovedClock> m_ofStream;
  std::unordered_map<ProcessId, MovedClock> m_ofDevice;
  std::unordered_map<ProcessId, const MovedClock*> m_ofProcess;
  std::unordered_map<ProcessId, std::size_t> m_maxMoments;
  const MovedClock* m_main = nullptr;
};

/// Sets the replayed times of calls of threads and work of devices.
void setReplayed(const RunGraph& graph, const ThreadMoments& made, const RunReplay& replay,
                 std::span<TimeRange> spans) {
  for (std::size_t t = 0; t < graph.threads().size(); ++t) {
    const std::vector<ReplayMoment>& moments = graph.threads()[t].moments;
    for (std::size_t m = 0; m < moments.size(); ++m) {
      TimeRange& range = spans[moments[m].span];
      (moments[m].isEnd ? range.end : range.begin) = made[t][m];
    }
  }
  for (std::size_t w = 0; w < graph.activities().size(); ++w) {
    spans[index(graph.activities()[w].span)] = replay.activities[w];
  }
}

/// Adds up the self time of each span of a thread.
class OwnTimes {
 public:
  explicit OwnTimes(std::vector<Duration>& ofSpan) : m_ofSpan(ofSpan) {}

  void open(SpanId span) { m_open.push_back(span); }
  void resume(SpanId span) { open(span); }
  void close() { m_open.pop_back(); }
  void spend(Time from, Time to) { m_ofSpan[index(m_open.back())] += to - from; }

 private:
  std::vector<Duration>& m_ofSpan;
  std::vector<SpanId> m_open;
};

void addOwnTimes(const Trace& trace, const Track& track, std::vector<Duration>& ofSpan) {
  OwnTimes times(ofSpan);
  walkCalls(trace, track, TimeRange::always(), SpanKinds::all(), {}, times);
}

constexpr std::int64_t minMove = 500;  // ns: less is no difference to the eye, and a gap is rounded

}  // namespace

std::vector<bool> movedActivities(const Trace& recorded, const Trace& made) {
  const auto differ = [](Duration a, Duration b) { return std::abs((a - b).ns) > minMove; };
  std::vector<bool> moved(recorded.spanCount());
  for (const Track& track : recorded.tracks()) {
    std::vector<SpanId> activities;  // activities of all lanes, by start
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (SpanKinds::deviceActivities().contains(recorded.kind(SpanId{i}))) {
        activities.push_back(SpanId{i});
      }
    }
    std::ranges::stable_sort(activities, {}, [&](SpanId span) { return recorded.start(span); });
    Time recordedEnd{INT64_MIN};
    Time madeEnd{INT64_MIN};
    for (const SpanId span : activities) {
      moved[index(span)] =
          differ(recorded.duration(span), made.duration(span)) ||
          (recordedEnd.ns != INT64_MIN && differ(recorded.start(span) - recordedEnd, made.start(span) - madeEnd));
      recordedEnd = std::max(recordedEnd, recorded.end(span));
      madeEnd = std::max(madeEnd, made.end(span));
    }
  }
  return moved;
}

std::vector<bool> shortenedCalls(const Trace& recorded, const Trace& made) {
  constexpr std::int64_t minShare = 20;  // a twentieth of the time
  std::vector<Duration> before(recorded.spanCount());
  std::vector<Duration> after(recorded.spanCount());
  std::vector<bool> shortened(recorded.spanCount());
  for (const Track& track : recorded.tracks()) {
    if (track.kind != TrackKind::Thread) {
      continue;
    }
    addOwnTimes(recorded, track, before);
    addOwnTimes(made, track, after);
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      const Duration saved = before[i] - after[i];
      shortened[i] = saved.ns > minMove && saved.ns * minShare >= before[i].ns &&
                     made.duration(SpanId{i}) < recorded.duration(SpanId{i});
    }
  }
  return shortened;
}

std::shared_ptr<const Trace> retimedTrace(const RunGraph& graph, const FoundSteps& steps, const RunReplay& replay,
                                          const std::stop_token& stop) {
  const Trace& trace = graph.trace();
  const ThreadMoments moments = momentsWithSteps(graph, steps, replay);
  const MovedClocks clocks(graph, moments, replay);
  constexpr TimeRange notReplayed{Time{INT64_MIN}, Time{INT64_MIN}};
  OtherTimes times;
  times.spans.assign(trace.spanCount(), notReplayed);
  setReplayed(graph, moments, replay, times.spans);
  for (const Track& track : trace.tracks()) {
    if (stop.stop_requested()) {
      return nullptr;
    }
    const auto id = TrackId{static_cast<std::uint32_t>(&track - trace.tracks().data())};
    const MovedClock& clock = clocks.of(id, track.process);
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      TimeRange& range = times.spans[i];
      range.begin = range.begin == notReplayed.begin ? clock.of(trace.start(SpanId{i})) : range.begin;
      range.end = range.end == notReplayed.end ? clock.of(trace.end(SpanId{i})) : range.end;
    }
  }
  times.moved = [&](TrackId track, ProcessId process, Time time) { return clocks.of(track, process).of(time); };
  if (stop.stop_requested()) {
    return nullptr;
  }
  return TraceBuilder::withTimes(trace, times, {.key = std::string(replayedKey), .value = "true"});
}

}  // namespace kernline
