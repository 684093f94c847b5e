// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/exporter.h"

#include "core/model/format/part_note.h"
#include "core/model/format/quantity.h"
#include "core/output/export/cut_trace.h"
#include "core/output/recording/sqlite_file.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/kit/output/picture_dialog.h"
#include "ui/kit/output/save_file.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/memory/memory_panel.h"
#include "ui/views/statistics/statistics_panel.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/whatif/played_scenario.h"
#include "ui/views/work/work_device.h"
#include "ui/window/docks/docks.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/part_note.h"
#include "ui/window/tabs/trace_tab.h"

#include <QFileInfo>
#include <QMainWindow>

#include <optional>
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

/// The filters of a dialog.
QString chromeTraces() {
  return Exporter::tr("Chrome trace, compressed (*.json.gz);;Chrome trace (*.json)");
}

}  // namespace

Exporter::Exporter(const WindowParts& parts) : QObject(&parts.window), m_parts(parts) {
  setObjectName(QStringLiteral("exporter"));
  StatusLine* status = &parts.status;
  connect(this, &Exporter::started, status, &StatusLine::showWriting);
  connect(this, &Exporter::statusMessage, this,
          [this, status](const QString& what) { isBusy() ? status->showMessage(what) : status->showOutcome(what); });
  connect(status, &StatusLine::cancelRequested, this, &Exporter::cancel);
  connect(&parts.tabs, &FileTabs::tableExportRequested, this,
          [this](const QString& table) { exportTable(table, partNote(m_parts.tabs.current())); });
  connect(&parts.docks, &Docks::tableExportRequested, this,
          [this](const QString& table) { exportTable(table, memoryNote()); });
  connect(&parts.docks, &Docks::replayExportRequested, this, [this](const WhatIfScenario& scenario) {
    if (m_parts.current.trace()) {
      exportReplay(*m_parts.current.tab(), scenario);
    }
  });
  connectCommands();
}

void Exporter::connectCommands() {
  const Commands& commands = m_parts.commands;
  commands.on(Command::ExportPicture, this, [this] {
    if (const FileTab* file = m_parts.tabs.current(); file != nullptr && file->pictureWidget() != nullptr) {
      exportPicture(*file);
    }
  });
  commands.on(Command::ExportTrace, this, [this] {
    if (m_parts.current.trace()) {
      exportTrace(*m_parts.current.tab());
    }
  });
  commands.on(Command::ExportDatabase, this, [this] {
    if (m_parts.current.trace()) {
      exportDatabase(*m_parts.current.tab());
    }
  });
  commands.on(Command::ExportStatistics, this, [this] { exportStatistics(); });
}

void Exporter::exportStatistics() {
  if (const LogTab* log = m_parts.tabs.currentLog()) {
    exportTable(log->tableText(), partNote(log));
  } else if (const auto* panel = m_parts.docks.find<StatisticsPanel>()) {
    exportTable(panel->allRows(), partNote(m_parts.tabs.current()));
  }
}

/// Returns what was not read of the memory below the timeline, the trace's own or that of snapshots.
QString Exporter::memoryNote() const {
  const auto* panel = m_parts.docks.find<MemoryPanel>();
  const QString ofTrace = partNote(m_parts.tabs.current());
  const bool isShown = ofTrace.isEmpty() && panel != nullptr && panel->page() != nullptr && panel->page()->history();
  return isShown ? coreText(panel->page()->history()->report.missingPart()) : ofTrace;
}

QString Exporter::askName(const FileTab& file, const QString& title, const QString& ending,
                          const QString& filters) const {
  return askSaveFile(&m_parts.window, title, stemOf(file.path()) + ending, filters);
}

bool Exporter::isFree() {
  if (isBusy()) {
    Q_EMIT statusMessage(tr("%1 is still being written; wait or cancel").arg(m_path));
  }
  return !isBusy();
}

void Exporter::start(const QString& path, Job<QString>::Work write) {
  m_path = path;
  m_writing = Job<QString>(std::move(write), [this](Expected<QString> written) {
    const bool isCanceled = !written && written.error().kind == Error::Kind::Canceled;
    Q_EMIT statusMessage(written      ? *written
                         : isCanceled ? tr("Canceled: %1 is unchanged").arg(m_path)
                                      : coreText(written.error().message));
  });
  Q_EMIT started(path);
}

