// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/backward_calls.h"

#include "core/analysis/query/lane_spans.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>

namespace kernline {

namespace {

const Lane& outermostLane(const Trace& trace, TrackId track) {
  return trace.lanes()[trace.track(track).firstLane];
}

bool hasOperators(const Trace& trace, const Track& track) {
  const auto kinds = trace.kinds().subspan(track.firstSpan, track.spanCount);
  return std::ranges::find(kinds, SpanKind::Op) != kinds.end();
}

/// Torch calls its threads so; where it does not, they are known by what they do: they begin with a step, and others
/// with what the step is to undo.
bool isAutogradThread(const Trace& trace, TrackId id, const BackwardSteps& steps) {
  constexpr std::uint32_t otherOpsPerStep = 10;  // hooks behind gradients, buckets of a reducer
  const Track& track = trace.track(id);
  if (track.kind != TrackKind::Thread || track.laneCount == 0) {
    return false;
  }
  if (trace.text(track.name).contains("pt_autograd_")) {
    return true;
  }
  const Lane& lane = outermostLane(trace, id);
  std::uint32_t ops = 0;
  std::uint32_t found = 0;
  for (std::uint32_t span = lane.firstSpan; span < lane.firstSpan + lane.spanCount; ++span) {
    ops += trace.kinds()[span] == SpanKind::Op ? 1 : 0;
    found += steps.contains(SpanId{span}) ? 1 : 0;
    if (ops > found && found == 0) {
      return false;
    }
  }
  return found > 0 && found * otherOpsPerStep >= ops;
}

/// Finds what a thread waits in, for one moment after the other.
class WaitingThread {
 public:
  WaitingThread(const Trace& trace, TrackId id, const BackwardSteps& steps)
      : m_trace(trace), m_track(trace.track(id)), m_steps(steps), m_hasOperators(hasOperators(trace, m_track)) {}

  struct Wait {
    SpanId driver = SpanId::none;
    Time busyFrom;  ///< begin of the next call on the thread
  };

  [[nodiscard]] ProcessId process() const { return m_track.process; }
  [[nodiscard]] std::uint32_t spanCount() const { return m_track.spanCount; }
  /// Returns a wait without a driver if no span lasts as long.
  Wait during(TimeRange call) {
    const bool isSame = m_from <= call.begin && call.begin < m_wait.busyFrom &&
                        (m_wait.driver == SpanId::none || call.end <= m_trace.end(m_wait.driver));
    if (!isSame) {
      look(call);
    }
    return m_wait;
  }

 private:
  void look(TimeRange call) {
    m_from = call.begin;
    m_wait = {.driver = SpanId::none, .busyFrom = TimeRange::always().end};
    SpanId innermost = SpanId::none;
    for (std::uint32_t l = m_track.firstLane; l < m_track.firstLane + m_track.laneCount; ++l) {
      const Lane& lane = m_trace.lanes()[l];
      const auto starts = m_trace.starts().subspan(lane.firstSpan, lane.spanCount);
      const auto after = std::ranges::upper_bound(starts, call.begin);
      if (after != starts.end()) {
        m_wait.busyFrom = std::min(m_wait.busyFrom, *after);
      }
      if (after == starts.begin()) {
        continue;
      }
      const SpanId last{static_cast<std::uint32_t>(lane.firstSpan + (after - starts.begin()) - 1)};
      if (m_trace.end(last) >= call.end) {
        innermost = last;
      }
    }
    m_wait.driver = driverFrom(innermost);
  }

