// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/comparison_picture.h"

#include "core/compare/tables/trace_profile.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/tables/comparison_page.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace kernline::ui {

namespace {

using SharedTrace = std::shared_ptr<const Trace>;
using SharedLog = std::shared_ptr<const Log>;

bool isTrace(const Document& document) {
  return std::holds_alternative<SharedTrace>(document);
}

}  // namespace

ComparisonPicture::ComparisonPicture(std::vector<std::string> files, RunsWindow::Mode mode, QString output, QSize size)
    : m_files(std::move(files)), m_mode(mode), m_output(std::move(output)), m_size(size) {
  m_reading = Job<Documents>(
      [paths = m_files](std::stop_token stop, Progress& progress) -> Expected<Documents> {
        Documents documents;
        for (const std::string& path : paths) {
          auto opened = openDocuments(path, {}, stop, progress);
          if (!opened) {
            return std::unexpected(opened.error());
          }
          for (OpenedDocument& one : opened->documents) {
            if (!isTrace(one.document) && !std::holds_alternative<SharedLog>(one.document)) {
              return std::unexpected(
                  Error{Error::Kind::Usage, Phrase::tr("%1 is a memory recording. Use --view memory").with(one.path)});
            }
            documents.push_back(std::move(one));
          }
        }
        return documents;
      },
      [this](Expected<Documents> documents) {
        documents ? show(*documents) : fail(documents.error().message.english());
      });
}

void ComparisonPicture::show(const Documents& documents) {
  const bool areTraces =
      std::ranges::all_of(documents, [](const OpenedDocument& one) { return isTrace(one.document); });
  if (areTraces && documents.size() < 2) {
    fail(m_files.front() + " is a trace; name another one to compare it with");
    return;
  }
  areTraces || m_mode != RunsWindow::Mode::Differences ? showTraces(documents) : showLogs(documents);
  constexpr QSize usual(1600, 900);
  m_page->resize(m_size.isValid() ? m_size : usual);
  if (auto* out = m_page->findChild<QWidget*>(QStringLiteral("compareExport"))) {
    out->hide();  // a picture has no use for controls that remove runs
  }
  m_page->show();
  m_page->setFocus();  // no control of the picture shall look as if keys went there
  constexpr int pollMs = 30;
  connect(&m_timer, &QTimer::timeout, this, &ComparisonPicture::proceed);
  m_timer.start(pollMs);
}

void ComparisonPicture::showTraces(const Documents& documents) {
  auto page = std::make_unique<RunsWindow>();
  std::vector<OpenRun> runs;
  std::vector<SharedLog> logs;
  for (const OpenedDocument& one : documents) {
    if (!isTrace(one.document)) {
      logs.push_back(std::get<SharedLog>(one.document));
      continue;
    }
    runs.push_back({.title = QFileInfo(QString::fromStdString(one.path)).fileName(),
                    .path = QString::fromStdString(one.path),
                    .trace = std::get<SharedTrace>(one.document),
                    .index = nullptr});
  }
  std::vector<SharedTrace> traces;
  for (const OpenRun& run : runs) {
    traces.push_back(run.trace);
  }
  page->setLogs(std::move(logs));
  page->setRuns(std::move(runs));
  page->choose(traces);
  page->showMode(m_mode);
  m_isBusy = [window = page.get()] { return window->isBusy(); };
  m_isEmpty = [window = page.get()] { return window->isEmpty(); };
  if (m_mode == RunsWindow::Mode::Differences) {
    m_arrange = [this, window = page.get()] { fit(*window); };
  }
  m_page = std::move(page);
}

void ComparisonPicture::showLogs(const Documents& documents) {
  auto page = std::make_unique<ComparisonPage>();
  std::vector<SharedLog> logs;
  for (const OpenedDocument& one : documents) {
    const auto* trace = std::get_if<SharedTrace>(&one.document);
    logs.push_back(trace != nullptr ? profileOf(**trace) : std::get<SharedLog>(one.document));
  }
  page->setLogs(std::move(logs));
  m_isBusy = [shown = page.get()] { return shown->isBusy(); };
  m_isEmpty = [shown = page.get()] { return shown->isEmpty(); };
  m_page = std::move(page);
}

/// Says what there was no room for.
void ComparisonPicture::fit(RunsWindow& window) {
  const auto traces = static_cast<std::size_t>(window.openRuns());
  const std::size_t chosen = window.runs().size();
  const std::size_t shown = window.layOutForPicture(m_size);
  if (chosen < traces) {
    printError(fmt::format("the picture compares {} of {} traces, for more are not compared at once", chosen, traces));
  }
  if (shown < chosen) {
    printError(fmt::format("the picture shows {} of {} timelines, for more do not fit", shown, chosen));
  }
  if (m_size.isValid() && window.size() != m_size) {
    printError(fmt::format("the picture has {}x{} pixels, for what it shows fits into no fewer", window.width(),
                           window.height()));
  }
}

/// Waits some turns after the last job, so that the layout is complete.
void ComparisonPicture::proceed() {
  m_quietTurns = m_isBusy() ? 0 : m_quietTurns + 1;
  if (m_quietTurns < 3) {
    return;
  }
  if (const auto arrange = std::exchange(m_arrange, {}); arrange && !m_isEmpty()) {
    arrange();
    m_quietTurns = 0;
    return;
  }
  m_timer.stop();
  if (m_isEmpty()) {
    fail(
        "There is nothing to compare: neither figures of several models or sizes nor profiler tables nor work of "
        "GPUs.");
  } else if (const Expected<QString> saved = savePicture(*m_page, m_output); !saved) {
    fail(saved.error().message.english());
  } else {
    QCoreApplication::exit(0);
  }
}

void ComparisonPicture::fail(const std::string& sentence) {
  printError(sentence);
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
