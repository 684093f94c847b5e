// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/step_moments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// A moment of any thread of a process.
struct ProcessMoment {
  Time recorded;
  std::uint32_t thread = 0;
  std::uint32_t moment = 0;
};

/// A step of a process in which the host takes no time.
struct TimelessStep {
  TimeRange recorded;
  TimeRange made;  ///< range by the end on devices
  SpanId span = SpanId::none;
};

class StepMoments {
 public:
  StepMoments(const RunGraph& graph, const FoundSteps& steps, const RunReplay& replay)
      : m_graph(graph), m_replay(replay), m_made(replay.moments) {
    for (std::size_t i = 0; !steps.isOnDevice && i < steps.steps.size(); ++i) {
      const TimeRange recorded = steps.steps[i].range;
      if (replay.hostSteps[i].isEmpty() && !recorded.isEmpty() && !replay.steps[i].isEmpty()) {
        m_steps.emplace_back(steps.steps[i].process,
                             TimelessStep{.recorded = recorded, .made = replay.steps[i], .span = steps.steps[i].span});
      }
    }
  }

  ThreadMoments run() {
    std::vector<ProcessId> processes;
    for (const ReplayThread& thread : m_graph.threads()) {
      if (std::ranges::find(processes, thread.process) == processes.end()) {
        processes.push_back(thread.process);
      }
    }
    for (const ProcessId process : processes) {
      std::vector<TimelessStep> own;
      for (const auto& [of, step] : m_steps) {
        if (of == process) {
          own.push_back(step);
        }
      }
      if (!own.empty()) {
        place(momentsOf(process, &ProcessMoment::recorded), own);
      }
      spread(momentsOf(process, [&](const ProcessMoment& at) { return std::pair(madeOf(at), at.recorded); }));
    }
    return std::move(m_made);
  }

 private:
  /// Collects the moments of a process by `key`, then by thread. Those of a thread are usually in order.
  template <typename Key>
  [[nodiscard]] std::vector<ProcessMoment> momentsOf(ProcessId process, Key key) {
    std::vector<ProcessMoment> moments;
    for (std::uint32_t t = 0; t < m_graph.threads().size(); ++t) {
      const ReplayThread& thread = m_graph.threads()[t];
      const auto others = static_cast<std::ptrdiff_t>(moments.size());
      for (std::uint32_t m = 0; thread.process == process && m < thread.moments.size(); ++m) {
        moments.push_back({.recorded = thread.moments[m].time, .thread = t, .moment = m});
      }
      const auto own = moments.begin() + others;
      if (!std::ranges::is_sorted(own, moments.end(), {}, key)) {
        std::ranges::stable_sort(own, moments.end(), {}, key);
      }
      if (own != moments.begin() && own != moments.end()) {
        std::ranges::inplace_merge(moments, own, {}, key);
      }
    }
    return moments;
  }

  [[nodiscard]] const ReplayMoment& of(const ProcessMoment& at) const {
    return m_graph.threads()[at.thread].moments[at.moment];
  }

  [[nodiscard]] Time& madeOf(const ProcessMoment& at) { return m_made[at.thread][at.moment]; }

  /// Calls that took time and take none any more follow each other, a nanosecond each: those at one moment would lie
  /// outside of each other, and of phases. None begins after what it launches. Between them, all stay where they are.
  /// `moments` are by the time they are made.
  void spread(std::span<const ProcessMoment> moments) {
    std::vector<Time> earliest;
    earliest.reserve(moments.size());
    for (std::size_t i = 0; i < moments.size(); ++i) {
      Time& made = madeOf(moments[i]);
      earliest.push_back(made);
      if (i > 0) {
        const bool tookTime = moments[i].recorded > moments[i - 1].recorded;
        made = std::max(made, madeOf(moments[i - 1]) + (tookTime ? oneCall : Duration{}));
      }
    }
    Time latest{INT64_MAX};
    for (std::size_t i = moments.size(); i-- > 0;) {
      latest = std::min(latest, firstActivityOf(moments[i]));
      Time& made = madeOf(moments[i]);
      made = std::max(earliest[i], std::min(made, latest));
      latest = std::min(latest, made);
    }
  }

  /// The time at which the first work begins that a call launches which begins there.
  [[nodiscard]] Time firstActivityOf(const ProcessMoment& at) const {
    Time first{INT64_MAX};
    const SpanId call{of(at).span};
    if (!of(at).isEnd && m_graph.launches(call)) {
      for (const std::uint32_t activity : m_graph.launchedBy(call)) {
        first = std::min(first, m_replay.activities[activity].begin);
      }
    }
    return first;
  }

  /// Whether it ends the step, not a call in it.
  [[nodiscard]] bool isEndOf(const TimelessStep& step, const ProcessMoment& at) const {
    return of(at).isEnd && (SpanId{of(at).span} == step.span || at.recorded >= step.recorded.end);
  }

  void place(std::span<const ProcessMoment> moments, std::span<const TimelessStep> steps) {
    Time least{INT64_MIN};  // time of what follows the steps so far
    for (const TimelessStep& step : steps) {
      const auto isBefore = [&](const ProcessMoment& at) {
        return at.recorded < step.recorded.begin || (at.recorded == step.recorded.begin && of(at).isEnd);
      };
      const auto isInside = [&](const ProcessMoment& at) {
        return at.recorded < step.recorded.end || (at.recorded == step.recorded.end && of(at).isEnd);
      };
      const auto first = std::ranges::find_if_not(moments, isBefore) - moments.begin();
      delay(moments.first(static_cast<std::size_t>(first)), least);
      moments = moments.subspan(static_cast<std::size_t>(first));
      const auto count = std::ranges::find_if_not(moments, isInside) - moments.begin();
      placeInside(moments.first(static_cast<std::size_t>(count)), step, least);
      moments = moments.subspan(static_cast<std::size_t>(count));
    }
    delay(moments, least);
  }

  /// Leaves moments where they are, but for those that come later than a step before them.
  void delay(std::span<const ProcessMoment> moments, Time& least) {
    for (const ProcessMoment& at : moments) {
      Time& made = m_made[at.thread][at.moment];
      made = std::max(made, least);
      least = made + oneCall;
    }
  }

  void placeInside(std::span<const ProcessMoment> moments, const TimelessStep& step, Time& least) {
    const Time begin = std::max(least, step.made.begin);
    Time next = begin;
    for (const ProcessMoment& at : moments) {
      const bool isEnd = isEndOf(step, at);
      next = isEnd ? std::max(next, step.made.end) : next;
      m_made[at.thread][at.moment] = next;
      next = isEnd ? next : next + oneCall;
    }
    least = std::max(next, step.made.end) + oneCall;
    Time latest{INT64_MAX};
    for (std::size_t i = moments.size(); i-- > 0;) {
      const ProcessMoment& at = moments[i];
      latest = std::min(latest, firstActivityOf(at));
      if (!isEndOf(step, at)) {
        Time& made = m_made[at.thread][at.moment];
        made = std::max(begin, std::min(made, latest));
      }
    }
  }

  static constexpr Duration oneCall{1};  // takes so long where calls take no time

  const RunGraph& m_graph;
  const RunReplay& m_replay;
  ThreadMoments m_made;
  std::vector<std::pair<ProcessId, TimelessStep>> m_steps;  // sorted by start
};

}  // namespace

ThreadMoments momentsWithSteps(const RunGraph& graph, const FoundSteps& steps, const RunReplay& replay) {
  return StepMoments(graph, steps, replay).run();
}

}  // namespace kernline
