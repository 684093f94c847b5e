// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/note_marks.h"

#include "core/model/format/printable_text.h"
#include "core/model/notes/notes.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <utility>
#include <vector>

namespace kernline::ui {

NoteMarks::NoteMarks(TraceNotes& notes, TimelineView& view, QObject* parent)
    : QObject(parent), m_notes(notes), m_view(view) {
  connect(&notes, &TraceNotes::changed, this, &NoteMarks::showMarks);
  connect(&view, &TimelineView::markActivated, this, &NoteMarks::goTo);
}

void NoteMarks::showMarks() {
  std::vector<TimelineMark> marks;
  for (const Note& note : m_notes.notes()) {
    marks.push_back({note.range, qt(printable(note.text))});
  }
  m_view.scene().setMarks(std::move(marks));
}

void NoteMarks::goTo(std::size_t at) {
  const std::shared_ptr<const Trace>& trace = m_view.trace();
  if (!trace || at >= m_notes.notes().size()) {
    return;
  }
  const Note& note = m_notes.notes()[at];
  m_finding =
      Job<SpanId>([trace, note](std::stop_token, Progress&) -> Expected<SpanId> { return spanOf(*trace, note); },
                  [this, trace, note](Expected<SpanId> span) {
                    if (trace == m_view.trace()) {  // the timeline still shows these spans
                      showPlaceOf(note, span.value_or(SpanId::none));
                    }
                  });
}

void NoteMarks::showPlaceOf(const Note& note, SpanId span) {
  if (span != SpanId::none) {
    m_view.select(span, true);
  } else if (note.range.isEmpty()) {
    const Duration half{m_view.visibleRange().length().ns / 2};
    m_view.setVisibleRange({note.range.begin - half, note.range.begin + half});
  } else {
    m_view.chooseRange(note.range);
    fitChosenRange(m_view.scene());
  }
}

}  // namespace kernline::ui
