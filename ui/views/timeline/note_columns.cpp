// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/note_columns.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

std::int16_t rowOf(double y, int height) {
  return static_cast<std::int16_t>(std::clamp(static_cast<int>(std::lround(y)), 0, height));
}

}  // namespace

void addIntervalPieces(const IntervalSums& sums, NoteInk firstInk, const TimeAxis& axis, int height,
                       std::vector<NotePiece>& pieces) {
  int x = 0;
  sums.sharesAlong(axis, [&](const IntervalSums::Shares& shares) {
    double bottom = height;
    for (std::size_t i = 0; i < shares.size() && bottom > 0; ++i) {
      if (shares[i] > 0) {
        const double top = bottom - std::max(shares[i] * height, 1.0);
        pieces.push_back({x, rowOf(top, height), rowOf(bottom, height), static_cast<NoteInk>(firstInk + i)});
        bottom = top;
      }
    }
    ++x;
  });
}

void addQueuePieces(const QueueNotes& notes, const TimeAxis& axis, int height, std::vector<NotePiece>& pieces) {
  const double scale = (height - 2) / std::max(notes.maxDepth(), 1.0);
  std::size_t hint = 0;
  Time begin = axis.timeAt(0);
  for (int x = 0; x < axis.width(); ++x) {
    const Time end = axis.timeAt(x + 1);
    const ValueRange depth = notes.depthIn({begin, end}, hint);
    const std::int16_t high = rowOf(height - 1 - depth.max * scale, height);
    const auto low =
        std::max<std::int16_t>(rowOf(height - 1 - depth.min * scale, height), static_cast<std::int16_t>(high + 1));
    pieces.push_back({x, low, static_cast<std::int16_t>(height), queueFillInk});
    pieces.push_back({x, high, std::min(low, static_cast<std::int16_t>(height)), queueLineInk});
    begin = end;
  }
}

}  // namespace kernline::ui
