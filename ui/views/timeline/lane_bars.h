// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Part of a lane in pixels [left, right): one span, or in a single pixel all that is too narrow for one.
struct Bar {
  std::int32_t left = 0;
  std::int32_t right = 0;
  SpanId span = SpanId::none;  ///< span; for a pixel of many, the one that covers most
  SpanTone tone;
  std::uint8_t coverage = 255;  ///< covered share of its pixel, of 255; never 0
  bool isSingle = true;         ///< one span at least a pixel wide
  std::uint8_t level = 0;       ///< level of `WorkLevels`, which sets the color unless it is `notWork`
};

/// Makes the bars of lanes, left to right, none overlapping another. Every visible span has a part in one: what is
/// under a pixel wide adds to its pixel, and a wide bar gives way by a pixel to what lies before it. With an index the
/// cost follows the axis's width; without, it is bounded by it and dense pixels are estimated.
class LaneBars {
 public:
  /// `index` may be absent. All must outlive this.
  LaneBars(const Trace& trace, const QueryIndex* index, const TimeAxis& axis);

  /// Appends those of one lane.
  void append(LaneId lane, std::vector<Bar>& bars);

 private:
  /// A span, or a run of them, on its way into a bar. Pixels.
  struct Piece {
    double left = 0;
    double right = 0;
    double density = 1;  // the share covered between the two
    std::uint64_t owner = 0;
  };
  /// All that lies in one pixel and is under a pixel wide. Unused while `best` is 0.
  struct Cell {
    float busy = 0;
    float best = 0;
    std::uint64_t owner = 0;  ///< packed span and tone that the color is of

    void add(float covered, std::uint64_t by) {
      const bool isBetter = covered > best;
      busy += covered;
      owner = isBetter ? by : owner;
      best = isBetter ? covered : best;
    }
  };

  void addRuns(const std::vector<SpanRun>& runs);
  void addSpans(const Lane& lane);
  void add(const Piece& piece);
  void addWide(const Piece& piece);
  void addSpread(const Piece& piece);
  void addEdge(int pixel, float busy, const Piece& piece);
  [[nodiscard]] Cell& cell(int pixel) { return m_cells[static_cast<std::size_t>(pixel)]; }
  void emit(std::vector<Bar>& bars);

  const Trace& m_trace;
  const QueryIndex* m_index;
  const TimeAxis& m_axis;
  std::vector<Cell> m_cells;  // one a pixel, and two to spare at the right
  std::vector<Bar> m_wide;
  int m_free = 0;  // the first pixel right of all wide bars
};

}  // namespace kernline::ui
