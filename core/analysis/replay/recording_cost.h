// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/kinds.h"

namespace kernline {

class RunGraph;

/// The extra time that the host took because it was recorded.
struct RecordingCost {
  Duration ofOperator;  ///< cost of an operator or annotation
  Duration ofCall;      ///< cost of a runtime call
  Duration ofFunction;  ///< cost of a Python function
  double spread = 0.4;  ///< largest error of all of these in nine of ten runs, as a share
  /// Slowness of the host compared with the one that these were measured on, by the same calls; at least 1.
  double slowness = 1;

  [[nodiscard]] constexpr Duration of(SpanKind kind) const {
    switch (kind) {
      case SpanKind::Op:
      case SpanKind::Annotation:
        return ofOperator;
      case SpanKind::Runtime:
        return ofCall;
      case SpanKind::PythonFunction:
        return ofFunction;
      default:
        return {};
    }
  }
  [[nodiscard]] RecordingCost times(double factor) const;
};

/// Estimates it from the recording itself: from the time between the beginnings of nested operators, in which little
/// but recording happens, and from how long launch calls take. Measured on an H100 with PyTorch 2.11: 2.6 us an
/// operator where that time is 1.2 us and a launch 7 us, 2.6 us a runtime call, 0.6 us a Python function. Linear in the
/// calls. In files of `kernline record` a call costs 9 us on an H200, give or take 70 %, and an operator what the
/// recorder measured.
[[nodiscard]] RecordingCost recordingCost(const RunGraph& graph);

}  // namespace kernline
