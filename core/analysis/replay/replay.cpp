// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay.h"

#include "core/analysis/steps/device_progress.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

constexpr Time longAgo{INT64_MIN / 4};

/// Where one of several steps begins or ends on the host.
struct StepMark {
  Time time;
  std::size_t step = 0;
  bool isEnd = false;
};

/// A process while it runs again.
struct RunningProcess {
  std::vector<StepMark> marks;  // by time
  std::size_t nextMark = 0;
  std::size_t thread = 0;  // that ran last
  bool hasRun = false;
  Time done = longAgo;   // all work launched so far
  Time ended = longAgo;  // the step before
  // The step that runs:
  Time hostBegin = longAgo;
  Time earlier = longAgo;      // done, as it began
  Time ahead = longAgo;        // all work launched so far that is done ahead
  Time neededAhead = longAgo;  // of that, what was launched before the step
  // The same as recorded, so that the step begins at what it began at in the recording:
  Time recordedDone = longAgo;
  Time recordedEarlier = longAgo;
  Time recordedFirst{INT64_MAX};  // start of its first work

  void add(TimeRange made, TimeRange recorded) {
    done = std::max(done, made.end);
    recordedDone = std::max(recordedDone, recorded.end);
    recordedFirst = std::min(recordedFirst, recorded.begin);
  }
};

/// A thread while it runs again.
struct RunningThread {
  struct Call {
    Time begin;
    double scale = 1;
  };

  std::size_t next = 0;
  std::size_t wait = 0;
  std::size_t handover = 0;
  bool isWaiting = false;
  Time recorded;
  Time at;
  Duration debt;  // of recording, to be taken out of what comes
  std::vector<Call> open;
  RunningProcess* process = nullptr;
};

class ReplayRun {
 public:
  ReplayRun(const RunGraph& graph, const FoundSteps& steps, const ReplayChanges& changes, KeptMoments kept)
      : m_graph(graph), m_trace(graph.trace()), m_steps(steps), m_changes(changes) {
    m_made.work.resize(graph.work().size(), {longAgo, longAgo});
    m_made.limit.resize(graph.work().size());
    m_made.steps.resize(steps.steps.size());
    m_called.resize(graph.work().size(), longAgo);
    for (const ReplayThread& thread : graph.threads()) {
      m_processes.try_emplace(thread.process);
    }
    for (std::size_t i = 0; !steps.isOnDevice && i < steps.steps.size(); ++i) {
      const Step& step = steps.steps[i];
      const auto process = m_processes.find(step.process);
      m_made.steps[i] = step.range;
      if (process != m_processes.end()) {
        process->second.marks.push_back({.time = step.range.begin, .step = i, .isEnd = false});
        process->second.marks.push_back({.time = step.range.end, .step = i, .isEnd = true});
      }
    }
    setQueued();
    for (auto& [id, process] : m_processes) {
      std::ranges::stable_sort(process.marks, [](const StepMark& a, const StepMark& b) {
        return a.time != b.time ? a.time < b.time : a.isEnd && !b.isEnd;
      });
    }
    for (const ReplayThread& thread : graph.threads()) {
      if (kept == KeptMoments::All) {
        m_made.moments.emplace_back().resize(thread.moments.size());
      }
      RunningThread& running = m_threads.emplace_back();
      running.process = &m_processes.at(thread.process);
      running.recorded = thread.moments.empty() ? Time{} : thread.moments.front().time;
      const bool isBegun = !thread.handovers.empty() && thread.handovers.front().moment == 0;
      running.at = isBegun ? longAgo : running.recorded;
    }
  }

  RunReplay run(const std::stop_token& stop) {
    while (const auto turn = nextTurn()) {
      if (stop.stop_requested()) {
        return {};
      }
      const auto [thread, until] = *turn;
      const std::vector<ReplayMoment>& moments = m_graph.threads()[thread].moments;
      RunningThread& running = m_threads[thread];
      if (moments[running.next].time > m_changes.until) {
        break;
      }
      constexpr std::size_t momentsBetweenStops = 1U << 14;
      const Time last = std::min(until, m_changes.until);
      while (running.next < moments.size() && moments[running.next].time <= last) {
        if (running.next % momentsBetweenStops == 0 && stop.stop_requested()) {
          return {};
        }
        startUnlaunched(moments[running.next].time);
        flushMarks(*running.process, moments[running.next].time);
        advance(thread, moments[running.next]);
        ++running.next;
      }
    }
    for (auto& [id, process] : m_processes) {
      flushMarks(process, Time{INT64_MAX});
    }
    for (std::uint32_t w = 0; w < m_graph.work().size(); ++w) {
      if (m_changes.until.ns == INT64_MAX || m_trace.start(m_graph.work()[w].span) <= m_changes.until) {
        start(w);
      }
    }
    if (m_steps.isOnDevice) {
      stepsOfDevices();
    }
    return std::move(m_made);
  }

