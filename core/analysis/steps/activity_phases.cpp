// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/activity_phases.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/host_copy.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

constexpr Time never{INT64_MAX};
constexpr Time always{INT64_MIN};

/// Finds out for work after work; what depends on all work of a step comes last.
class PhaseFinder {
 public:
  PhaseFinder(const Trace& trace, const HostPhases& host, const FoundSteps& steps,
              std::span<const std::optional<InferenceIteration>> inference, const std::stop_token& stop)
      : m_trace(trace),
        m_inference(inference),
        m_host(host),
        m_firstActivity(steps.steps.size(), never),
        m_optimized(steps.steps.size(), always),
        m_isOptimizer(trace.strings().size(), unknown) {
    m_made.step = stepOfActivities(trace, steps, stop);
    m_made.phase.resize(trace.spanCount(), StepPhase::Other);
    m_made.firstBackward.resize(steps.steps.size(), never);
  }

  void add(SpanId activity) {
    const SpanId call = m_trace.launchOf(activity);
    const TrackId thread = call == SpanId::none ? TrackId::none : m_trace.trackOf(call);
    const std::uint32_t step = m_made.step[index(activity)];
    StepPhase phase = call == SpanId::none ? StepPhase::Other : m_host.at(thread, m_trace.start(call));
    if (step != noStep && m_inference[step]) {
      phase = phase == StepPhase::Sampling ? phase : phaseOf(m_inference[step]->kind);
    } else if (phase == StepPhase::Other && isOfOptimizer(activity)) {
      phase = StepPhase::Optimizer;
    }
    if (step != noStep && phase == StepPhase::Backward) {
      m_firstActivity[step] = std::min(m_firstActivity[step], m_trace.start(activity));
      m_made.firstBackward[step] = std::min(m_made.firstBackward[step], m_trace.start(call));
    }
    m_made.phase[index(activity)] = phase;
  }

  /// A step that begins with the optimizer of the last one goes forward behind it.
  void noteOptimizer(SpanId activity) {
    const std::uint32_t step = m_made.step[index(activity)];
    if (step != noStep && m_trace.start(activity) < m_firstActivity[step] && isOfOptimizer(activity)) {
      m_optimized[step] = std::max(m_optimized[step], m_trace.start(activity));
    }
  }

  /// Sets the phase of work that was launched before the backward pass of its step to forward.
  void settle(SpanId activity) {
    const std::uint32_t step = m_made.step[index(activity)];
    StepPhase& phase = m_made.phase[index(activity)];
    if (step != noStep && phase == StepPhase::Other && m_firstActivity[step] < never &&
        m_trace.start(activity) < m_firstActivity[step] && m_optimized[step] < m_trace.start(activity) &&
        !isHostCopy(m_trace, activity)) {
      phase = StepPhase::Forward;
    }
  }

  [[nodiscard]] ActivityPhases result() && { return std::move(m_made); }

 private:
  /// Whether the kernel's name is one of an optimizer, if the host gives no phase. Looks at each name once.
  bool isOfOptimizer(SpanId activity) {
    if (m_trace.kind(activity) != SpanKind::Kernel) {
      return false;
    }
    std::uint8_t& known = m_isOptimizer[index(m_trace.name(activity))];
    if (known == unknown) {
      known = kernelFamily(m_trace.nameText(activity)) == KernelFamily::Optimizer ? 1 : 0;
    }
    return known == 1;
  }

  static constexpr std::uint8_t unknown = 255;
  const Trace& m_trace;
  std::span<const std::optional<InferenceIteration>> m_inference;
  const HostPhases& m_host;
  std::vector<Time> m_firstActivity;        // first backward activity, by step
  std::vector<Time> m_optimized;            // last work of an optimizer before that, by step
  std::vector<std::uint8_t> m_isOptimizer;  // indexed by name
  ActivityPhases m_made;
};

/// All work of all devices.
template <typename Do>
void eachActivity(const Trace& trace, const std::vector<DeviceTracks>& devices, const std::stop_token& stop,
                  const Do& run) {
  for (const DeviceTracks& device : devices) {
    for (const TrackId t : device.tracks) {
      const Track& track = trace.track(t);
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !stop.stop_requested(); ++i) {
        if (isCountedActivity(trace, SpanId{i})) {
          run(SpanId{i});
        }
      }
    }
  }
}

}  // namespace

StepPhase phaseOf(InferenceKind kind) {
  switch (kind) {
    case InferenceKind::Prefill:
      return StepPhase::Prefill;
    case InferenceKind::Decode:
      return StepPhase::Decode;
    case InferenceKind::Mixed:
      break;
  }
  return StepPhase::Mixed;
}

ActivityPhases activityPhases(const Trace& trace, const HostPhases& host, const FoundSteps& steps,
                              std::span<const std::optional<InferenceIteration>> inference,
                              const std::stop_token& stop) {
  PhaseFinder finder{trace, host, steps, inference, stop};
  const std::vector<DeviceTracks> devices = deviceTracks(trace);
  eachActivity(trace, devices, stop, [&](SpanId activity) { finder.add(activity); });
  eachActivity(trace, devices, stop, [&](SpanId activity) { finder.noteOptimizer(activity); });
  eachActivity(trace, devices, stop, [&](SpanId activity) { finder.settle(activity); });
  return std::move(finder).result();
}

}  // namespace kernline
