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
  explicit ForwardLinks(std::vector<ForwardLink> links);  ///< in any order; of several of a step the first counts

  [[nodiscard]] std::span<const ForwardLink> all() const { return m_links; }
  /// none for what is no step, and for a step that no operator is known of.
  [[nodiscard]] SpanId forwardOf(SpanId backward) const;

 private:
  std::vector<ForwardLink> m_links;
};

/// As the file draws them (flows of category "fwdbwd"). Cheap.
[[nodiscard]] ForwardLinks drawnForwardLinks(const Trace& trace);

/// Those, and for steps without one by sequence numbers: of the operators of the thread that the step names
/// ("Fwd thread id", which is no id of a thread in the file: the thread is meant that has most of the numbers) and with
/// its number the last that begins before the step. Args of all operators are read only if there are such steps: a few
/// microseconds each. Empty if stopped.
[[nodiscard]] ForwardLinks forwardLinks(const Trace& trace, unsigned threads, const std::stop_token& stop = {});

}  // namespace kernline
