// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/critical_path.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/timeline/device_notes.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Fill of a piece of a note column: one of the causes as `IdleCause` counts, one of the kinds as `PathKind` counts, or
/// a part of a curve.
using NoteInk = std::uint8_t;
inline constexpr NoteInk firstPathInk = idleCauseCount;
inline constexpr NoteInk queueFillInk = firstPathInk + pathKindCount;
inline constexpr NoteInk queueLineInk = queueFillInk + 1;

/// One pixel wide; of rows [top, bottom) from the strip's top.
struct NotePiece {
  std::int32_t x = 0;
  std::int16_t top = 0;
  std::int16_t bottom = 0;
  NoteInk ink = 0;
};

/// Each pixel as high as what it holds, classes on top of each other from the bottom of a strip up; `firstInk` is that
/// of the first class. Costs a search a pixel.
void addIntervalPieces(const IntervalSums& sums, NoteInk firstInk, const TimeAxis& axis, int height,
                       std::vector<NotePiece>& pieces);
/// A curve from 0 to the deepest of all; a pixel spans the depths that occur in it.
void addQueuePieces(const QueueNotes& notes, const TimeAxis& axis, int height, std::vector<NotePiece>& pieces);

}  // namespace kernline::ui