 private:
  /// The thread whose next moment was recorded first, and until when it runs before another one.
  std::optional<std::pair<std::size_t, Time>> nextTurn() const {
    std::optional<std::pair<std::size_t, Time>> turn;
    Time first{INT64_MAX};
    Time second{INT64_MAX};
    for (std::size_t t = 0; t < m_threads.size(); ++t) {
      const std::vector<ReplayMoment>& moments = m_graph.threads()[t].moments;
      if (m_threads[t].next == moments.size()) {
        continue;
      }
      const Time time = moments[m_threads[t].next].time;
      if (!turn || time < first) {
        second = first;
        first = time;
        turn = {t, {}};
      } else {
        second = std::min(second, time);
      }
    }
    if (turn) {
      turn->second = std::max(first, second);
    }
    return turn;
  }

  /// Starts what was launched before `time`, nobody knows by whom.
  void startUnlaunched(Time time) {
    const std::vector<UnlaunchedWork>& unlaunched = m_graph.unlaunched();
    for (; m_nextUnlaunched < unlaunched.size() && unlaunched[m_nextUnlaunched].launched < time; ++m_nextUnlaunched) {
      const TimeRange made = start(unlaunched[m_nextUnlaunched].work);
      const SpanId span = m_graph.work()[unlaunched[m_nextUnlaunched].work].span;
      for (auto& [id, process] : m_processes) {
        if (isOfRank(id, span)) {
          process.add(made, m_trace.range(span));
        }
      }
    }
  }

  /// Whether that process may have launched it: ranks use devices of their own.
  [[nodiscard]] bool isOfRank(ProcessId host, SpanId work) const {
    const std::int32_t own = m_trace.process(host).rank;
    const std::int32_t device = m_trace.process(m_trace.track(m_trace.trackOf(work)).process).rank;
    return own < 0 || device < 0 || own == device;
  }

  /// The first work of a device may have waited for work that is not recorded.
  void setQueued() {
    std::unordered_map<ProcessId, std::uint32_t> firstOf;  // by process of the device
    for (std::uint32_t w = 0; w < m_graph.work().size(); ++w) {
      const SpanId span = m_graph.work()[w].span;
      std::uint32_t& first = firstOf.try_emplace(m_trace.track(m_trace.trackOf(span)).process, w).first->second;
      first = m_trace.start(span) < m_trace.start(m_graph.work()[first].span) ? w : first;
    }
    for (const auto& [device, w] : firstOf) {
      const ReplayWork& work = m_graph.work()[w];
      if (const auto start = startOfQueued(m_trace, work.span); start && work.thread != ReplayWork::none) {
        RunningProcess& process = m_processes.at(m_graph.threads()[work.thread].process);
        process.done = std::max(process.done, *start);
        process.recordedDone = std::max(process.recordedDone, *start);
      }
    }
  }