  /// Returns the call that waits around `innermost`. Skips a step of its own that the engine runs on the waiting
  /// thread, and a call of the runtime, as these do not wait.
  [[nodiscard]] SpanId driverFrom(SpanId innermost) const {
    SpanId driver = innermost;
    for (SpanId around = innermost; around != SpanId::none; around = m_trace.parent(around)) {
      const SpanKind kind = m_trace.kind(around);
      if (m_steps.contains(around) || (around == driver && (kind == SpanKind::Runtime || kind == SpanKind::Overhead))) {
        driver = m_trace.parent(around);
      }
    }
    if (driver == SpanId::none) {
      return driver;
    }
    if (m_trace.kind(driver) != SpanKind::PythonFunction) {
      return m_hasOperators || namesBackwardRange(m_trace.nameText(driver)) ? driver : SpanId::none;
    }
    for (SpanId around = driver; around != SpanId::none; around = m_trace.parent(around)) {
      if (namesBackwardCall(m_trace.nameText(around))) {
        return driver;
      }
    }
    return SpanId::none;
  }

  const Trace& m_trace;
  const Track& m_track;
  const BackwardSteps& m_steps;
  bool m_hasOperators;
  Time m_from = TimeRange::always().end;
  Wait m_wait;
};

SpanId driverOf(std::vector<WaitingThread>& threads, ProcessId process, TimeRange call) {
  SpanId best = SpanId::none;
  std::tuple<bool, std::uint32_t> bestRank;
  for (WaitingThread& thread : threads) {
    if (thread.process() != process) {
      continue;
    }
    const WaitingThread::Wait wait = thread.during(call);
    const std::tuple rank(wait.busyFrom >= call.end, thread.spanCount());
    if (wait.driver != SpanId::none && (best == SpanId::none || rank > bestRank)) {
      best = wait.driver;
      bestRank = rank;
    }
  }
  return best;
}

}  // namespace

bool namesBackwardStep(std::string_view op) {
  if (op.starts_with(engineStepMark) || op.contains("torch::autograd::")) {
    return true;
  }
  constexpr std::string_view mark = "Backward";
  const std::size_t at = op.rfind(mark);
  return at != std::string_view::npos && at > 0 && !op.contains("aten::") &&
         std::ranges::all_of(op.substr(at + mark.size()), [](char c) { return c >= '0' && c <= '9'; });
}

BackwardSteps::BackwardSteps(const Trace& trace) : m_trace(trace), m_isStep(trace.strings().size()) {
  for (std::uint32_t name = 0; name < m_isStep.size(); ++name) {
    m_isStep[name] = namesBackwardStep(trace.text(StringId{name}));
  }
}

bool BackwardSteps::contains(SpanId span) const {
  return m_isStep[index(m_trace.name(span))] && m_trace.kind(span) == SpanKind::Op;
}

bool namesBackwardCall(std::string_view function) {
  return function.contains("run_backward") || function.ends_with(": backward") || function.ends_with(": grad");
}

bool namesBackwardRange(std::string_view annotation) {
  const std::string low = lowered(annotation);
  return low.contains("backward") && !low.contains("forward");
}

std::vector<TrackId> autogradThreads(const Trace& trace, std::span<const TrackId> tracks) {
  const BackwardSteps steps(trace);
  std::vector<TrackId> found;
  std::ranges::copy_if(tracks, std::back_inserter(found),
                       [&](TrackId track) { return isAutogradThread(trace, track, steps); });
  return found;
}

std::vector<DrivenCall> drivenCalls(const Trace& trace, std::span<const TrackId> tracks, TimeRange within) {
  const BackwardSteps steps(trace);
  std::vector<TrackId> autograd;
  std::vector<WaitingThread> waiting;
  for (const TrackId track : tracks) {
    if (isAutogradThread(trace, track, steps)) {
      autograd.push_back(track);
    } else {
      waiting.emplace_back(trace, track, steps);
    }
  }
  std::vector<DrivenCall> driven;
  for (const TrackId track : autograd) {
    const SpanInterval calls = spansIn(trace, outermostLane(trace, track), within);
    for (std::uint32_t call = calls.first; call < calls.last; ++call) {
      const SpanId driver = driverOf(waiting, trace.track(track).process, trace.range(SpanId{call}));
      if (driver != SpanId::none) {
        driven.push_back({SpanId{call}, driver});
      }
    }
  }
  std::ranges::sort(driven, {}, &DrivenCall::call);
  return driven;
}

}  // namespace kernline
