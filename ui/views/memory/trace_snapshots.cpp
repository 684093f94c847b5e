// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/trace_snapshots.h"

#include "core/analysis/memory/snapshot_place.h"
#include "core/open/open_document.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/memory_limit.h"

#include <QFileInfo>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace kernline::ui {
namespace {

Expected<std::shared_ptr<const MemoryHistory>> readSnapshot(const std::string& path, const std::stop_token& stop) {
  Progress progress;
  auto document = openDocument(path, {.onPreview = {}, .maxMemory = memoryToUse()}, stop, progress);
  if (!document) {
    return std::unexpected(std::move(document.error()));
  }
  const auto* snapshot = std::get_if<std::shared_ptr<const MemoryHistory>>(&*document);
  if (snapshot == nullptr || (*snapshot)->isEmpty()) {
    return std::unexpected(Error{Error::Kind::Usage, Phrase::tr("%1 is not a memory snapshot").with(path)});
  }
  return *snapshot;
}

}  // namespace

void TraceSnapshots::addSnapshots(const QStringList& paths) {
  if (m_trace == nullptr || paths.isEmpty()) {
    return;
  }
  m_reading =
      Job<Read>([trace = m_trace, paths](const std::stop_token& stop, Progress&) { return read(*trace, paths, stop); },
                [this](Expected<Read> made) {
                  if (made) {
                    take(std::move(*made));
                  } else {
                    Q_EMIT snapshotsRead(coreText(made.error().message));
                  }
                });
}

Expected<TraceSnapshots::Read> TraceSnapshots::read(const Trace& trace, const QStringList& paths,
                                                    const std::stop_token& stop) {
  Read made;
  QStringList told;
  for (const QString& path : paths) {
    auto history = readSnapshot(path.toStdString(), stop);
    if (!history) {
      return std::unexpected(std::move(history.error()));
    }
    const QString name = QFileInfo(path).fileName();
    const auto place = placeOn(trace, **history);
    told << coreText(placeText(name.toStdString(), place));
    if (place) {
      made.placed.push_back({.title = name, .history = std::move(*history), .trace = {}, .path = path.toStdString()});
    }
  }
  made.outcome = told.join(QStringLiteral(" · "));
  return made;
}

void TraceSnapshots::take(Read read) {
  for (MemorySource& one : read.placed) {
    std::erase_if(m_joined, [&](const MemorySource& known) { return known.path == one.path; });
    m_joined.push_back(std::move(one));
  }
  Q_EMIT snapshotsRead(read.outcome);
  if (!read.placed.empty()) {
    Q_EMIT changed();
  }
}

}  // namespace kernline::ui