  void advance(std::size_t thread, const ReplayMoment& moment) {
    RunningThread& running = m_threads[thread];
    const ReplayThread& recorded = m_graph.threads()[thread];
    const auto m = static_cast<std::uint32_t>(running.next);
    const SpanId span{moment.span};
    const Duration cost = m_changes.recording.of(m_trace.kind(span));
    const Duration passed = moment.time - running.recorded;
    running.recorded = moment.time;
    running.process->thread = thread;
    running.process->hasRun = true;
    const bool endsWait = running.isWaiting && recorded.waits[running.wait].end == m;
    if (endsWait) {
      const ReplayWait& wait = recorded.waits[running.wait++];
      const Time begin = running.open.back().begin;
      const Time own = begin + scaled(wait.own, running.open.back().scale);
      running.at = m_changes.noWait.empty() || !m_changes.noWait[moment.span]
                       ? std::max(own, start(wait.work).end + wait.after)
                       : own;
      running.isWaiting = false;
      running.debt = {};
    } else if (running.handover < recorded.handovers.size() && recorded.handovers[running.handover].moment == m) {
      const ReplayHandover& handover = recorded.handovers[running.handover++];
      running.at = std::max(running.at, m_threads[handover.thread].at + scaled(handover.after, m_changes.hostFactor));
      running.debt = {};
    } else if (!running.isWaiting) {
      spend(running, passed);
    }
    running.debt += Duration{cost.ns / 2};
    if (!m_made.moments.empty()) {
      m_made.moments[thread][m] = running.at;
    }
    if (moment.isEnd) {
      running.open.pop_back();
      return;
    }
    const double scale = running.open.empty() ? m_changes.hostFactor : running.open.back().scale;
    running.open.push_back(
        {.begin = running.at, .scale = m_changes.hostScale.empty() ? scale : scale * m_changes.hostScale[moment.span]});
    if (running.wait < recorded.waits.size() && recorded.waits[running.wait].begin == m) {
      running.isWaiting = true;
    }
    if (m_graph.launches(span)) {
      for (const std::uint32_t work : m_graph.launchedBy(span)) {
        m_called[work] = running.at;
      }
      for (const std::uint32_t work : m_graph.launchedBy(span)) {
        if (isAhead(work)) {
          startAhead(work, *running.process);
          continue;
        }
        running.process->add(start(work), m_trace.range(m_graph.work()[work].span));
      }
    }
  }

  void spend(RunningThread& running, Duration passed) const {
    constexpr double mostOfIt = 0.9;  // recording takes no more than this of any time
    const Duration taken = std::min(
        running.debt, Duration{std::llround(static_cast<double>(std::max<std::int64_t>(passed.ns, 0)) * mostOfIt)});
    running.debt = running.debt - taken;
    const Duration left = passed - taken;
    running.at = running.at + scaled(left, running.open.empty() ? m_changes.hostFactor : running.open.back().scale);
  }

  static Duration scaled(Duration duration, double scale) {
    return scale == 1 ? duration : Duration{std::llround(static_cast<double>(duration.ns) * scale)};
  }

  /// Notes where steps begin or end before `time`.
  void flushMarks(RunningProcess& process, Time time) {
    while (process.nextMark < process.marks.size() && process.marks[process.nextMark].time < time) {
      const StepMark& mark = process.marks[process.nextMark++];
      Time at = mark.time;
      if (process.hasRun) {
        const RunningThread& running = m_threads[process.thread];
        at = running.at + (mark.time - running.recorded);
      }
      if (mark.isEnd) {
        const bool isBehind = process.recordedEarlier <= process.recordedFirst;
        const Time begin = std::max({process.ended, process.hostBegin, isBehind ? process.earlier : process.hostBegin});
        m_made.steps[mark.step] = {begin, std::max({begin, at, process.done, process.neededAhead})};
        process.ended = m_made.steps[mark.step].end;
      } else {
        process.hostBegin = at;
        process.earlier = process.done;
        process.neededAhead = process.ahead;
        process.recordedEarlier = process.recordedDone;
        process.recordedFirst = Time{INT64_MAX};
      }
    }
  }

  /// Starts a piece of work, and before it what is before it on its stream.
  TimeRange start(std::uint32_t work) {
    std::uint32_t first = work;
    while (m_made.work[first].begin == longAgo && m_graph.work()[first].before != ReplayWork::none &&
           m_made.work[m_graph.work()[first].before].begin == longAgo) {
      first = m_graph.work()[first].before;
    }
    // A stream is contiguous: what is behind `first` follows it.
    for (std::uint32_t w = first; w <= work; ++w) {
      if (m_made.work[w].begin == longAgo) {
        startOne(w);
      }
    }
    return m_made.work[work];
  }

  [[nodiscard]] bool isAhead(std::uint32_t work) const { return !m_changes.ahead.empty() && m_changes.ahead[work]; }

