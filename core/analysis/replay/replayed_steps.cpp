// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replayed_steps.h"

#include "core/analysis/replay/device_replay.h"
#include "core/analysis/steps/device_progress.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace kernline {

namespace {

/// State of a process during the walk over its steps.
struct ProcessProgress {
  Time done = DeviceReplay::never;   // all work launched so far
  Time ended = DeviceReplay::never;  // the step before
  Time ahead = DeviceReplay::never;  // all work launched so far that is done ahead
  // The step that runs:
  Time hostBegin = DeviceReplay::never;
  Time earlier = DeviceReplay::never;      // done, as it began
  Time neededAhead = DeviceReplay::never;  // work that is done ahead and was launched before the step
  // The same as recorded, so that the step begins at what it began at in the recording:
  Time recordedDone = DeviceReplay::never;
  Time recordedEarlier = DeviceReplay::never;
  Time recordedFirst{INT64_MAX};  // start of its first work

  void add(TimeRange made, TimeRange recorded) {
    done = std::max(done, made.end);
    recordedDone = std::max(recordedDone, recorded.end);
    recordedFirst = std::min(recordedFirst, recorded.begin);
  }

  void begin(Time at) {
    hostBegin = at;
    earlier = done;
    neededAhead = ahead;
    recordedEarlier = recordedDone;
    recordedFirst = Time{INT64_MAX};
  }

  TimeRange end(Time at) {
    const bool isBehind = recordedEarlier <= recordedFirst;
    const Time begun = std::max({ended, hostBegin, isBehind ? earlier : hostBegin});
    ended = std::max({begun, at, done, neededAhead});
    return {begun, ended};
  }
};

}  // namespace

ReplayedSteps::ReplayedSteps(const FoundSteps& steps, ProcessId process) {
  for (std::size_t i = 0; !steps.isOnDevice && i < steps.steps.size(); ++i) {
    const Step& step = steps.steps[i];
    if (step.process == process) {
      m_marks.push_back({.time = step.range.begin, .step = i, .isEnd = false});
      m_marks.push_back({.time = step.range.end, .step = i, .isEnd = true});
    }
  }
  std::ranges::stable_sort(
      m_marks, [](const Mark& a, const Mark& b) { return a.time != b.time ? a.time < b.time : a.isEnd && !b.isEnd; });
}

void ReplayedSteps::passMark(Time at) {
  Mark& mark = m_marks[m_passed++];
  mark.at = at;
  mark.launched = m_launched.size();
}

void ReplayedSteps::endOnHost(std::span<TimeRange> steps) const {
  for (const Mark& mark : std::span(m_marks).first(m_passed)) {
    (mark.isEnd ? steps[mark.step].end : steps[mark.step].begin) = mark.at;
  }
}

void ReplayedSteps::end(const Trace& trace, const RunGraph& graph, const std::function<TimeRange(std::uint32_t)>& made,
                        const std::function<bool(std::uint32_t)>& isAhead, std::span<TimeRange> steps) const {
  ProcessProgress progress;
  progress.done = std::max(progress.done, m_queuedUntil);
  progress.recordedDone = std::max(progress.recordedDone, m_recordedQueue);
  std::size_t next = 0;
  for (const Mark& mark : std::span(m_marks).first(m_passed)) {
    for (; next < mark.launched; ++next) {
      const std::uint32_t activity = m_launched[next];
      if (isAhead(activity)) {
        progress.ahead = std::max(progress.ahead, made(activity).end);
      } else {
        progress.add(made(activity), trace.range(graph.activities()[activity].span));
      }
    }
    if (mark.isEnd) {
      steps[mark.step] = progress.end(mark.at);
    } else {
      progress.begin(mark.at);
    }
  }
}

std::vector<std::pair<ProcessId, Time>> queuedActivities(const RunGraph& graph) {
  const Trace& trace = graph.trace();
  std::unordered_map<ProcessId, std::uint32_t> firstOf;  // keyed by process of the device
  for (std::uint32_t w = 0; w < graph.activities().size(); ++w) {
    const SpanId span = graph.activities()[w].span;
    std::uint32_t& first = firstOf.try_emplace(trace.track(trace.trackOf(span)).process, w).first->second;
    first = trace.start(span) < trace.start(graph.activities()[first].span) ? w : first;
  }
  std::vector<std::pair<ProcessId, Time>> queued;
  for (const auto& [device, w] : firstOf) {
    const ReplayActivity& activity = graph.activities()[w];
    if (const auto start = startOfQueued(trace, activity.span); start && activity.thread != ReplayActivity::none) {
      queued.emplace_back(graph.threads()[activity.thread].process, *start);
    }
  }
  return queued;
}

std::vector<TimeRange> replayedDeviceSteps(const RunGraph& graph, std::span<const Step> steps,
                                           std::span<const TimeRange> activities) {
  const Trace& trace = graph.trace();
  const auto isOf = [&](ProcessId device, SpanId span) {
    return device == ProcessId::none || trace.track(trace.trackOf(span)).process == device;
  };
  std::vector<std::uint32_t> byStart(graph.activities().size());
  std::iota(byStart.begin(), byStart.end(), 0U);
  const auto startOf = [&](std::uint32_t w) { return trace.start(graph.activities()[w].span); };
  std::ranges::stable_sort(byStart, {}, startOf);
  std::vector<TimeRange> made;
  for (const Step& step : steps) {
    TimeRange range{Time{INT64_MAX}, Time{INT64_MIN}};
    for (auto w = std::ranges::lower_bound(byStart, step.range.begin, {}, startOf);
         w != byStart.end() && startOf(*w) < step.range.end; ++w) {
      if (isOf(step.process, graph.activities()[*w].span)) {
        range.begin = std::min(range.begin, activities[*w].begin);
        range.end = std::max(range.end, activities[*w].end);
      }
    }
    made.push_back(range.begin.ns == INT64_MAX ? step.range : range);
  }
  std::unordered_map<ProcessId, std::size_t> nextOf;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const auto next = nextOf.find(steps[i].process);
    if (next != nextOf.end() && steps[next->second].range.begin == steps[i].range.end) {
      made[i].end = std::max(made[i].begin, made[next->second].begin);
    }
    nextOf.insert_or_assign(steps[i].process, i);
  }
  return made;
}

}  // namespace kernline
