// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay.h"

#include "core/analysis/replay/device_replay.h"
#include "core/analysis/replay/replayed_steps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// A process while it runs again.
struct RunningProcess {
  ReplayedSteps steps;
  std::vector<std::size_t> threads;
  std::vector<UnlaunchedActivity> unlaunched;  // activities that it may have launched, by time
  std::size_t nextUnlaunched = 0;
  std::size_t lastThread = 0;        // thread that ran last
  Time ahead = DeviceReplay::never;  // time at which its stream for work done ahead is free
  bool hasRun = false;
  bool isRunning = false;
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
  Duration debt;  // recording time still to subtract
  std::vector<Call> open;
};

Duration scaled(Duration duration, double scale) {
  return scale == 1 ? duration : Duration{std::llround(static_cast<double>(duration.ns) * scale)};
}

class ReplayRun {
 public:
  ReplayRun(const RunGraph& graph, const FoundSteps& steps, const ReplayChanges& changes, KeptMoments kept,
            const std::stop_token& stop)
      : m_graph(graph),
        m_trace(graph.trace()),
        m_steps(steps),
        m_changes(changes),
        m_stop(stop),
        m_device(graph, changes, [this](std::uint32_t activity) { return runUntilLaunched(activity); }) {
    addProcesses();
    m_device.noteIn(kept == KeptMoments::All ? &m_made.order : nullptr);
    for (const ReplayThread& thread : graph.threads()) {
      if (kept == KeptMoments::All) {
        const auto end = std::ranges::upper_bound(thread.moments, changes.until, {}, &ReplayMoment::time);
        m_made.moments.emplace_back().resize(static_cast<std::size_t>(end - thread.moments.begin()));
      }
      RunningThread& running = m_threads.emplace_back();
      running.recorded = thread.moments.empty() ? Time{} : thread.moments.front().time;
      const bool isBegun = !thread.handovers.empty() && thread.handovers.front().moment == 0;
      running.at = isBegun ? DeviceReplay::never : running.recorded;
    }
  }

  RunReplay run() {
    for (RunningProcess& process : m_processes) {
      runProcess(process, ReplayActivity::none);
    }
    for (std::uint32_t w = 0; w < m_graph.activities().size() && !m_stop.stop_requested(); ++w) {
      if (m_changes.until.ns == INT64_MAX || m_trace.start(m_graph.activities()[w].span) <= m_changes.until) {
        m_device.of(w);
      }
    }
    if (m_stop.stop_requested()) {
      return {};
    }
    const auto isAhead = [&](std::uint32_t activity) { return m_device.isAhead(activity); };
    const auto made = [&](std::uint32_t activity) { return m_device.of(activity); };
    for (const Step& step : m_steps.steps) {
      m_made.steps.push_back(step.range);
    }
    m_made.startsIdle = m_changes.startsIdle;
    m_made.until = m_changes.until;
    m_made.hostSteps = m_made.steps;
    for (RunningProcess& process : m_processes) {
      process.steps.endOnHost(m_made.hostSteps);
      process.steps.end(m_trace, m_graph, made, isAhead, m_made.steps);
    }
    m_made.activities = m_device.takeActivities();
    m_made.limit = m_device.takeLimits();
    m_made.launched = m_device.takeLaunches();
    if (m_steps.isOnDevice) {
      m_made.steps = replayedDeviceSteps(m_graph, m_steps.steps, m_made.activities);
    }
    return std::move(m_made);
  }

 private:
  void addProcesses() {
    for (std::size_t t = 0; t < m_graph.threads().size(); ++t) {
      const ProcessId id = m_graph.threads()[t].process;
      const auto known = std::ranges::find(m_ids, id);
      if (known == m_ids.end()) {
        m_ids.push_back(id);
        m_processes.emplace_back();
        m_processOf.push_back(m_processes.size() - 1);
      } else {
        m_processOf.push_back(static_cast<std::size_t>(known - m_ids.begin()));
      }
      m_processes[m_processOf[t]].threads.push_back(t);
    }
    const auto rankOf = [&](ProcessId process) {
      return process == ProcessId::none ? -1 : m_trace.process(process).rank;
    };
    for (std::size_t p = 0; p < m_processes.size(); ++p) {
      m_processes[p].steps = ReplayedSteps(m_steps, m_ids[p]);
      for (const UnlaunchedActivity& piece : m_graph.unlaunched()) {
        const std::int32_t rank =
            rankOf(m_trace.track(m_trace.trackOf(m_graph.activities()[piece.activity].span)).process);
        if (rank < 0 || rankOf(m_ids[p]) < 0 || rank == rankOf(m_ids[p])) {
          m_processes[p].unlaunched.push_back(piece);
        }
      }
    }
    for (const auto& [process, start] : queuedActivities(m_graph)) {
      m_processes[static_cast<std::size_t>(std::ranges::find(m_ids, process) - m_ids.begin())].steps.addQueued(
          start, m_changes.startsIdle);
    }
  }

  bool runUntilLaunched(std::uint32_t activity) {
    const std::uint32_t thread = m_graph.activities()[activity].thread;
    if (thread == ReplayActivity::none) {
      return true;  // the time is unknown: its stream has it
    }
    RunningProcess& process = m_processes[m_processOf[thread]];
    if (!process.isRunning) {
      runProcess(process, activity);
    }
    return m_device.isLaunched(activity);
  }

