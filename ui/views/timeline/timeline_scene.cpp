// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_scene.h"

#include <utility>

namespace kernline::ui {

TimelineScene::TimelineScene() {
  connect(&m_time, &VisibleTime::changed, this, &TimelineScene::changed);
  connect(&m_rows, &VisibleRows::changed, this, &TimelineScene::changed);
  connect(&m_companions, &Companions::changed, this, &TimelineScene::changed);
  connect(&m_matches, &ShownMatches::changed, this, [this] {
    Q_EMIT contentChanged();
    Q_EMIT changed();
  });
  connect(&m_selection, &TimelineSelection::changed, this, &TimelineScene::overlayChanged);
  connect(&m_selection, &TimelineSelection::stepChanged, this, &TimelineScene::overlayChanged);
  connect(&m_chosen, &ChosenRange::changed, this, &TimelineScene::overlayChanged);
}

/// All parts have the trace before anybody hears of it.
void TimelineScene::setTrace(std::shared_ptr<const Trace> trace, bool keepView) {
  const std::shared_ptr<const Trace> former = std::exchange(m_trace, std::move(trace));
  const Trace* const before = keepView && m_trace ? former.get() : nullptr;
  const bool hadSelection = m_selection.span() != SpanId::none;
  const bool hadStep = m_selection.step().has_value();
  const bool hadRange = m_chosen.range().has_value();
  m_index.reset();
  m_steps = std::make_shared<const ShownSteps>(m_trace);
  m_deviceNotes.reset();
  m_pathNotes.reset();
  m_moved.reset();
  m_workColors.reset();
  m_matches.setTrace(m_trace);
  m_companions.setTrace(m_trace);
  m_arranger.setTrace(m_trace, before);
  m_selection.setTrace(m_trace, m_steps, before);
  m_chosen.setTrace(m_trace, m_steps, before != nullptr);
  m_time.setTrace(m_trace);
  if (before == nullptr || m_time.showsAll()) {
    m_time.fitMost();
  }
  if (hadRange) {
    Q_EMIT m_chosen.changed();
  }
  if (hadStep || m_selection.step()) {
    Q_EMIT m_selection.stepChanged();
  }
  if (hadSelection) {
    Q_EMIT m_selection.changed();
  }
  Q_EMIT m_selection.hoverChanged();
  Q_EMIT m_arranger.changed();
  Q_EMIT m_matches.onlyChanged();
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setIndex(std::shared_ptr<const QueryIndex> index) {
  if (index && index->trace() != m_trace) {
    return;
  }
  m_index = std::move(index);
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setSteps(std::shared_ptr<const FoundSteps> steps) {
  m_steps = std::make_shared<const ShownSteps>(m_trace, std::move(steps));
  m_chosen.setSteps(m_steps);
  m_selection.setSteps(m_steps);
  Q_EMIT contentChanged();
  Q_EMIT changed();
  Q_EMIT stepsChanged();
}

void TimelineScene::setMarks(std::vector<TimelineMark> marks) {
  m_marks = std::move(marks);
  Q_EMIT overlayChanged();
}

void TimelineScene::setDeviceNotes(std::shared_ptr<const DeviceNotes> notes) {
  m_deviceNotes = std::move(notes);
  placeNotes();
}

void TimelineScene::setPathNotes(std::shared_ptr<const PathNotes> path) {
  m_pathNotes = std::move(path);
  placeNotes();
}

void TimelineScene::showNotes(NoteRows rows) {
  m_shownNotes = rows;
  placeNotes();
}

void TimelineScene::placeNotes() {
  std::vector<RowId> rows;
  if (m_shownNotes.path && m_pathNotes) {
    rows.push_back(pathRow);
  }
  const std::vector<DeviceNote> none;
  for (const DeviceNote& note : m_deviceNotes ? m_deviceNotes->devices : none) {
    const auto process = static_cast<std::int32_t>(note.process);
    if (m_shownNotes.idle) {
      rows.push_back({RowClass::Idle, process});
    }
    if (m_shownNotes.queues && !note.queue.isEmpty()) {
      rows.push_back({RowClass::Queue, process});
    }
  }
  m_arranger.setNoteRows(std::move(rows));
}

void TimelineScene::setMoved(std::shared_ptr<const MovedSpans> moved) {
  m_moved = m_trace && moved && moved->isHatched.size() == m_trace->spanCount() ? std::move(moved) : nullptr;
  Q_EMIT changed();
}

void TimelineScene::setWorkColors(std::shared_ptr<const WorkColors> colors) {
  m_workColors = m_trace ? std::move(colors) : nullptr;
  Q_EMIT changed();
}

void TimelineScene::setViewport(int width, int height) {
  m_time.setWidth(width);
  m_rows.setHeight(height);
}

void TimelineScene::silence() {
  for (QObject* const part : std::initializer_list<QObject*>{this, &m_time, &m_rows, &m_matches, &m_arranger,
                                                             &m_selection, &m_companions, &m_chosen}) {
    part->blockSignals(true);
  }
}

}  // namespace kernline::ui
