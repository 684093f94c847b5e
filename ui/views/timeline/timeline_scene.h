// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/chosen_range.h"
#include "ui/views/timeline/companions.h"
#include "ui/views/timeline/device_notes.h"
#include "ui/views/timeline/moved_spans.h"
#include "ui/views/timeline/path_notes.h"
#include "ui/views/timeline/row_arranger.h"
#include "ui/views/timeline/shown_matches.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_mark.h"
#include "ui/views/timeline/timeline_selection.h"
#include "ui/views/timeline/visible_rows.h"
#include "ui/views/timeline/visible_time.h"
#include "ui/views/timeline/work_colors.h"

#include <QObject>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Shared state of one timeline's parts: the trace and its derived data, and, each in a part of its own, the visible
/// range, arrangement, matches, selection and chosen range. Owned by the view; canvas and minimap read it, change it
/// through its parts, and repaint on its signals.
class TimelineScene : public QObject {
  Q_OBJECT

 public:
  TimelineScene();

  /// nullptr empties the scene. With `keepView` (a preview gives way to the whole trace) the visible range, the scroll
  /// position, the arrangement of the rows and the selection stay; a view that was not moved yet goes on showing the
  /// whole. All other state of the trace before is dropped.
  void setTrace(std::shared_ptr<const Trace> trace, bool keepView);
  /// An index of another trace than the one shown is ignored.
  void setIndex(std::shared_ptr<const QueryIndex> index);
  /// Shows these instead of the trace's own.
  void setSteps(std::shared_ptr<const FoundSteps> steps);
  /// Flags and bands in the ruler, in any order.
  void setMarks(std::vector<TimelineMark> marks);
  /// Sets idle causes and queue depths of devices.
  void setDeviceNotes(std::shared_ptr<const DeviceNotes> notes);
  void setPathNotes(std::shared_ptr<const PathNotes> path);
  /// Sets the rows that have notes. Stays with another trace.
  void showNotes(NoteRows rows);
  /// If the trace is a replay: what it changed, which is hatched; else nullptr. Of this trace only.
  void setMoved(std::shared_ptr<const MovedSpans> moved);
  /// Sets the colors of device activity in place of those by name; nullptr restores these.
  void setWorkColors(std::shared_ptr<const WorkColors> colors);
  /// Sets the size of the area of tracks, in logical pixels.
  void setViewport(int width, int height);
  /// Emits no signals from now on.
  void silence();

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] const QueryIndex* index() const { return m_index.get(); }
  [[nodiscard]] const std::shared_ptr<const QueryIndex>& sharedIndex() const { return m_index; }
  [[nodiscard]] const ShownSteps& steps() const { return *m_steps; }
  [[nodiscard]] const std::shared_ptr<const ShownSteps>& sharedSteps() const { return m_steps; }
  [[nodiscard]] const std::vector<TimelineMark>& marks() const { return m_marks; }
  [[nodiscard]] const DeviceNotes* deviceNotes() const { return m_deviceNotes.get(); }
  [[nodiscard]] const PathNotes* pathNotes() const { return m_pathNotes.get(); }
  [[nodiscard]] NoteRows shownNotes() const { return m_shownNotes; }
  [[nodiscard]] const std::shared_ptr<const MovedSpans>& moved() const { return m_moved; }
  [[nodiscard]] const std::shared_ptr<const WorkColors>& workColors() const { return m_workColors; }

  [[nodiscard]] VisibleTime& time() { return m_time; }
  [[nodiscard]] const VisibleTime& time() const { return m_time; }
  [[nodiscard]] VisibleRows& rows() { return m_rows; }
  [[nodiscard]] const VisibleRows& rows() const { return m_rows; }
  [[nodiscard]] RowArranger& arranger() { return m_arranger; }
  [[nodiscard]] const RowArranger& arranger() const { return m_arranger; }
  [[nodiscard]] ShownMatches& matches() { return m_matches; }
  [[nodiscard]] const ShownMatches& matches() const { return m_matches; }
  [[nodiscard]] TimelineSelection& selection() { return m_selection; }
  [[nodiscard]] const TimelineSelection& selection() const { return m_selection; }
  [[nodiscard]] Companions& companions() { return m_companions; }
  [[nodiscard]] const Companions& companions() const { return m_companions; }
  [[nodiscard]] ChosenRange& chosen() { return m_chosen; }
  [[nodiscard]] const ChosenRange& chosen() const { return m_chosen; }

 Q_SIGNALS:
  void changed();         ///< everything must be painted anew
  void contentChanged();  ///< another trace, index or search, or other steps; `changed` follows
  void overlayChanged();  ///< only what lies over the tracks
  void stepsChanged();    ///< others of the same trace

 private:
  void placeNotes();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const QueryIndex> m_index;
  std::shared_ptr<const ShownSteps> m_steps = std::make_shared<const ShownSteps>();
  std::vector<TimelineMark> m_marks;
  std::shared_ptr<const DeviceNotes> m_deviceNotes;
  std::shared_ptr<const PathNotes> m_pathNotes;
  std::shared_ptr<const MovedSpans> m_moved;
  std::shared_ptr<const WorkColors> m_workColors;
  NoteRows m_shownNotes;

  VisibleTime m_time;
  VisibleRows m_rows;
  ShownMatches m_matches;
  RowArranger m_arranger{m_rows, m_matches};
  TimelineSelection m_selection;
  Companions m_companions{m_selection};
  ChosenRange m_chosen;
};

}  // namespace kernline::ui
