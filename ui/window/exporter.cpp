// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exporter.h"

#include "core/model/format/quantity.h"
#include "core/output/export/cut_trace.h"
#include "core/output/recording/sqlite_file.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/write_text.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/document_tab.h"
#include "ui/window/stored_path.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace kernline::ui {
namespace {

/// "train.json.gz" → "train".
QString stemOf(const QString& path) {
  QString stem = QFileInfo(path).fileName();
  for (const char* ending : {".gz", ".zst", ".json", ".pt.trace", ".sqlite", ".csv", ".log", ".txt"}) {
    if (stem.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) {
      stem.chop(static_cast<qsizetype>(qstrlen(ending)));
    }
  }
  return stem.isEmpty() || stem == QLatin1String("-") ? QStringLiteral("trace") : stem;
}

}  // namespace

Exporter::Exporter(QWidget* window) : QObject(window), m_window(window) {
  setObjectName(QStringLiteral("exporter"));
}

QString Exporter::askName(const FileTab& file, const QString& title, const QString& ending,
                          const QString& filters) const {
  const bool isFile = file.path() != QLatin1String("-");
  const QString folder = isFile ? QFileInfo(storedPath(file.path())).absolutePath() : QString();
  const QString name = stemOf(file.path()) + ending;
  return QFileDialog::getSaveFileName(m_window, title, folder.isEmpty() ? name : folder + QLatin1Char('/') + name,
                                      filters);
}

bool Exporter::isFree() {
  if (isBusy()) {
    Q_EMIT told(tr("%1 is still being written; wait for it or cancel it").arg(m_path));
  }
  return !isBusy();
}

void Exporter::start(const QString& path, Job<QString>::Work write) {
  m_path = path;
  m_writing = Job<QString>(std::move(write), [this](Expected<QString> written) {
    const bool isCancelled = !written && written.error().kind == Error::Kind::Cancelled;
    Q_EMIT told(written       ? *written
                : isCancelled ? tr("Cancelled: %1 is as it was").arg(m_path)
                              : coreText(written.error().message));
  });
  Q_EMIT started(path);
}

void Exporter::exportPicture(const FileTab& file) {
  const QString path =
      askName(file, tr("Save as a picture"), QStringLiteral(".png"), QStringLiteral("PNG (*.png);;SVG (*.svg)"));
  if (!path.isEmpty()) {
    Q_EMIT told(savePicture(*file.pictureWidget(), path) ? tr("Saved %1").arg(path)
                                                         : tr("%1: cannot be written").arg(path));
  }
}

void Exporter::exportTrace(const DocumentTab& document) {
  if (!isFree()) {
    return;
  }
  const QString path = askName(document, tr("Save the range as a trace"), QStringLiteral(".part.json.gz"),
                               tr("Chrome trace, compressed (*.json.gz);;Chrome trace (*.json)"));
  if (path.isEmpty()) {
    return;
  }
  const TimeRange range = document.view()->chosenRange().value_or(document.view()->visibleRange());
  start(path, [trace = document.trace(), range, path](const std::stop_token& stop, Progress&) -> Expected<QString> {
    const auto cut = cutTrace(*trace, range, path.toStdString(), stop);
    if (!cut) {
      return std::unexpected(cut.error());
    }
    return tr("Saved %1: %2 of %3 spans").arg(path, countText(cut->spans), countText(trace->spanCount()));
  });
}

void Exporter::exportDatabase(const DocumentTab& document) {
  if (!isFree()) {
    return;
  }
  const QString path = askName(document, tr("Save the whole trace as a database"), QStringLiteral(".sqlite"),
                               QStringLiteral("SQLite (*.sqlite *.sqlite3 *.db)"));
  if (path.isEmpty()) {
    return;
  }
  start(path, [trace = document.trace(), path](const std::stop_token& stop, Progress&) -> Expected<QString> {
    const auto rows = writeSqlite(trace, path.toStdString(), {}, stop);
    if (!rows) {
      return std::unexpected(rows.error());
    }
    return tr("Saved %1: %2 rows").arg(path, countText(*rows));
  });
}

void Exporter::exportTable(const QString& tabSeparated) {
  if (!isFree()) {
    return;
  }
  const QString path =
      QFileDialog::getSaveFileName(m_window, tr("Save the statistics"), QStringLiteral("statistics.csv"),
                                   QStringLiteral("CSV (*.csv);;Markdown (*.md)"));
  if (!path.isEmpty()) {
    const bool asMarkdown = path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
    start(path, [tabSeparated, path, asMarkdown](const std::stop_token&, Progress&) {
      return writeTextFile(path, tableText(tabSeparated, asMarkdown));
    });
  }
}

}  // namespace kernline::ui
