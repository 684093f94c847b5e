// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/host_phases.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/steps/sampled_functions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<SpanKind, 3> telling{SpanKind::Annotation, SpanKind::Op, SpanKind::PythonFunction};

/// Returns the phase of a span; looks at each name once per kind.
class PhaseOfSpan {
 public:
  explicit PhaseOfSpan(const Trace& trace)
      : m_trace(trace),
        m_areFunctionsSampled(hasSampledFunctions(trace)),
        m_known(trace.strings().size() * telling.size(), unknown) {}

  StepPhase operator()(SpanId span) {
    const auto kind = std::ranges::find(telling, m_trace.kind(span));
    if (kind == telling.end() || (m_areFunctionsSampled && *kind == SpanKind::PythonFunction)) {
      return StepPhase::Other;
    }
    const StringId name = m_trace.name(span);
    std::uint8_t& known = m_known[index(name) * telling.size() + static_cast<std::size_t>(kind - telling.begin())];
    if (known == unknown) {
      known = static_cast<std::uint8_t>(phaseOfHostSpan(m_trace.text(name), *kind));
    }
    return static_cast<StepPhase>(known);
  }

 private:
  static constexpr std::uint8_t unknown = 255;
  const Trace& m_trace;
  bool m_areFunctionsSampled;
  std::vector<std::uint8_t> m_known;
};

}  // namespace

HostPhases::HostPhases(const Trace& trace, const std::stop_token& stop)
    : m_trace(trace), m_ofThread(trace.tracks().size()), m_ofProcess(trace.processes().size()) {
  PhaseOfSpan phaseOf{trace};
  for (const TrackId track : autogradThreads(trace, callTracks(trace))) {
    m_ofThread[index(track)].push_back({trace.track(track).extent, StepPhase::Backward});
  }
  for (std::size_t t = 0; t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    if (track.kind != TrackKind::Thread) {
      continue;
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      const StepPhase phase = phaseOf(SpanId{i});
      if (phase == StepPhase::Other) {
        continue;
      }
      m_ofThread[t].push_back({trace.range(SpanId{i}), phase});
      if (trace.kind(SpanId{i}) == SpanKind::Annotation && track.process != ProcessId::none) {
        m_ofProcess[index(track.process)].push_back({trace.range(SpanId{i}), phase});
      }
    }
    m_ofThread[t] = innermost(std::move(m_ofThread[t]));
  }
  for (Stretches& stretches : m_ofProcess) {
    stretches = innermost(std::move(stretches));
  }
}

/// Attributes each moment of nested spans to the innermost, the one begun last; the rest goes to those around it.
HostPhases::Stretches HostPhases::innermost(Stretches spans) {
  std::ranges::stable_sort(
      spans, {}, [](const Stretch& span) { return std::pair(span.range.begin, Duration{-span.range.length().ns}); });
  Stretches made;
  std::vector<Stretch> open;
  Time done{INT64_MIN};
  const auto emit = [&](Time end, StepPhase phase) {
    if (done < end) {
      if (!made.empty() && made.back().phase == phase && made.back().range.end == done) {
        made.back().range.end = end;
      } else {
        made.push_back({{done, end}, phase});
      }
      done = end;
    }
  };
  const auto closeUpTo = [&](Time time) {
    while (!open.empty() && open.back().range.end <= time) {
      emit(open.back().range.end, open.back().phase);
      open.pop_back();
    }
  };
  for (const Stretch& span : spans) {
    closeUpTo(span.range.begin);
    if (!open.empty()) {
      emit(span.range.begin, open.back().phase);
    }
    done = std::max(done, span.range.begin);
    open.push_back(span);
  }
  closeUpTo({INT64_MAX});
  return made;
}

StepPhase HostPhases::at(const Stretches& stretches, Time time) {
  const auto after =
      std::ranges::upper_bound(stretches, time, {}, [](const Stretch& stretch) { return stretch.range.begin; });
  if (after == stretches.begin() || !(after - 1)->range.contains(time)) {
    return StepPhase::Other;
  }
  return (after - 1)->phase;
}

StepPhase HostPhases::at(TrackId thread, Time time) const {
  if (thread == TrackId::none) {
    return StepPhase::Other;
  }
  const StepPhase own = at(m_ofThread[index(thread)], time);
  const ProcessId process = m_trace.track(thread).process;
  return own != StepPhase::Other || process == ProcessId::none ? own : at(m_ofProcess[index(process)], time);
}

}  // namespace kernline
