// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/trace_figures.h"

#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/families/active_families.h"

#include <utility>

namespace kernline::ui {

TraceFigures::TraceFigures(QObject* parent) : QObject(parent) {
  constexpr int settleMs = 120;  // an edge that is being dragged moves often
  m_rangeSettled.setSingleShot(true);
  m_rangeSettled.setInterval(settleMs);
  connect(&m_rangeSettled, &QTimer::timeout, this, &TraceFigures::work);
  connect(&ActiveFamilies::shared(), &ActiveFamilies::changed, this, &TraceFigures::recount);
}

TraceFigures::~TraceFigures() {
  disposeInBackground(std::move(m_figures));
  disposeInBackground(std::move(m_notes));
  disposeInBackground(std::move(m_path));
}

bool TraceFigures::isBusy() const {
  return m_rangeSettled.isActive() || m_working.isRunning() || m_noting.isRunning() || m_walking.isRunning() ||
         m_reading.isRunning() || m_finding.isRunning();
}

void TraceFigures::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_steps.reset();
  m_isWanted = false;
  m_rangeSettled.stop();
  m_working = {};
  m_noting = {};
  m_walking = {};
  m_reading = {};
  m_finding = {};
  disposeInBackground(std::exchange(m_figures, nullptr));
  disposeInBackground(std::exchange(m_notes, nullptr));
  disposeInBackground(std::exchange(m_path, nullptr));
  m_isPathSet = false;
  m_shapes.reset();
  m_counted.reset();
  m_smUse.clear();
  m_phases = {};
  m_failure.clear();
  Q_EMIT changed();
  Q_EMIT notesChanged();
  Q_EMIT pathChanged();
}

void TraceFigures::setSteps(std::shared_ptr<const FoundSteps> steps) {
  m_steps = std::move(steps);
  if (m_trace && m_isWanted) {
    work();
  }
}

void TraceFigures::setRange(std::optional<TimeRange> range) {
  if (range == m_range) {
    return;
  }
  m_range = range;
  if (m_isWanted) {
    m_rangeSettled.start();
  }
}

void TraceFigures::recount() {
  if (m_trace && m_isWanted) {
    work();
  }
  if (m_notes || m_noting.isRunning()) {
    m_noting = {};
    disposeInBackground(std::exchange(m_notes, nullptr));
    requestNotes();
  }
}

void TraceFigures::requestFigures() {
  if (m_trace && !m_isWanted) {
    m_isWanted = true;
    work();
  }
}

void TraceFigures::requestNotes() {
  if (!m_trace || m_notes || m_noting.isRunning()) {
    return;
  }
  m_noting = Job<std::shared_ptr<const DeviceNotes>>(
      [trace = m_trace](const std::stop_token& stop, Progress&) { return makeDeviceNotes(trace, stop); },
      [this](Expected<std::shared_ptr<const DeviceNotes>> notes) {
        if (notes) {
          m_notes = std::move(*notes);
          Q_EMIT notesChanged();
        }
      });
}

void TraceFigures::requestPath() {
  if (!m_trace || m_path || m_walking.isRunning()) {
    return;
  }
  m_walking = Job<std::shared_ptr<const PathNotes>>(
      [trace = m_trace](const std::stop_token& stop, Progress&) { return makePathNotes(trace, stop); },
      [this](Expected<std::shared_ptr<const PathNotes>> path) {
        if (path) {
          m_path = std::move(*path);
          Q_EMIT pathChanged();
        }
      });
}

void TraceFigures::setPath(std::shared_ptr<const PathNotes> path) {
  m_walking = {};
  m_isPathSet = true;
  disposeInBackground(std::exchange(m_path, std::move(path)));
  Q_EMIT pathChanged();
}

void TraceFigures::renewPath() {
  if (!m_isPathSet && (m_path || m_walking.isRunning())) {
    m_walking = {};
    disposeInBackground(std::exchange(m_path, nullptr));
    requestPath();
  }
}

void TraceFigures::work() {
  if (!m_steps) {
    return;
  }
  m_reading = {};
  m_finding = {};
  m_working = Job<std::shared_ptr<const OverviewFigures>>(
      [trace = m_trace, steps = m_steps, range = m_range](const std::stop_token& stop, Progress&) {
        return makeOverviewFigures(trace, steps, range, stop);
      },
      [this](Expected<std::shared_ptr<const OverviewFigures>> figures) { take(std::move(figures)); });
}

void TraceFigures::take(Expected<std::shared_ptr<const OverviewFigures>> figures) {
  if (!figures) {
    m_failure = coreText(figures.error().message);
    Q_EMIT changed();
    return;
  }
  disposeInBackground(std::exchange(m_figures, std::move(*figures)));
  m_smUse.clear();
  m_phases = {};
  m_failure.clear();
  readUse();
  findPhases();
  Q_EMIT changed();
}

void TraceFigures::readUse() {
  m_reading = Job<Use>(
      [figures = m_figures, known = m_shapes, counted = m_counted](const std::stop_token& stop,
                                                                   Progress&) -> Expected<Use> {
        auto shapes =
            known ? Expected<std::shared_ptr<const DeviceShapes>>(known) : readDeviceShapes(*figures->trace, stop);
        if (!shapes) {
          return std::unexpected(shapes.error());
        }
        Use use{.shapes = *shapes, .use = makeSmUse(*figures, **shapes), .counted = counted};
        if (counted == nullptr && hasCountedLaunches(*figures->trace)) {
          use.counted = std::make_shared<const CountedLaunches>(countedLaunches(*figures->trace, stop));
        }
        return use;
      },
      [this](Expected<Use> use) {
        if (use) {
          m_shapes = std::move(use->shapes);
          m_smUse = std::move(use->use);
          m_counted = std::move(use->counted);
          Q_EMIT changed();
        }
      });
}

void TraceFigures::findPhases() {
  m_finding = Job<DevicePhases>(
      [figures = m_figures](const std::stop_token& stop, Progress&) { return makeDevicePhases(*figures, stop); },
      [this](Expected<DevicePhases> phases) {
        if (phases) {
          m_phases = std::move(*phases);
          Q_EMIT changed();
        }
      });
}

}  // namespace kernline::ui
