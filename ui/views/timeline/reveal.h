// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "ui/views/timeline/row_id.h"

#include <cstddef>

namespace kernline::ui {

class TimelineScene;

// Brings parts of a scene into sight. No effect on a scene without a trace.

/// Opens what hides the span, scrolls to its row, and moves or zooms to its time if it cannot be seen.
void reveal(TimelineScene& scene, SpanId span);
/// Opens a track and what hides it, and scrolls it to the top. A track that the trace lacks is no reason to move.
void revealTrack(TimelineScene& scene, TrackId track);
/// Opens what hides the row and scrolls to it.
void revealRow(TimelineScene& scene, RowId row);

/// Zooms to a step and a little around it.
void fitStep(TimelineScene& scene, std::size_t step);
/// Fits a span, whose row is scrolled to as well.
void fitSpan(TimelineScene& scene, SpanId span);
/// Fits the chosen range, if there is one.
void fitChosenRange(TimelineScene& scene);
/// Fits the selected step or span, or the chosen range if neither is selected.
void fitSelection(TimelineScene& scene);

/// Selects and shows the next or the previous step; if none is selected that in the middle of the view, or one near.
void walkSteps(TimelineScene& scene, bool toNext);
/// Makes the time of the selected step or span the chosen range.
void chooseSelection(TimelineScene& scene);

}  // namespace kernline::ui
