// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/replayed_strip.h"

#include "core/model/base/parallel.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"
#include "ui/views/timeline/hatch_legend.h"
#include "ui/views/timeline/moved_spans.h"
#include "ui/views/timeline/path_notes.h"
#include "ui/views/whatif/played_scenario.h"
#include "ui/views/work/work_device.h"

#include <QLayout>
#include <QToolButton>

#include <utility>

namespace kernline::ui {

ReplayedStrip::ReplayedStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("replayedStrip"));
  m_text = new ElidedLabel({}, this);
  m_text->setObjectName(QStringLiteral("replayedText"));
  layStrip(*this, *m_text, QStringLiteral("measure"));
  m_legend = new HatchLegend(this);
  m_legend->hide();
  layout()->addWidget(m_legend);
  m_back = addStripButton(*this, {.icon = QStringLiteral("back"),
                                  .label = tr("As recorded"),
                                  .tip = tr("Show the times as they were recorded (Shift+P)")});
  m_back->setObjectName(QStringLiteral("replayedBack"));
  connect(m_back, &QToolButton::clicked, this, &ReplayedStrip::goBack);
  hide();
}

void ReplayedStrip::say(const QString& text, const QString& action) {
  m_text->setText(text);
  m_text->setToolTip(text);
  m_legend->setVisible(m_moved != nullptr);
  m_back->setText(action);
  show();
}

void ReplayedStrip::start(std::shared_ptr<const QueryIndex> shown, const WhatIfScenario& scenario) {
  if (!isOn()) {
    m_recorded = std::move(shown);
  }
  if (m_recorded == nullptr) {
    return;
  }
  say(tr("Replaying without the profiler…"), tr("Cancel"));
  m_replaying =
      Job<Replayed>([trace = m_recorded->trace(), scenario, device = WorkDevice::shared().chosen()](
                        const std::stop_token& stop, Progress&) { return replayed(trace, scenario, device, stop); },
                    [this](Expected<Replayed> made) { take(std::move(made)); });
  Q_EMIT changed();
}

Expected<ReplayedStrip::Replayed> ReplayedStrip::replayed(const std::shared_ptr<const Trace>& trace,
                                                          const WhatIfScenario& scenario, const QString& device,
                                                          const std::stop_token& stop) {
  Expected<PlayedScenario> played = playScenario(trace, scenario, device, stop);
  if (!played) {
    return std::unexpected(played.error());
  }
  std::shared_ptr<const MovedSpans> moved = movedSpans(trace, *played->run.trace);
  std::shared_ptr<const QueryIndex> index = QueryIndex::build(std::move(played->run.trace), stop, defaultThreads());
  if (!index) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  const WhatIfAnswer& answer = played->answer;
  const Undisturbed step = answer.changed.value_or(answer.undisturbed);
  const QString times = tr("a step takes about %1 (%2 to %3), recorded in %4")
                            .arg(qt(formatDuration(step.likely)), qt(formatDuration(step.low)),
                                 qt(formatDuration(step.high)), qt(formatDuration(answer.recorded)));
  return Replayed{.index = std::move(index),
                  .moved = std::move(moved),
                  .path = std::make_shared<const PathNotes>(played->run.path),
                  .text = scenario.changes.isEmpty()
                              ? tr("Replayed without the profiler: %1.").arg(times)
                              : tr("Replayed without the profiler: %2. Scenario: %1.")
                                    .arg(scenario.title.isEmpty() ? scenario.changes : scenario.title, times)};
}

void ReplayedStrip::take(Expected<Replayed> made) {
  if (!made) {
    const bool isStopped = made.error().kind == Error::Kind::Canceled;
    const std::shared_ptr<const QueryIndex> recorded = std::exchange(m_recorded, nullptr);
    if (std::exchange(m_moved, nullptr) != nullptr) {  // an earlier replay is shown
      m_path = nullptr;
      Q_EMIT indexReady(recorded);
    }
    if (isStopped) {
      hide();
    } else {
      say(tr("Cannot show times without the profiler: %1").arg(coreText(made.error().message)), tr("Close"));
    }
    Q_EMIT changed();
    return;
  }
  m_moved = std::move(made->moved);
  say(made->text, tr("As recorded"));
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
