// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// A step of a backward pass and the operator of the forward pass that it undoes.
struct ForwardLink {
  SpanId backward = SpanId::none;  ///< the outermost span of the step: "autograd::engine::evaluate_function: …"
  SpanId forward = SpanId::none;   ///< begins before it
};

/// Links of backward passes to their forward passes, by span of the backward.
class ForwardLinks {
 public:
  ForwardLinks() = default;
  explicit ForwardLinks(std::vector<ForwardLink> links);  ///< takes links in any order; the first of a step counts

  [[nodiscard]] std::span<const ForwardLink> all() const { return m_links; }
  /// none for what is no step, and for a step that no operator is known of.
  [[nodiscard]] SpanId forwardOf(SpanId backward) const;

 private:
  std::vector<ForwardLink> m_links;
};

/// Returns the links drawn in the file (flows of category "fwdbwd"). Cheap.
[[nodiscard]] ForwardLinks drawnForwardLinks(const Trace& trace);

/// Adds links by sequence numbers for steps that have none drawn: to the last operator with the step's number that
/// begins before it, on the thread that the step names ("Fwd thread id", which is no id of a thread in the file: the
/// thread is meant that has most of the numbers). Reads the args of all operators only if there are such steps: a few
/// microseconds each. Empty if stopped.
[[nodiscard]] ForwardLinks forwardLinks(const Trace& trace, unsigned threads, const std::stop_token& stop = {});

}  // namespace kernline
