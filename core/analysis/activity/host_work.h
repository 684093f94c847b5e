// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// What threads of the host were doing.
class HostWork {
 public:
  explicit HostWork(const Trace& trace);

  /// The innermost call of `thread` (operator, Python function, annotation or runtime call; no step) that fills at
  /// least half of `range`; none if no call does. O(lanes · log spans).
  [[nodiscard]] SpanId mostOf(TrackId thread, TimeRange range) const;

 private:
  const Trace& m_trace;
  std::vector<SpanId> m_steps;  // sorted
};

}  // namespace kernline
