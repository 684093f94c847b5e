// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ncu/trace_reports.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/open/open_document.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/open/memory_limit.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

namespace kernline::ui {
namespace {

/// Returns nullptr if it is no report.
Expected<std::shared_ptr<const Log>> readReport(const std::string& path, const std::stop_token& stop) {
  Progress progress;
  auto document = openDocument(path, {.onPreview = {}, .maxMemory = memoryToUse()}, stop, progress);
  if (!document) {
    return std::unexpected(std::move(document.error()));
  }
  const auto* log = std::get_if<std::shared_ptr<const Log>>(&*document);
  return log != nullptr && hasNcuLaunches(**log) ? *log : nullptr;
}

}  // namespace

void TraceReports::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace != m_trace) {
    m_trace = std::move(trace);
    join();
  }
}

void TraceReports::setBeside(std::vector<NcuReport> beside) {
  const auto isSame = [](const NcuReport& one, const NcuReport& other) {
    return one.path == other.path && one.log == other.log;
  };
  if (!std::ranges::equal(beside, m_beside, isSame)) {
    m_beside = std::move(beside);
    join();
  }
}

void TraceReports::addReports(const QStringList& paths) {
  for (const QString& path : paths) {
    if (std::ranges::count(m_named, path.toStdString()) == 0) {
      m_named.push_back(path.toStdString());
    }
  }
  m_isToTell = !paths.isEmpty();
  join();
}

void TraceReports::join() {
  m_joining = {};
  const bool hadSome = std::exchange(m_measured, nullptr) != nullptr;
  std::vector<NcuReport> reports = m_beside;
  for (const std::string& path : m_named) {
    if (std::ranges::count(reports, path, &NcuReport::path) == 0) {
      reports.insert(reports.begin(), NcuReport{path, nullptr});
    }
  }
  for (NcuReport& report : reports) {
    const auto known = std::ranges::find(m_read, report.path, &NcuReport::path);
    report.log = report.log == nullptr && known != m_read.end() ? known->log : report.log;
  }
  if (hadSome) {
    Q_EMIT changed();
  }
  if (m_trace != nullptr && (!reports.empty() || hasCountedLaunches(*m_trace))) {
    m_joining = Job<Joined>([trace = m_trace, reports = std::move(reports), named = m_named](
                                const std::stop_token& stop, Progress&) { return joined(trace, reports, named, stop); },
                            [this](Expected<Joined> made) {
                              if (made) {
                                take(std::move(*made));
                              } else {
                                refuse(made.error());
                              }
                            });
  }
}

Expected<TraceReports::Joined> TraceReports::joined(const std::shared_ptr<const Trace>& trace,
                                                    std::vector<NcuReport> reports,
                                                    const std::vector<std::string>& named,
                                                    const std::stop_token& stop) {
  Joined made;
  for (NcuReport& report : reports) {
    if (report.log == nullptr) {
      auto log = readReport(report.path, stop);
      const bool isNamed = std::ranges::count(named, report.path) > 0;
      if (isNamed && !log) {
        return std::unexpected(std::move(log.error()));
      }
      if (isNamed && *log == nullptr) {
        return std::unexpected(
            Error{Error::Kind::NotATrace,
                  Phrase::tr("%1 is not an Nsight Compute report with kernel launches").with(report.path)});
      }
      report.log = log.value_or(nullptr);
    }
    if (report.log != nullptr) {
      made.reports.push_back(std::move(report));
    }
  }
  const std::shared_ptr<const LaunchConfigs> configs = causesOf(trace)->launches(stop);
  if (configs == nullptr) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  made.measured = std::make_shared<const MeasuredKernels>(*trace, *configs, made.reports);
  return made;
}

/// The others are joined without what a person named last.
void TraceReports::refuse(const Error& error) {
  std::erase_if(m_named,
                [&](const std::string& path) { return std::ranges::count(m_read, path, &NcuReport::path) == 0; });
  if (std::exchange(m_isToTell, false)) {
    Q_EMIT reportsRead(coreText(error.message));
    join();
  }
}

void TraceReports::take(Joined joined) {
  m_read = std::move(joined.reports);
  // Reports that the user did not choose are only worth a message if they belong to this program.
  const bool isNamed = std::exchange(m_isToTell, false);
  const std::span<const JoinedReport> reports = joined.measured->reports();
  const auto told = std::ranges::find_if(reports, [&](const JoinedReport& report) {
    return !report.isCounted && (isNamed || report.joined + report.ambiguous > 0);
  });
  if (told != reports.end()) {
    Q_EMIT reportsRead(coreText(joinText(*told)));
  }
  if (!joined.measured->isEmpty()) {
    m_measured = std::move(joined.measured);
    Q_EMIT changed();
  }
}

}  // namespace kernline::ui