void Exporter::exportPicture(const FileTab& file) {
  const std::optional<PictureLook> look = askPictureLook(&m_parts.window, *file.pictureWidget());
  if (!look) {
    return;
  }
  const QString path =
      askName(file, tr("Save as a picture"), QStringLiteral(".png"), QStringLiteral("PNG (*.png);;SVG (*.svg)"));
  if (!path.isEmpty()) {
    const Expected<QString> saved = savePicture(*file.pictureWidget(), path, partNote(&file), *look);
    Q_EMIT statusMessage(saved ? *saved : coreText(saved.error().message));
  }
}

void Exporter::exportTrace(const TraceTab& tab) {
  if (!isFree()) {
    return;
  }
  const QString path = askName(tab, tr("Save the range as a trace"), QStringLiteral(".part.json.gz"), chromeTraces());
  if (path.isEmpty()) {
    return;
  }
  const TimeRange range = tab.view()->chosenRange().value_or(tab.view()->visibleRange());
  start(path,
        [trace = tab.trace(), range, path, note = partNote(&tab)](const std::stop_token& stop,
                                                                  Progress&) -> Expected<QString> {
          const auto cut = cutTrace(*trace, range, path.toStdString(), stop);
          if (!cut) {
            return std::unexpected(cut.error());
          }
          return withNote(counted(trace->spanCount(), tr("Saved %2: %3 of %1 span"), tr("Saved %2: %3 of %1 spans"))
                              .arg(path, countText(cut->spans)),
                          note);
        });
}

void Exporter::exportReplay(const TraceTab& tab, const WhatIfScenario& scenario) {
  if (!isFree()) {
    return;
  }
  // The trace that the scenario is of: the dialog lets the tab go on.
  const std::shared_ptr<const Trace> trace = tab.recorded();
  const QString note = partNote(&tab);
  const QString path =
      askName(tab, tr("Save the replay as a trace"),
              scenario.changes.isEmpty() ? QStringLiteral(".undisturbed.json.gz") : QStringLiteral(".whatif.json.gz"),
              chromeTraces());
  if (path.isEmpty()) {
    return;
  }
  start(path,
        [trace, scenario, device = WorkDevice::shared().chosen(), path, note](const std::stop_token& stop,
                                                                              Progress&) -> Expected<QString> {
          const auto played = playScenario(trace, scenario, device, stop);
          if (!played) {
            return std::unexpected(played.error());
          }
          const auto written = cutTrace(*played->run.trace, TimeRange::always(), path.toStdString(), stop);
          if (!written) {
            return std::unexpected(written.error());
          }
          return withNote(counted(written->spans, tr("Saved %2: %1 span"), tr("Saved %2: %1 spans")).arg(path), note);
        });
}

void Exporter::exportDatabase(const TraceTab& tab) {
  if (!isFree()) {
    return;
  }
  const QString path = askName(tab, tr("Save the whole trace as a database"), QStringLiteral(".sqlite"),
                               QStringLiteral("SQLite (*.sqlite *.sqlite3 *.db)"));
  if (path.isEmpty()) {
    return;
  }
  start(
      path,
      [trace = tab.trace(), path, note = partNote(&tab)](const std::stop_token& stop, Progress&) -> Expected<QString> {
        const auto rows = writeSqlite(trace, path.toStdString(), {}, stop);
        if (!rows) {
          return std::unexpected(rows.error());
        }
        return withNote(counted(*rows, tr("Saved %2: %1 row"), tr("Saved %2: %1 rows")).arg(path), note);
      });
}

void Exporter::exportTable(const QString& tabSeparated, const QString& note) {
  if (!isFree()) {
    return;
  }
  const QString path = askSaveFile(&m_parts.window, tr("Save the statistics"), QStringLiteral("statistics.csv"),
                                   QStringLiteral("CSV (*.csv);;Markdown (*.md)"));
  if (!path.isEmpty()) {
    const bool asMarkdown = path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
    start(path, [tabSeparated, note, path, asMarkdown](const std::stop_token&, Progress&) {
      return saveFile(path,
                      withPartNote(tableText(tabSeparated, asMarkdown), note.toStdString(),
                                   asMarkdown ? TableForm::Markdown : TableForm::Csv),
                      note);
    });
  }
}

}  // namespace kernline::ui
