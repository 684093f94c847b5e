// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/origins/trace_origins.h"

#include "core/open/compiled_files.h"
#include "core/open/load.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/open/memory_limit.h"

#include <QFileInfo>

#include <utility>

namespace kernline::ui {

void TraceOrigins::setTrace(std::shared_ptr<const Trace> trace) {
  m_looking = {};
  m_trace = std::move(trace);
  if (std::exchange(m_known, nullptr)) {
    Q_EMIT changed();
  }
  look();
}

void TraceOrigins::look() {
  if (!m_trace) {
    return;
  }
  auto work = [trace = m_trace, captures = m_captures](const std::stop_token& stop,
                                                       Progress&) -> Expected<std::shared_ptr<const KnownOrigins>> {
    auto known = std::make_shared<KnownOrigins>();
    std::vector<const Trace*> others;
    for (const CaptureFile& capture : captures) {
      others.push_back(capture.trace.get());
    }
    known->trace = trace;
    known->captures = captures;
    known->join = GraphJoin::of(*trace, others, stop);
    known->ops = std::make_shared<const ReplayedOps>(*trace, known->join, others);
    std::vector<CompiledGraph> graphs;
    if (!trace->sources().empty()) {
      graphs = compiledGraphsBeside(trace->sources().front().path, stop);
    }
    known->compiled =
        std::make_shared<CompiledOrigins>(trace, std::make_shared<const std::vector<CompiledGraph>>(std::move(graphs)));
    return known;
  };
  m_looking = Job<std::shared_ptr<const KnownOrigins>>(readingAllOf({m_trace}, std::move(work)),
                                                       [this](Expected<std::shared_ptr<const KnownOrigins>> known) {
                                                         if (!known) {
                                                           return;
                                                         }
                                                         m_known = std::move(*known);
                                                         Q_EMIT changed();
                                                         if (std::exchange(m_isToTell, false)) {
                                                           reportOutcome();
                                                         }
                                                       });
}

void TraceOrigins::addCaptures(const QStringList& paths) {
  if (paths.isEmpty()) {
    return;
  }
  std::vector<std::string> files;
  for (const QString& path : paths) {
    files.push_back(path.toStdString());
  }
  m_reading = Job<std::vector<CaptureFile>>(
      [files = std::move(files)](const std::stop_token& stop,
                                 Progress& progress) -> Expected<std::vector<CaptureFile>> {
        std::vector<CaptureFile> captures;
        for (const std::string& file : files) {
          auto trace = load(file, {.onPreview = {}, .maxMemory = memoryToUse()}, stop, progress);
          if (!trace) {
            return std::unexpected(std::move(trace.error()));
          }
          captures.push_back({file, std::move(*trace)});
        }
        return captures;
      },
      [this](Expected<std::vector<CaptureFile>> read) {
        if (!read) {
          Q_EMIT capturesRead(coreText(read.error().message));
          return;
        }
        for (CaptureFile& capture : *read) {
          std::erase_if(m_captures, [&](const CaptureFile& known) { return known.path == capture.path; });
          m_captures.push_back(std::move(capture));
        }
        m_isToTell = true;
        look();
      });
}

void TraceOrigins::reportOutcome() {
  const GraphJoin& join = m_known->join;
  const QString file = QFileInfo(QString::fromStdString(m_captures.back().path)).fileName();
  if (join.captures() == 0) {
    Q_EMIT capturesRead(tr("%1 has no capture of a CUDA graph; record the step in which it is captured").arg(file));
    return;
  }
  Q_EMIT capturesRead(tr("%1: %2 of %3 replayed kernels and copies are matched to their capture")
                          .arg(file, countText(join.joined().size()), countText(join.replayedActivities())));
}

}  // namespace kernline::ui
