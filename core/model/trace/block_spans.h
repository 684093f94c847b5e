// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string_view>

namespace kernline {

/// A phase that the author of a kernel has marked.
inline constexpr std::string_view phaseCategory = "block_mark";

/// A block of a kernel on its SM, or a phase of it: a part of the kernel, no activity of its own.
[[nodiscard]] inline bool isBlock(const Trace& trace, SpanId span) {
  const std::string_view category = trace.categoryText(span);
  return trace.kind(span) == SpanKind::Other && (category == "block" || category == phaseCategory);
}

/// Returns whether `track` is an SM, or one warp of its blocks.
[[nodiscard]] inline bool isMultiprocessor(const Trace& trace, const Track& track) {
  return track.kind == TrackKind::DeviceOther && track.spanCount > 0 && isBlock(trace, SpanId{track.firstSpan});
}

/// Returns whether `track` is one warp of the blocks of an SM.
[[nodiscard]] inline bool isWarpOfMultiprocessor(const Trace& trace, const Track& track) {
  return isMultiprocessor(trace, track) && trace.categoryText(SpanId{track.firstSpan}) == phaseCategory;
}

}  // namespace kernline
