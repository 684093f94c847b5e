// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/trace_notes.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/remote_file.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

/// Returns the file for traces in folders that are read-only for the user.
std::filesystem::path ownFile(const QString& tracePath) {
  const QByteArray hash = QCryptographicHash::hash(tracePath.toUtf8(), QCryptographicHash::Sha1).toHex();
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  return (folder + QStringLiteral("/notes/") + QString::fromLatin1(hash) + QStringLiteral(".notes.json")).toStdString();
}

bool isEarlier(const Note& a, const Note& b) {
  return std::pair(a.range.begin, a.range.end) < std::pair(b.range.begin, b.range.end);
}

/// Writes next to the trace, else into the user's own folder.
Expected<bool> writeSomewhere(const std::filesystem::path& file, const std::filesystem::path& fallback,
                              const std::vector<Note>& notes) {
  std::error_code ignored;
  if (!std::filesystem::exists(fallback, ignored)) {
    if (writeNotes(file, notes)) {
      return true;
    }
  }
  std::filesystem::create_directories(fallback.parent_path(), ignored);
  const Expected<void> written = writeNotes(fallback, notes);
  return written ? Expected<bool>(true) : std::unexpected(written.error());
}

}  // namespace

TraceNotes::TraceNotes(const QString& tracePath, QObject* parent) : QObject(parent) {
  if (tracePath == QLatin1String("-")) {
    return;
  }
  const bool isElsewhere = isRemotePath(tracePath);
  const QString path = isElsewhere ? tracePath : QFileInfo(tracePath).absoluteFilePath();
  m_fallback = ownFile(path);
  m_file = isElsewhere ? m_fallback : notesFileOf(path.toStdString());
}

QString TraceNotes::file() const {
  std::error_code ignored;
  const bool isElsewhere = !m_fallback.empty() && std::filesystem::exists(m_fallback, ignored);
  return qt((isElsewhere ? m_fallback : m_file).string());
}

void TraceNotes::read() {
  if (m_file.empty()) {
    return;
  }
  m_reading =
      Job<std::vector<Note>>([file = file().toStdString()](std::stop_token, Progress&) { return readNotes(file); },
                             [this](Expected<std::vector<Note>> notes) {
                               m_mayWrite = notes.has_value();
                               if (!notes) {
                                 Q_EMIT failed(coreText(notes.error().message));
                                 return;
                               }
                               // Notes that were added while the file was read stay, and cannot be undone.
                               m_before.clear();
                               m_after.clear();
                               m_notes.insert(m_notes.end(), notes->begin(), notes->end());
                               std::ranges::stable_sort(m_notes, isEarlier);
                               Q_EMIT changed();
                               if (m_isStale) {
                                 write();
                               }
                             });
}

void TraceNotes::keepForUndo() {
  m_before.push_back(m_notes);
  m_after.clear();
}

void TraceNotes::exchange(std::vector<Notes>& from, std::vector<Notes>& to) {
  if (!from.empty()) {
    to.push_back(std::exchange(m_notes, std::move(from.back())));
    from.pop_back();
    store();
  }
}

void TraceNotes::undo() {
  exchange(m_before, m_after);
}

void TraceNotes::redo() {
  exchange(m_after, m_before);
}

void TraceNotes::add(Note note) {
  keepForUndo();
  m_notes.insert(std::ranges::upper_bound(m_notes, note, isEarlier), std::move(note));
  store();
}

void TraceNotes::rename(std::size_t at, const QString& text) {
  keepForUndo();
  m_notes.at(at).text = text.toStdString();
  store();
}

void TraceNotes::remove(std::size_t at) {
  keepForUndo();
  m_notes.erase(m_notes.begin() + static_cast<std::ptrdiff_t>(at));
  store();
}

void TraceNotes::store() {
  Q_EMIT changed();
  if (m_file.empty()) {
    return;
  }
  if (!m_mayWrite) {
    Q_EMIT failed(tr("Notes are not saved: the file with the earlier notes could not be read."));
    return;
  }
  m_isStale = true;
  if (!m_writing.isRunning() && !m_reading.isRunning()) {
    write();
  }
}

/// One write at a time, so that an older one never ends last.
void TraceNotes::write() {
  m_isStale = false;
  m_writing = Job<bool>([file = m_file, fallback = m_fallback, notes = m_notes](
                            std::stop_token, Progress&) { return writeSomewhere(file, fallback, notes); },
                        [this](Expected<bool> written) {
                          if (!written) {
                            Q_EMIT failed(coreText(written.error().message));
                          } else if (m_isStale) {
                            write();
                          }
                        });
}

}  // namespace kernline::ui
