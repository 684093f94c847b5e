// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/notes_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/notes/note_marks.h"
#include "ui/views/notes/notes_panel.h"

#include <QCoreApplication>
#include <QPointer>

namespace kernline::ui {
namespace {

class NotesDock : public DockPanel {
 public:
  explicit NotesDock(QWidget* parent) : DockPanel(parent), m_panel(new NotesPanel(parent)) {
    connect(m_panel, &NotesPanel::noteRequested, this, [this](std::size_t at) {
      if (m_marks) {
        m_marks->goTo(at);
      }
    });
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_marks = shown.noteMarks;
    m_panel->setNotes(shown.notes, shown.trace ? shown.trace->bounds().begin : Time{});
  }

 private:
  NotesPanel* m_panel;
  QPointer<NoteMarks> m_marks;
};

}  // namespace

constinit const DockKind notesDock{
    .name = "notes",
    .title = QT_TRANSLATE_NOOP("Words", "Notes"),
    .text = QT_TRANSLATE_NOOP("Words", "&Notes"),
    .shortcut = "F7",
    .icon = "bookmark",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the notes of this trace"),
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new NotesDock(parent); },
};

}  // namespace kernline::ui
