// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/span_columns.h"
#include "core/output/sql/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline::sql {

/// Sorts spans by columns, the first term counting most; equal ones keep their order. Texts compare by their bytes,
/// NULL before all. A text column costs one look at each span and a sort of its distinct texts.
void sortSpans(std::vector<std::uint32_t>& spans, Model& model, std::span<const SpanColumn> columns,
               const std::vector<OrderTerm>& order);

/// Walks spans of growing number and gives their tracks and lanes, O(1) for neighbors.
class SpanPlace {
 public:
  explicit SpanPlace(const Trace& trace) : m_trace(&trace) {}

  void moveTo(std::uint32_t span) {
    if (span < m_first || span >= m_last) {
      find(span);
    }
  }
  [[nodiscard]] LaneId lane() const { return m_lane; }
  [[nodiscard]] TrackId track() const { return m_track; }

 private:
  void find(std::uint32_t span);

  const Trace* m_trace;
  std::uint32_t m_first = 0;
  std::uint32_t m_last = 0;
  LaneId m_lane = LaneId::none;
  TrackId m_track = TrackId::none;
};

}  // namespace kernline::sql
