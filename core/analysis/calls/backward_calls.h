// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <span>
#include <string_view>
#include <vector>

namespace kernline {

/// Prefix of the name of the engine's own span around a step; the name of the step follows.
inline constexpr std::string_view engineStepMark = "autograd::engine::evaluate_function: ";

/// Whether an operator of this name is a step of torch's backward pass: "AddmmBackward0",
/// "torch::autograd::AccumulateGrad", or the engine's own span around one of them.
[[nodiscard]] bool namesBackwardStep(std::string_view op);

/// Caches `namesBackwardStep` by the name of an operator.
class BackwardSteps {
 public:
  explicit BackwardSteps(const Trace& trace);
  [[nodiscard]] bool contains(SpanId span) const;

 private:
  const Trace& m_trace;
  std::vector<bool> m_isStep;  // indexed by name
};

/// Whether a Python function of this name starts a backward pass and waits for it: "torch/_tensor.py(576): backward",
/// "<built-in method run_backward of …>".
[[nodiscard]] bool namesBackwardCall(std::string_view function);

/// Whether an annotation has the name of a backward pass alone: "## backward ##".
[[nodiscard]] bool namesBackwardRange(std::string_view annotation);

/// Returns those of `tracks` on which torch's autograd engine works: they run only that, and another thread waits for
/// it.
[[nodiscard]] std::vector<TrackId> autogradThreads(const Trace& trace, std::span<const TrackId> tracks);

/// An outermost call of an autograd thread, and the innermost call of another thread that waits for it.
struct DrivenCall {
  SpanId call = SpanId::none;
  SpanId driver = SpanId::none;
};

/// Sorted by call; without calls that no thread seems to wait for. A driver is on another thread of `tracks` of the
/// same process, and lasts at least as long. A Python function is within one that starts a backward pass; any other
/// call, such as an annotation, is on a thread that has operators of its own, or has the name of a backward pass. Of
/// several threads the one without other calls meanwhile is taken, then the one with the most spans.
[[nodiscard]] std::vector<DrivenCall> drivenCalls(const Trace& trace, std::span<const TrackId> tracks,
                                                  TimeRange within = TimeRange::always());

}  // namespace kernline
