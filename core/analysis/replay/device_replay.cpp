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
      m_called(graph.work().size(), never),
      m_states(graph.work().size()),
      m_made(graph.work().size(), {never, never}),
      m_limits(graph.work().size()) {}

void DeviceReplay::startAhead(std::uint32_t work, Time& free) {
  const Time begin = std::max(m_called[work] + m_graph.work()[work].afterLaunch, free);
  free = begin + std::max(lengthOf(work), Duration{});
  m_made[work] = {begin, free};
  m_limits[work] = WorkLimit::Launch;
  m_states[work] = State::Ended;
}

TimeRange DeviceReplay::of(std::uint32_t work) {
  if (m_states[work] == State::Ended) {
    return m_made[work];
  }
  std::vector<std::uint32_t> asked{work};
  while (!asked.empty()) {
    const std::uint32_t next = asked.back();
    if (m_states[next] == State::Waiting) {
      m_states[next] = State::Asked;
    }
    std::uint32_t missing = ReplayWork::none;
    if (m_states[next] == State::Asked) {
      missing = missingToBegin(next);
      if (missing == ReplayWork::none) {
        begin(next);
      }
    }
    if (m_states[next] == State::Begun) {
      missing = missingToEnd(next);
      if (missing == ReplayWork::none) {
        end(next);
      }
    }
    if (missing != ReplayWork::none) {
      asked.push_back(missing);
    } else {
      asked.pop_back();
    }
  }
  return m_made[work];
}

std::uint32_t DeviceReplay::missingToBegin(std::uint32_t work) const {
  const std::uint32_t before = lastInOrder(m_graph, m_changes, m_graph.work()[work].before);
  if (before != ReplayWork::none && !isAsked(before)) {
    return before;
  }
  const std::uint32_t dependency = m_graph.work()[work].dependency;
  const bool isKnown = dependency != ReplayWork::none && !isAsked(dependency) && isLaunched(dependency);
  return isKnown && !isAhead(dependency) ? dependency : ReplayWork::none;
}

std::uint32_t DeviceReplay::missingToEnd(std::uint32_t work) {
  if (isAlone(work)) {
    return ReplayWork::none;
  }
  for (const std::uint32_t other : m_graph.meetsWith(work)) {
    if (!isAsked(other) && !isAhead(other) && (isLaunched(other) || m_launch(other)) && !isAsked(other)) {
      return other;
    }
  }
  return ReplayWork::none;
}

void DeviceReplay::begin(std::uint32_t w) {
  const ReplayWork& work = m_graph.work()[w];
  Time begin = never;
  WorkLimit limit = WorkLimit::Launch;
  const auto atLeast = [&](Time time, WorkLimit by) {
    if (time > begin) {
      begin = time;
      limit = by;
    }
  };
  if (isLaunched(w)) {
    const Duration queued = m_changes.startsIdle ? work.queued : Duration{};
    atLeast(m_called[w] + (work.afterLaunch - queued), WorkLimit::Launch);
  }
  const auto hasEnded = [&](std::uint32_t other) {
    return other != ReplayWork::none && m_states[other] == State::Ended;
  };
  if (const std::uint32_t before = lastInOrder(m_graph, m_changes, work.before); hasEnded(before)) {
    const Duration between = std::min(work.afterBefore, m_changes.mostBetween.value_or(work.afterBefore));
    atLeast(m_made[before].end + between, WorkLimit::Stream);
  }
  if (hasEnded(work.dependency) && !isAhead(work.dependency)) {
    atLeast(m_made[work.dependency].end + work.afterDependency, WorkLimit::Dependency);
  }
  if (begin == never) {
    begin = m_trace.start(work.span) - m_sooner;
  }
  m_made[w] = {begin, begin};
  m_limits[w] = limit;
  m_states[w] = State::Begun;
  note(ReplayEvent::Kind::WorkBegin, w);
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
  note(ReplayEvent::Kind::WorkEnd, w);
}

Duration DeviceReplay::lengthOf(std::uint32_t work) const {
  return m_changes.workDuration.empty() ? m_graph.work()[work].length : m_changes.workDuration[work];
}

Duration DeviceReplay::leadOfEarlier() const {
  Time begin{INT64_MAX};
  for (const ReplayThread& thread : m_graph.threads()) {
    begin = thread.moments.empty() ? begin : std::min(begin, thread.moments.front().time);
  }
  Time end = begin;
  for (const UnlaunchedWork& piece : m_graph.unlaunched()) {
    end = piece.isFromBefore() ? std::max(end, m_trace.end(m_graph.work()[piece.work].span)) : end;
  }
  return end - begin;
}

std::uint32_t lastInOrder(const RunGraph& graph, const ReplayChanges& changes, std::uint32_t work) {
  while (work != ReplayWork::none && isAhead(changes, work)) {
    work = graph.work()[work].before;
  }
  return work;
}

}  // namespace kernline
