// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/span_origin.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

/// Key of torch's profilers before they had spans of Python functions: innermost first.
constexpr std::array<std::string_view, 1> stackKeys{"Call stack"};

std::vector<StackFrame> framesOfArgs(const Trace& trace, SpanId op) {
  const ArgNode args = trace.args(op, stackKeys);
  const ArgNode* stack = args.find(stackKeys[0]);
  std::vector<StackFrame> frames;
  std::string_view rest = stack == nullptr ? std::string_view{} : std::string_view{stack->text};
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    if (end > 0) {
      frames.push_back({op, std::string{rest.substr(0, end)}});
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return frames;
}

/// Frames from `at` outward; of a trace without such spans what the innermost operator that knows says.
std::vector<StackFrame> framesFrom(const Trace& trace, SpanId at) {
  std::vector<StackFrame> frames;
  std::vector<StackFrame> told;
  for (; at != SpanId::none; at = trace.parent(at)) {
    if (trace.kind(at) == SpanKind::PythonFunction) {
      frames.push_back({at, std::string{trace.nameText(at)}});
    } else if (trace.kind(at) == SpanKind::Op && frames.empty() && told.empty()) {
      told = framesOfArgs(trace, at);
    }
  }
  return frames.empty() ? told : frames;
}

SpanId driverOfCall(const std::vector<DrivenCall>& driven, SpanId call) {
  const auto found = std::ranges::lower_bound(driven, call, {}, &DrivenCall::call);
  return found != driven.end() && found->call == call ? found->driver : SpanId::none;
}

/// Returns the operator whose gradient a step that accumulates gradients is about: the forward of the step before it.
/// Hooks run in such steps, as those of data-parallel training that reduce gradients. none if `span` is in no such
/// step.
SpanId forwardOfGradient(const Trace& trace, const ForwardLinks& links, SpanId span) {
  constexpr std::string_view accumulates = "AccumulateGrad";
  constexpr std::uint32_t maxSteps = 64;
  SpanId step = SpanId::none;  // the outermost
  for (SpanId at = span; at != SpanId::none; at = trace.parent(at)) {
    step = trace.kind(at) == SpanKind::Op && trace.nameText(at).ends_with(accumulates) ? at : step;
  }
  if (step == SpanId::none) {
    return SpanId::none;
  }
  const auto place = static_cast<std::uint32_t>(index(step));
  const std::uint32_t first = trace.lane(trace.laneOf(step)).firstSpan;
  for (std::uint32_t s = place; s > first && place - s < maxSteps; --s) {
    if (const SpanId forward = links.forwardOf(SpanId{s - 1}); forward != SpanId::none) {
      return forward;
    }
  }
  return SpanId::none;
}

}  // namespace

SpanOrigin originOf(TraceAnalysis& analysis, SpanId span, const std::stop_token& stop) {
  const Trace& trace = analysis.trace();
  const auto links = analysis.forwardLinks(stop);
  const auto scopes = analysis.scopes(stop);
  const auto driven = analysis.driven(stop);
  SpanOrigin origin;
  if (!links || !scopes || !driven) {
    return origin;
  }
  origin.cause = causeOf(trace, *links, *scopes, span);
  const SpanId launch = trace.launchOf(span);
  if (origin.cause.forward == SpanId::none) {
    const SpanId call = launch == SpanId::none ? span : launch;
    if (const SpanId forward = forwardOfGradient(trace, *links, call); forward != SpanId::none) {
      origin.cause = {.forward = forward, .modules = causeOf(trace, *links, *scopes, forward).modules};
    }
  }
  const SpanId first = launch != SpanId::none ? launch : trace.parent(span);
  SpanId outermost = SpanId::none;
  for (SpanId at = launch != SpanId::none ? launch : span; at != SpanId::none; at = trace.parent(at)) {
    outermost = at;
    if (trace.kind(at) == SpanKind::Op && at != span) {
      origin.outermostOp = at;
    }
  }
  const SpanId driver = outermost == SpanId::none ? SpanId::none : driverOfCall(*driven, outermost);
  std::vector<StackFrame> around = framesFrom(trace, first);
  if (origin.cause.forward == SpanId::none && driver == SpanId::none) {
    origin.stack = std::move(around);
    return origin;
  }
  const std::vector<StackFrame> waiting = framesFrom(trace, driver);
  around.insert(around.end(), waiting.begin(), waiting.end());
  origin.backwardStack = std::move(around);
  origin.stack = framesFrom(trace, origin.cause.forward);
  return origin;
}

bool isGlueFrame(std::string_view text) {
  return text.starts_with('<') || text.ends_with(": _call_impl") || text.ends_with(": _wrapped_call_impl") ||
         text.contains("torch/_ops.py");
}

SpanId originTarget(const SpanOrigin& origin) {
  for (const std::vector<StackFrame>* stack : {&origin.stack, &origin.backwardStack}) {
    const auto frame = std::ranges::find_if(*stack, [](const StackFrame& each) { return !isGlueFrame(each.text); });
    if (frame != stack->end()) {
      return frame->span;
    }
    if (stack == &origin.stack && origin.cause.forward != SpanId::none) {
      return origin.cause.forward;
    }
  }
  return origin.outermostOp;
}

}  // namespace kernline
