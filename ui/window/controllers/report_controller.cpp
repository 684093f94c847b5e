// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/report_controller.h"

#include "core/open/experiment/files_beside.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/tabs/experiment_tab.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QMainWindow>
#include <QPointer>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

std::vector<NcuReport> openReports(const FileTabs& tabs) {
  std::vector<NcuReport> reports;
  for (int i = 0; i < tabs.count(); ++i) {
    const auto* tab = qobject_cast<const LogTab*>(tabs.at(i));
    if (tab != nullptr && tab->log() != nullptr && hasNcuLaunches(*tab->log())) {
      reports.push_back({tab->path().toStdString(), tab->log()});
    }
  }
  return reports;
}

/// Adds reports that belong to the trace in open folders and archives.
void addReportsBeside(std::vector<NcuReport>& reports, const FileTabs& tabs, const std::string& trace) {
  for (int i = 0; i < tabs.count(); ++i) {
    const auto* tab = qobject_cast<const ExperimentTab*>(tabs.at(i));
    if (tab == nullptr || tab->experiment() == nullptr) {
      continue;
    }
    for (std::string& path : filesBeside(*tab->experiment(), trace, FileKind::NcuReport)) {
      if (std::ranges::count(reports, path, &NcuReport::path) == 0) {
        reports.push_back({std::move(path), nullptr});
      }
    }
  }
}

}  // namespace

ReportController::ReportController(const WindowParts& parts, FileController& files)
    : QObject(&parts.window), m_parts(parts), m_files(files) {
  parts.commands.on(Command::AddReport, this, [this] { askForReport(); });
  connect(&parts.current, &CurrentTrace::reportsRead, this,
          [this](const QString& outcome) { m_parts.status.showOutcome(outcome); });
  connect(&parts.tabs, &FileTabs::fileReady, this, &ReportController::updateTraces);
  connect(&parts.tabs, &FileTabs::currentFileChanged, this, &ReportController::updateTraces);
}

void ReportController::askForReport() {
  const QPointer<TraceTab> tab = m_parts.current.tab();
  const QStringList paths = m_files.askForFiles(tr("Open a report of Nsight Compute"));
  if (tab) {
    tab->study()->reports()->addReports(paths);
  }
}

void ReportController::updateTraces() {
  const std::vector<NcuReport> open = openReports(m_parts.tabs);
  for (int i = 0; i < m_parts.tabs.count(); ++i) {
    if (const auto* tab = qobject_cast<const TraceTab*>(m_parts.tabs.at(i))) {
      std::vector<NcuReport> reports = open;
      addReportsBeside(reports, m_parts.tabs, tab->path().toStdString());
      tab->study()->reports()->setBeside(std::move(reports));
    }
  }
}

}  // namespace kernline::ui
