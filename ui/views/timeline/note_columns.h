// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"
#include "ui/views/timeline/device_notes.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// What a piece of a column of notes is filled with: one of the causes, as `IdleCause` counts, or a part of a curve.
using NoteInk = std::uint8_t;
inline constexpr NoteInk queueFillInk = idleCauseCount;
inline constexpr NoteInk queueLineInk = idleCauseCount + 1;

/// One pixel wide; of rows [top, bottom) from the strip's top.
struct NotePiece {
  std::int32_t x = 0;
  std::int16_t top = 0;
  std::int16_t bottom = 0;
  NoteInk ink = 0;
};

/// Each pixel as high as what it holds, causes on top of each other from the bottom of a strip up. Costs a search a
/// pixel.
void addIdlePieces(const IdleNotes& notes, const TimeAxis& axis, int height, std::vector<NotePiece>& pieces);
/// A curve from nothing to the deepest of all; a pixel spans the depths that occur in it.
void addQueuePieces(const QueueNotes& notes, const TimeAxis& axis, int height, std::vector<NotePiece>& pieces);

}  // namespace kernline::ui
