// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/note_dialog.h"

#include "core/model/format/quantity.h"
#include "core/model/notes/notes.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/timeline/timeline_view.h"

#include <QInputDialog>

#include <utility>

namespace kernline::ui {

void askForNote(TraceNotes& notes, const TimelineView& view, QWidget* window) {
  const Trace& trace = *view.trace();
  const SpanId span = view.selection();
  const std::optional<TimeRange> chosen = view.chosenRange();
  const TimeRange sight = view.visibleRange();
  const Time middle = sight.begin + Duration{sight.length().ns / 2};
  const bool isOnSpan = !chosen && span != SpanId::none;
  Note note = isOnSpan ? noteOn(trace, span, {}) : Note{{}, chosen.value_or(TimeRange{middle, middle}), {}, {}};
  const QString place = chosen ? Words::tr("Note on the selected range (%1):").arg(qt(formatDuration(chosen->length())))
                        : isOnSpan ? Words::tr("Note on %1:").arg(titleOf(trace, span))
                                   : Words::tr("Note at the middle of the view:");
  auto* dialog = new QInputDialog(window);
  dialog->setObjectName(QStringLiteral("noteDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Words::tr("Add note"));
  const QFontMetrics metrics = dialog->fontMetrics();
  dialog->setLabelText(metrics.elidedText(place, Qt::ElideMiddle, metrics.averageCharWidth() * 64));
  dialog->setOkButtonText(Words::tr("Save"));
  QObject::connect(dialog, &QInputDialog::textValueSelected, &notes,
                   [&notes, note = std::move(note)](const QString& text) mutable {
                     note.text = text.toStdString();
                     notes.add(std::move(note));
                   });
  dialog->open();
}

}  // namespace kernline::ui
