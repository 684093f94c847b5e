// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/span_phases.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/steps/host_phases.h"
#include "core/analysis/steps/step_inference.h"
#include "core/analysis/steps/step_of_spans.h"

#include <optional>
#include <utility>

namespace kernline {

namespace {

void addCalls(const Trace& trace, const HostPhases& host,
              const std::vector<std::optional<InferenceIteration>>& inference, const std::stop_token& stop,
              SpanPhases& made) {
  for (std::size_t t = 0; t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    if (track.kind != TrackKind::Thread) {
      continue;
    }
    for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount; ++span) {
      if (isDeviceActivity(trace.kinds()[span])) {
        continue;
      }
      const Time start = trace.starts()[span];
      const std::uint32_t step = made.step[span];
      StepPhase phase = host.at(TrackId{static_cast<std::uint32_t>(t)}, start);
      if (step != noStep && inference[step]) {
        phase = phase == StepPhase::Sampling ? phase : phaseOf(inference[step]->kind);
      } else if (step != noStep && phase == StepPhase::Other && made.work.firstBackward[step].ns != INT64_MAX &&
                 start < made.work.firstBackward[step]) {
        phase = StepPhase::Forward;
      }
      made.phase[span] = phase;
    }
  }
}

}  // namespace

SpanPhases spanPhases(const Trace& trace, FoundSteps steps, const std::stop_token& stop) {
  SpanPhases made;
  made.steps = std::move(steps);
  const std::vector<std::optional<InferenceIteration>> inference = inferenceOf(trace, made.steps);
  const HostPhases host(trace, stop);
  made.work = activityPhases(trace, host, made.steps, inference, stop);
  made.phase = made.work.phase;
  made.step = stepOfSpans(trace, made.steps, stop);
  addCalls(trace, host, inference, stop, made);
  CommunicationNames communication(trace);
  for (std::uint32_t span = 0; span < trace.spanCount() && !stop.stop_requested(); ++span) {
    if (trace.kinds()[span] == SpanKind::Kernel && communication.contains(trace.names()[span])) {
      made.phase[span] = StepPhase::Communication;
    }
  }
  return made;
}

SpanPhases spanPhases(const Trace& trace, const std::stop_token& stop) {
  return spanPhases(trace, foundSteps(trace, {}, stop).value_or(FoundSteps{}), stop);
}

}  // namespace kernline
