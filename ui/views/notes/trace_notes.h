// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about the user's notes on a trace.
#pragma once

#include "core/model/notes/notes.h"
#include "ui/kit/jobs/job.h"

#include <QObject>
#include <QString>

#include <vector>

namespace kernline::ui {

/// The notes of one open trace, in time order, stored in a file next to it, or in the user's own folder if that is not
/// writable. Every change is written at once, by a worker.
class TraceNotes : public QObject {
  Q_OBJECT

 public:
  /// `tracePath` as it was opened; "-" (standard input) has no place to keep notes, so they last as long as the window.
  explicit TraceNotes(const QString& tracePath, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<Note>& notes() const { return m_notes; }
  /// The file that notes are written to; empty if they are not stored.
  [[nodiscard]] QString file() const;
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning() || m_writing.isRunning(); }

  /// Reads the file, if there is one; `changed` or `failed` follow.
  void read();
  void add(Note note);
  void rename(std::size_t at, const QString& text);
  void remove(std::size_t at);

  /// Changes are undone and made again one by one, the last one first.
  [[nodiscard]] bool canUndo() const { return !m_before.empty(); }
  [[nodiscard]] bool canRedo() const { return !m_after.empty(); }
  void undo();
  void redo();

 Q_SIGNALS:
  void changed();
  void failed(const QString& why);  ///< notes could not be read or written

 private:
  using Notes = std::vector<Note>;

  void keepForUndo();
  void exchange(std::vector<Notes>& from, std::vector<Notes>& to);
  void store();
  void write();

  std::filesystem::path m_file;
  std::filesystem::path m_fallback;
  Notes m_notes;
  std::vector<Notes> m_before;  // each change
  std::vector<Notes> m_after;   // each change that was undone
  bool m_mayWrite = true;       // false if the file could not be read, and must not be overwritten
  Job<std::vector<Note>> m_reading;
  Job<bool> m_writing;
  bool m_isStale = false;  // changed since the write under way began
};

}  // namespace kernline::ui
