// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_index.h"
#include "core/trace/trace.h"
#include "ui/timeline/time_axis.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// What a lane shows in pixels [left, right): one span, or in a single pixel all that is too narrow for one.
struct Bar {
  std::int32_t left = 0;
  std::int32_t right = 0;
  SpanId span = SpanId::none;  ///< of a pixel of many, the one that covers most
  SpanTone tone;
  std::uint8_t coverage = 255;  ///< how much of its pixel is covered, of 255; never 0
  bool isSingle = true;         ///< one span at least a pixel wide
};

/// Appends the bars of one lane, left to right, none overlapping another. Every span in sight has a part in one:
/// what is under a pixel wide adds to its pixel, and a wide bar gives way by a pixel to what lies before it.
/// With an index the cost follows the axis's width; without, it is bounded by it and dense pixels are estimated.
void appendBars(const Trace& trace, const QueryIndex* index, LaneId lane, const TimeAxis& axis, std::vector<Bar>& bars);

}  // namespace kernline::ui
