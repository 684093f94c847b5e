// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_phase.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// The phases of a trace's threads, by their spans (`phaseOfHostSpan`).
class HostPhases {
 public:
  /// A pass over the spans of threads; O(n log n) in those with a phase.
  explicit HostPhases(const Trace& trace, const std::stop_token& stop = {});

  /// Returns the phase of the innermost span around `time` that has one: on the thread, else among the annotations of
  /// all threads of its process, for autograd works on threads of its own, where all without another phase is Backward.
  /// Other if there is none. O(log n).
  [[nodiscard]] StepPhase at(TrackId thread, Time time) const;

 private:
  struct Stretch {
    TimeRange range;
    StepPhase phase = StepPhase::Other;
  };
  using Stretches = std::vector<Stretch>;

  [[nodiscard]] static Stretches innermost(Stretches spans);
  [[nodiscard]] static StepPhase at(const Stretches& stretches, Time time);

  const Trace& m_trace;
  std::vector<Stretches> m_ofThread;
  std::vector<Stretches> m_ofProcess;
};

}  // namespace kernline