  /// Runs until it has launched `wanted`, or to its end if that is none.
  void runProcess(RunningProcess& process, std::uint32_t wanted) {
    constexpr std::size_t momentsBetweenStops = 1U << 14;
    process.isRunning = true;
    const auto isDone = [&] { return wanted != ReplayActivity::none && m_device.isLaunched(wanted); };
    for (auto turn = nextTurn(process); turn && !isDone(); turn = nextTurn(process)) {
      const auto [thread, until] = *turn;
      const std::vector<ReplayMoment>& moments = m_graph.threads()[thread].moments;
      RunningThread& running = m_threads[thread];
      if (moments[running.next].time > m_changes.until) {
        break;
      }
      const Time last = std::min(until, m_changes.until);
      while (running.next < moments.size() && moments[running.next].time <= last && !isDone()) {
        if (running.next % momentsBetweenStops == 0 && m_stop.stop_requested()) {
          process.isRunning = false;
          return;
        }
        const Time time = moments[running.next].time;
        addUnlaunched(process, time);
        addMarks(process, time);
        advance(process, thread, moments[running.next]);
        ++running.next;
      }
    }
    if (!isDone()) {
      addMarks(process, Time{INT64_MAX});
    }
    process.isRunning = false;
  }

  /// The thread whose next moment was recorded first, and until when it runs before another one.
  [[nodiscard]] std::optional<std::pair<std::size_t, Time>> nextTurn(const RunningProcess& process) const {
    std::optional<std::pair<std::size_t, Time>> turn;
    Time first{INT64_MAX};
    Time second{INT64_MAX};
    for (const std::size_t t : process.threads) {
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

  /// Adds work with an unknown launch that was launched before `time`.
  static void addUnlaunched(RunningProcess& process, Time time) {
    while (process.nextUnlaunched < process.unlaunched.size() &&
           process.unlaunched[process.nextUnlaunched].launched < time) {
      process.steps.addActivity(process.unlaunched[process.nextUnlaunched++].activity);
    }
  }

  /// Notes where steps begin or end before `time`.
  void addMarks(RunningProcess& process, Time time) {
    while (const std::optional<Time> mark = process.steps.nextMark()) {
      if (*mark >= time) {
        return;
      }
      const RunningThread& running = m_threads[process.lastThread];
      process.steps.passMark(process.hasRun ? running.at + (*mark - running.recorded) : *mark);
    }
  }

  void advance(RunningProcess& process, std::size_t thread, const ReplayMoment& moment) {
    RunningThread& running = m_threads[thread];
    const ReplayThread& recorded = m_graph.threads()[thread];
    const auto m = static_cast<std::uint32_t>(running.next);
    const SpanId span{moment.span};
    const Duration cost = m_changes.recording.of(moment.kind);
    const Duration passed = moment.time - running.recorded;
    running.recorded = moment.time;
    process.lastThread = thread;
    process.hasRun = true;
    if (running.isWaiting && recorded.waits[running.wait].end == m) {
      const ReplayWait& wait = recorded.waits[running.wait++];
      const Time begin = running.open.back().begin;
      const Time own = begin + scaled(wait.own, running.open.back().scale);
      running.at = m_changes.noWait.empty() || !m_changes.noWait[moment.span]
                       ? std::max(own, m_device.of(wait.activity).end + wait.after + m_changes.afterWaits)
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
      m_made.order.push_back(
          {.kind = ReplayEvent::Kind::Moment, .at = static_cast<std::uint32_t>(thread), .moment = m});
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
      launch(process, m_graph.launchedBy(span), running.at);
    }
  }

  void launch(RunningProcess& process, std::span<const std::uint32_t> launched, Time at) {
    for (const std::uint32_t activity : launched) {
      m_device.launch(activity, at);
    }
    for (const std::uint32_t activity : launched) {
      if (m_device.isAhead(activity)) {
        m_device.startAhead(activity, process.ahead);
      }
      process.steps.addActivity(activity);
    }
  }

  void spend(RunningThread& running, Duration passed) const {
    constexpr double maxCostShare = 0.9;  // recording takes no more than this of any time
    const Duration taken = std::min(
        running.debt, Duration{std::llround(static_cast<double>(std::max<std::int64_t>(passed.ns, 0)) * maxCostShare)});
    running.debt = running.debt - taken;
    const Duration left = passed - taken;
    running.at = running.at + scaled(left, running.open.empty() ? m_changes.hostFactor : running.open.back().scale);
  }

  const RunGraph& m_graph;
  const Trace& m_trace;
  const FoundSteps& m_steps;
  const ReplayChanges& m_changes;
  const std::stop_token& m_stop;
  DeviceReplay m_device;
  std::vector<ProcessId> m_ids;  // indexed by process
  std::vector<RunningProcess> m_processes;
  std::vector<std::size_t> m_processOf;  // indexed by thread
  std::vector<RunningThread> m_threads;
  RunReplay m_made;
};

}  // namespace

RunReplay replay(const RunGraph& graph, const FoundSteps& steps, const ReplayChanges& changes, KeptMoments kept,
                 const std::stop_token& stop) {
  return ReplayRun(graph, steps, changes, kept, stop).run();
}

}  // namespace kernline
