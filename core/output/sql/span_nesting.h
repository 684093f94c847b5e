// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline::sql {

/// The depth of each span in others of its track, and its time outside those directly in it.
struct SpanNesting {
  std::vector<std::uint32_t> depths;  ///< 0 if in no other
  std::vector<Duration> selfTimes;    ///< duration less the union of the spans directly inside

  /// O(spans · lanes of their track), on all cores.
  [[nodiscard]] static SpanNesting of(const Trace& trace);
};

}  // namespace kernline::sql
