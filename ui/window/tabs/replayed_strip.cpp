// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/replayed_strip.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/retimed_trace.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/model/base/parallel.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"
#include "ui/views/timeline/path_notes.h"
#include "ui/views/work/work_device.h"

#include <QToolButton>

#include <utility>

namespace kernline::ui {

ReplayedStrip::ReplayedStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("replayedStrip"));
  m_text = new ElidedLabel({}, this);
  m_text->setObjectName(QStringLiteral("replayedText"));
  layStrip(*this, *m_text, QStringLiteral("measure"));
  m_back = addStripButton(*this, {.icon = QStringLiteral("back"),
                                  .label = tr("As recorded"),
                                  .tip = tr("Show the times as they were recorded (Shift+P)")});
  m_back->setObjectName(QStringLiteral("replayedBack"));
  connect(m_back, &QToolButton::clicked, this, &ReplayedStrip::goBack);
  hide();
}

void ReplayedStrip::say(const QString& text, const QString& action) {
  m_text->setText(text);
  m_back->setText(action);
  show();
}

void ReplayedStrip::start(std::shared_ptr<const QueryIndex> shown, const QString& changes) {
  if (!isOn()) {
    m_recorded = std::move(shown);
  }
  if (m_recorded == nullptr) {
    return;
  }
  say(tr("Replaying without the profiler…"), tr("Cancel"));
  m_replaying =
      Job<Replayed>([trace = m_recorded->trace(), changes, device = WorkDevice::shared().chosen()](
                        const std::stop_token& stop, Progress&) { return replayed(trace, changes, device, stop); },
                    [this](Expected<Replayed> made) { take(std::move(made)); });
  Q_EMIT changed();
}

Expected<ReplayedStrip::Replayed> ReplayedStrip::replayed(const std::shared_ptr<const Trace>& trace,
                                                          const QString& changes, const QString& device,
                                                          const std::stop_token& stop) {
  const std::unexpected<Error> stopped(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  const std::shared_ptr<TraceAnalysis> causes = causesOf(trace);
  const std::shared_ptr<const Expected<ReplayedRun>> run = causes->replay(stop);
  const std::shared_ptr<const WorkModel> model =
      changes.isEmpty() ? std::make_shared<const WorkModel>() : causes->work(stop);
  if (!run || !model) {
    return stopped;
  }
  if (!*run) {
    return std::unexpected(run->error());
  }
  const WorkMeter meter(*trace, *model, deviceCeilings(*trace, device).ceilings);
  const Expected<std::vector<WhatIfChange>> wanted =
      changes.isEmpty() ? std::vector<WhatIfChange>() : parseWhatIfs(changes.toStdString());
  if (!wanted) {
    return std::unexpected(wanted.error());
  }
  const Expected<WhatIfAnswer> answer = whatIf(*causes, **run, meter, *wanted, stop);
  Expected<ChangedRun> made = changedRun(*causes, **run, meter, *wanted, stop);
  if (!answer || !made) {
    return std::unexpected(answer ? made.error() : answer.error());
  }
  auto moved = std::make_shared<const std::vector<bool>>(movedWork(*trace, *made->trace));
  std::shared_ptr<const QueryIndex> index = QueryIndex::build(std::move(made->trace), stop, defaultThreads());
  if (!index) {
    return stopped;
  }
  const Undisturbed step = answer->changed.value_or(answer->undisturbed);
  const QString times = tr("a step takes about %1 (%2 to %3), recorded in %4")
                            .arg(qt(formatDuration(step.likely)), qt(formatDuration(step.low)),
                                 qt(formatDuration(step.high)), qt(formatDuration(answer->recorded)));
  return Replayed{.index = std::move(index),
                  .moved = std::move(moved),
                  .path = std::make_shared<const PathNotes>(made->path),
                  .text = changes.isEmpty() ? tr("Replayed without the profiler: %1.").arg(times)
                                            : tr("Replayed without the profiler, with %1: %2.").arg(changes, times)};
}

void ReplayedStrip::take(Expected<Replayed> made) {
  if (!made) {
    const bool isStopped = made.error().kind == Error::Kind::Canceled;
    m_recorded = nullptr;
    if (isStopped) {
      hide();
    } else {
      say(tr("Cannot show times without the profiler: %1").arg(coreText(made.error().message)), tr("Close"));
    }
    Q_EMIT changed();
    return;
  }
  say(made->text, tr("As recorded"));
  m_moved = std::move(made->moved);
  m_path = std::move(made->path);
  Q_EMIT indexReady(std::move(made->index));
  Q_EMIT changed();
}

void ReplayedStrip::goBack() {
  m_replaying = {};
  m_moved = nullptr;
  m_path = nullptr;
  hide();
  if (std::shared_ptr<const QueryIndex> recorded = std::exchange(m_recorded, nullptr)) {
    Q_EMIT indexReady(std::move(recorded));
  }
  Q_EMIT changed();
}

void ReplayedStrip::forget() {
  m_replaying = {};
  m_moved = nullptr;
  m_path = nullptr;
  hide();
  if (std::exchange(m_recorded, nullptr) != nullptr) {
    Q_EMIT changed();
  }
}

}  // namespace kernline::ui