  /// On a stream of its own.
  void startAhead(std::uint32_t w, RunningProcess& process) {
    const Time begin = std::max(m_called[w] + m_graph.work()[w].afterLaunch, process.ahead);
    process.ahead = begin + lengthOf(w);
    m_made.work[w] = {begin, process.ahead};
    m_made.limit[w] = WorkLimit::Launch;
  }

  [[nodiscard]] Duration lengthOf(std::uint32_t w) const {
    return m_changes.workDuration.empty() ? m_trace.duration(m_graph.work()[w].span) : m_changes.workDuration[w];
  }

  void startOne(std::uint32_t w) {
    const ReplayWork& work = m_graph.work()[w];
    Time begin = longAgo;
    WorkLimit limit = WorkLimit::Launch;
    const auto atLeast = [&](Time time, WorkLimit by) {
      if (time > begin) {
        begin = time;
        limit = by;
      }
    };
    if (m_called[w] != longAgo) {
      atLeast(m_called[w] + work.afterLaunch, WorkLimit::Launch);
    }
    if (const std::uint32_t before = inOrder(work.before); before != ReplayWork::none) {
      const Duration between = std::min(work.afterBefore, m_changes.mostBetween.value_or(work.afterBefore));
      atLeast(m_made.work[before].end + between, WorkLimit::Stream);
    }
    if (work.dependency != ReplayWork::none && m_made.work[work.dependency].begin != longAgo &&
        inOrder(work.dependency) == work.dependency) {
      atLeast(m_made.work[work.dependency].end + work.afterDependency, WorkLimit::Dependency);
    }
    if (begin == longAgo) {
      begin = m_trace.start(work.span);
    }
    m_made.work[w] = {begin, begin + lengthOf(w)};
    m_made.limit[w] = limit;
  }

  /// `work`, or the next before it on its stream that was not done ahead.
  [[nodiscard]] std::uint32_t inOrder(std::uint32_t work) const {
    while (work != ReplayWork::none && isAhead(work)) {
      work = m_graph.work()[work].before;
    }
    return work;
  }

  /// From the first work of each to that of the next one, or to the end of its last.
  void stepsOfDevices() {
    std::vector<std::uint32_t> byStart(m_graph.work().size());
    std::iota(byStart.begin(), byStart.end(), 0U);
    const auto startOf = [&](std::uint32_t w) { return m_trace.start(m_graph.work()[w].span); };
    std::ranges::stable_sort(byStart, {}, startOf);
    for (std::size_t i = 0; i < m_steps.steps.size(); ++i) {
      const TimeRange recorded = m_steps.steps[i].range;
      TimeRange made{Time{INT64_MAX}, Time{INT64_MIN}};
      for (auto w = std::ranges::lower_bound(byStart, recorded.begin, {}, startOf);
           w != byStart.end() && startOf(*w) < recorded.end; ++w) {
        if (isOf(m_steps.steps[i].process, m_graph.work()[*w].span)) {
          made.begin = std::min(made.begin, m_made.work[*w].begin);
          made.end = std::max(made.end, m_made.work[*w].end);
        }
      }
      m_made.steps[i] = made.begin.ns == INT64_MAX ? recorded : made;
    }
    for (std::size_t i = 0; i + 1 < m_steps.steps.size(); ++i) {
      if (m_steps.steps[i + 1].range.begin == m_steps.steps[i].range.end) {
        m_made.steps[i].end = std::max(m_made.steps[i].begin, m_made.steps[i + 1].begin);
      }
    }
  }

  [[nodiscard]] bool isOf(ProcessId device, SpanId work) const {
    return device == ProcessId::none || m_trace.track(m_trace.trackOf(work)).process == device;
  }

  const RunGraph& m_graph;
  const Trace& m_trace;
  const FoundSteps& m_steps;
  const ReplayChanges& m_changes;
  std::unordered_map<ProcessId, RunningProcess> m_processes;
  std::vector<RunningThread> m_threads;
  std::size_t m_nextUnlaunched = 0;
  std::vector<Time> m_called;  // by work: the beginning of the call that launches it
  RunReplay m_made;
};

}  // namespace

RunReplay replay(const RunGraph& graph, const FoundSteps& steps, const ReplayChanges& changes, KeptMoments kept,
                 const std::stop_token& stop) {
  return ReplayRun(graph, steps, changes, kept).run(stop);
}

}  // namespace kernline
