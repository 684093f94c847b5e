// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/span_cause.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/trace/trace.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A Python function that was running.
struct StackFrame {
  SpanId span = SpanId::none;  ///< its call; of a frame that is only in args, the operator that has them
  std::string text;            ///< "torch/nn/modules/linear.py(114): forward", or "nn.Module: Linear_0"

  bool operator==(const StackFrame&) const = default;
};

/// The causes of a span: to device activity through its launch, to a call where it is.
struct SpanOrigin {
  SpanCause cause;
  /// Stack around it, innermost first; in a backward pass around the operator of the forward pass that it undoes, where
  /// that is known.
  std::vector<StackFrame> stack;
  std::vector<StackFrame> backwardStack;  ///< stack that called the backward pass and waits for it; empty outside one
  SpanId outermostOp = SpanId::none;      ///< outermost operator around it
};

/// Some lookups for each call around it, once `analysis` knows what joins backward to forward.
[[nodiscard]] SpanOrigin originOf(TraceAnalysis& analysis, SpanId span, const std::stop_token& stop = {});

/// Whether a frame is only on the way: C functions, and the call of a module by torch.
[[nodiscard]] bool isGlueFrame(std::string_view text);

/// Returns the target for navigation from a span: the innermost frame that led to it and is no glue, of the forward
/// pass if it is in a backward pass; without a stack the operator of the forward pass, else the outermost operator
/// around it. none if unknown.
[[nodiscard]] SpanId originTarget(const SpanOrigin& origin);

}  // namespace kernline
