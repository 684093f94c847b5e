// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// Finds out what threads of the host were doing.
class HostActivity {
 public:
  explicit HostActivity(const Trace& trace);

  /// The innermost call of `thread` (operator, Python function, annotation or runtime call; no step) that fills at
  /// least half of `range`. If several calls of one name do so together, the longest: runtime calls before any
  /// other, others where no call does alone. none if no calls do. Linear in the spans in `range`.
  [[nodiscard]] SpanId callFilling(TrackId thread, TimeRange range) const;

 private:
  [[nodiscard]] bool isCall(SpanId span) const;
  /// The longest of those calls on a lane that fill at least half of `range` together and have one name.
  [[nodiscard]] SpanId longestTogether(const Lane& lane, TimeRange range) const;

  const Trace& m_trace;
  std::vector<SpanId> m_steps;  // sorted
};

}  // namespace kernline
