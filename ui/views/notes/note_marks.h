// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QObject>

#include <cstddef>

namespace kernline {
struct Note;
}

namespace kernline::ui {

class TimelineView;
class TraceNotes;

/// The notes of a trace as marks on its timeline, and the way to their places.
class NoteMarks : public QObject {
  Q_OBJECT

 public:
  NoteMarks(TraceNotes& notes, TimelineView& view, QObject* parent);

  /// Shows the place that a note is about.
  void goTo(std::size_t at);
  [[nodiscard]] bool isBusy() const { return m_finding.isRunning(); }

 private:
  void showMarks();
  void showPlaceOf(const Note& note, SpanId span);

  TraceNotes& m_notes;
  TimelineView& m_view;
  Job<SpanId> m_finding;
};

}  // namespace kernline::ui
