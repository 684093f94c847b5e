// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/device_replay.h"

#include <algorithm>
#include <utility>

namespace kernline {

DeviceReplay::DeviceReplay(const RunGraph& graph, const ReplayChanges& changes, LaunchOfOther launch)
    : m_graph(graph),
      m_trace(graph.trace()),
      m_changes(changes),
      m_launch(std::move(launch)),
      m_sooner(changes.startsIdle ? leadOfEarlier() : Duration{}),
      m_called(graph.activities().size(), never),
      m_states(graph.activities().size()),
      m_made(graph.activities().size(), {never, never}),
      m_limits(graph.activities().size()) {}

void DeviceReplay::startAhead(std::uint32_t activity, Time& free) {
  const Time begin = std::max(m_called[activity] + m_graph.activities()[activity].afterLaunch, free);
  free = begin + std::max(lengthOf(activity), Duration{});
  m_made[activity] = {begin, free};
  m_limits[activity] = ActivityLimit::Launch;
  m_states[activity] = State::Ended;
}

TimeRange DeviceReplay::of(std::uint32_t activity) {
  if (m_states[activity] == State::Ended) {
    return m_made[activity];
  }
  std::vector<std::uint32_t> asked{activity};
  while (!asked.empty()) {
    const std::uint32_t next = asked.back();
    if (m_states[next] == State::Waiting) {
      m_states[next] = State::Asked;
    }
    std::uint32_t missing = ReplayActivity::none;
    if (m_states[next] == State::Asked) {
      missing = missingToBegin(next);
      if (missing == ReplayActivity::none) {
        begin(next);
      }
    }
    if (m_states[next] == State::Begun) {
      missing = missingToEnd(next);
      if (missing == ReplayActivity::none) {
        end(next);
      }
    }
    if (missing != ReplayActivity::none) {
      asked.push_back(missing);
    } else {
      asked.pop_back();
    }
  }
  return m_made[activity];
}

std::uint32_t DeviceReplay::missingToBegin(std::uint32_t activity) const {
  const std::uint32_t before = lastInOrder(m_graph, m_changes, m_graph.activities()[activity].before);
  if (before != ReplayActivity::none && !isAsked(before)) {
    return before;
  }
  const std::uint32_t dependency = m_graph.activities()[activity].dependency;
  const bool isKnown = dependency != ReplayActivity::none && !isAsked(dependency) && isLaunched(dependency);
  return isKnown && !isAhead(dependency) ? dependency : ReplayActivity::none;
}

std::uint32_t DeviceReplay::missingToEnd(std::uint32_t activity) {
  if (isAlone(activity)) {
    return ReplayActivity::none;
  }
  for (const std::uint32_t other : m_graph.meetsWith(activity)) {
    if (!isAsked(other) && !isAhead(other) && (isLaunched(other) || m_launch(other)) && !isAsked(other)) {
      return other;
    }
  }
  return ReplayActivity::none;
}

void DeviceReplay::begin(std::uint32_t w) {
  const ReplayActivity& activity = m_graph.activities()[w];
  Time begin = never;
  ActivityLimit limit = ActivityLimit::Launch;
  const auto atLeast = [&](Time time, ActivityLimit by) {
    if (time > begin) {
      begin = time;
      limit = by;
    }
  };
  if (isLaunched(w)) {
    const Duration queued = m_changes.startsIdle ? activity.queued : Duration{};
    atLeast(m_called[w] + (activity.afterLaunch - queued), ActivityLimit::Launch);
  }
  const auto hasEnded = [&](std::uint32_t other) {
    return other != ReplayActivity::none && m_states[other] == State::Ended;
  };
  if (const std::uint32_t before = lastInOrder(m_graph, m_changes, activity.before); hasEnded(before)) {
    const Duration between = std::min(activity.afterBefore, m_changes.maxBetween.value_or(activity.afterBefore));
    atLeast(m_made[before].end + between, ActivityLimit::Stream);
  }
  if (hasEnded(activity.dependency) && !isAhead(activity.dependency)) {
    atLeast(m_made[activity.dependency].end + activity.afterDependency, ActivityLimit::Dependency);
  }
  if (begin == never) {
    begin = m_trace.start(activity.span) - m_sooner;
  }
  m_made[w] = {begin, begin};
  m_limits[w] = limit;
  m_states[w] = State::Begun;
  note(ReplayEvent::Kind::ActivityBegin, w);
}

void DeviceReplay::end(std::uint32_t w) {
  Time allBegun = m_made[w].begin;
  for (const std::uint32_t other : isAlone(w) ? std::span<const std::uint32_t>() : m_graph.meetsWith(w)) {
    if (m_states[other] >= State::Begun && !isAhead(other) && !isAlone(other)) {
      allBegun = std::max(allBegun, m_made[other].begin);
    }
  }
  m_made[w].end = std::max(m_made[w].begin, allBegun + lengthOf(w));
  m_states[w] = State::Ended;
  note(ReplayEvent::Kind::ActivityEnd, w);
}

Duration DeviceReplay::lengthOf(std::uint32_t activity) const {
  return m_changes.activityDuration.empty() ? m_graph.activities()[activity].length
                                            : m_changes.activityDuration[activity];
}

Duration DeviceReplay::leadOfEarlier() const {
  Time begin{INT64_MAX};
  for (const ReplayThread& thread : m_graph.threads()) {
    begin = thread.moments.empty() ? begin : std::min(begin, thread.moments.front().time);
  }
  Time end = begin;
  for (const UnlaunchedActivity& piece : m_graph.unlaunched()) {
    end = piece.isFromBefore() ? std::max(end, m_trace.end(m_graph.activities()[piece.activity].span)) : end;
  }
  return end - begin;
}

std::uint32_t lastInOrder(const RunGraph& graph, const ReplayChanges& changes, std::uint32_t activity) {
  while (activity != ReplayActivity::none && isAhead(changes, activity)) {
    activity = graph.activities()[activity].before;
  }
  return activity;
}

}  // namespace kernline
