// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kernline::ui {

class TimelineView;
class TraceNotes;

/// Asks for the text of a note at the chosen range, else at the selection, else at the middle of the view. The view
/// must show a trace.
void askForNote(TraceNotes& notes, const TimelineView& view, QWidget* window);

}  // namespace kernline::ui
