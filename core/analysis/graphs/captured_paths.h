// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/graph_join.h"

#include <map>
#include <span>
#include <vector>

namespace kernline {

/// The calls around the launches that captured replayed activity, where the trace itself has the capture.
class CapturedPaths {
 public:
  /// One lookup of what is around for each captured launch and level.
  CapturedPaths(const Trace& trace, const GraphJoin& join);

  /// Returns the calls that were open between the begin of the capture and the launch that is `activity` when replayed:
  /// outermost first, the launch last. Empty where that is unknown.
  [[nodiscard]] std::span<const SpanId> of(SpanId activity) const;

 private:
  const GraphJoin& m_join;
  std::map<SpanId, std::vector<SpanId>> m_ofLaunch;
};

}  // namespace kernline
