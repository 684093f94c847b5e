// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/slack.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>

namespace kernline {

namespace {

/// Goes through a replay from its end: no time may be later than what depends on it allows.
class LatestTimes {
 public:
  LatestTimes(const RunGraph& graph, const ReplayChanges& changes, const RunReplay& replay, Time end)
      : m_graph(graph),
        m_changes(changes),
        m_replay(replay),
        m_begin(replay.activities.size(), end),
        m_end(replay.activities.size(), end),
        m_launched(replay.activities.size()) {
    for (const std::vector<Time>& moments : replay.moments) {
      m_moments.emplace_back(moments.size(), end);
    }
    noteLaunches();
  }

  bool find(const std::stop_token& stop) {
    constexpr std::uint32_t eventsBetweenStops = 1U << 14;
    std::uint32_t events = 0;
    for (const ReplayEvent& event : std::views::reverse(m_replay.order)) {
      if (++events % eventsBetweenStops == 0 && stop.stop_requested()) {
        return false;
      }
      switch (event.kind) {
        case ReplayEvent::Kind::Moment:
          passMoment(event.at, event.moment);
          break;
        case ReplayEvent::Kind::ActivityBegin:
          passBegin(event.at);
          break;
        case ReplayEvent::Kind::ActivityEnd:
          passEnd(event.at);
          break;
      }
    }
    return true;
  }

  [[nodiscard]] Duration slackOf(std::uint32_t activity) const {
    return std::max(m_begin[activity] - m_replay.activities[activity].begin, Duration{});
  }

 private:
  static void limit(Time& latest, Time to) { latest = std::min(latest, to); }

  void noteLaunches() {
    for (std::uint32_t t = 0; t < m_graph.threads().size(); ++t) {
      const std::vector<ReplayMoment>& moments = m_graph.threads()[t].moments;
      for (std::uint32_t m = 0; m < m_replay.moments[t].size(); ++m) {
        if (!moments[m].isEnd && m_graph.launches(SpanId{moments[m].span})) {
          for (const std::uint32_t activity : m_graph.launchedBy(SpanId{moments[m].span})) {
            m_launched[activity] = m;
          }
        }
      }
    }
  }

  void passMoment(std::uint32_t t, std::uint32_t m) {
    const ReplayThread& thread = m_graph.threads()[t];
    const Time latest = m_moments[t][m];
    const std::vector<Time>& made = m_replay.moments[t];
    const auto wait = std::ranges::lower_bound(thread.waits, m, {}, &ReplayWait::end);
    if (wait != thread.waits.end() && wait->end == m) {
      if (m_changes.noWait.empty() || !m_changes.noWait[thread.moments[m].span]) {
        limit(m_end[wait->activity], latest - wait->after);
      }
      limit(m_moments[t][wait->begin], latest - std::min(wait->own, made[m] - made[wait->begin]));
      return;
    }
    const auto handover = std::ranges::lower_bound(thread.handovers, m, {}, &ReplayHandover::moment);
    if (handover != thread.handovers.end() && handover->moment == m) {
      const std::vector<ReplayMoment>& others = m_graph.threads()[handover->thread].moments;
      const auto next = std::ranges::lower_bound(others, thread.moments[m].time, {}, &ReplayMoment::time);
      if (next != others.begin()) {
        const auto from = static_cast<std::size_t>(next - others.begin()) - 1;
        const Time begun = m_replay.moments[handover->thread][from];
        limit(m_moments[handover->thread][from], latest - std::max(made[m] - begun, Duration{}));
      }
      if (m > 0) {
        limit(m_moments[t][m - 1], latest);
      }
      return;
    }
    if (m > 0) {
      limit(m_moments[t][m - 1], latest - (made[m] - made[m - 1]));
    }
  }

  void passBegin(std::uint32_t w) {
    const ReplayActivity& activity = m_graph.activities()[w];
    const Time latest = m_begin[w];
    if (activity.thread != ReplayActivity::none) {
      limit(m_moments[activity.thread][m_launched[w]],
            latest - (activity.afterLaunch - (m_replay.startsIdle ? activity.queued : Duration{})));
    }
    if (const std::uint32_t before = lastInOrder(m_graph, m_changes, activity.before); before != ReplayActivity::none) {
      limit(m_end[before],
            latest - std::min(activity.afterBefore, m_changes.maxBetween.value_or(activity.afterBefore)));
    }
    if (activity.dependency != ReplayActivity::none && !isAhead(m_changes, activity.dependency)) {
      limit(m_end[activity.dependency], latest - activity.afterDependency);
    }
  }

  void passEnd(std::uint32_t w) {
    const TimeRange made = m_replay.activities[w];
    limit(m_begin[w], m_end[w] - (m_graph.meetsWith(w).empty() ? made.length() : lengthOf(w)));
    for (const std::uint32_t other : m_graph.meetsWith(w)) {
      limit(m_begin[other], m_end[w] - lengthOf(w));
    }
  }

  [[nodiscard]] Duration lengthOf(std::uint32_t w) const {
    return m_changes.activityDuration.empty() ? m_graph.activities()[w].length : m_changes.activityDuration[w];
  }

  const RunGraph& m_graph;
  const ReplayChanges& m_changes;
  const RunReplay& m_replay;
  std::vector<Time> m_begin;                 // indexed by work
  std::vector<Time> m_end;                   // indexed by work
  std::vector<std::uint32_t> m_launched;     // launching moment of its thread, indexed by work
  std::vector<std::vector<Time>> m_moments;  // indexed by thread
};

}  // namespace

std::vector<Duration> slackOfActivities(const ReplayedRun& run, const ReplayChanges& changes, const RunReplay& replay,
                                        const std::stop_token& stop) {
  if (replay.steps.empty()) {
    return {};
  }
  Time end{INT64_MIN};
  for (const std::size_t i : run.countedIn(replay)) {
    end = std::max(end, replay.steps[i].end);
  }
  LatestTimes latest(run.graph(), changes, replay, end);
  if (!latest.find(stop)) {
    return {};
  }
  std::vector<Duration> slack;
  for (std::uint32_t w = 0; w < replay.activities.size(); ++w) {
    slack.push_back(latest.slackOf(w));
  }
  return slack;
}

}  // namespace kernline
