// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"
#include "ui/views/timeline/row_actions.h"
#include "ui/views/timeline/row_groups.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

class ShownMatches;
class VisibleRows;
struct TimelineRow;

/// Decides the rows and their order: by the user's arrangement, by the hits of a search, and by
/// the notes that there are on devices. Lays them out anew when one of these changes.
class RowArranger : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive this.
  RowArranger(VisibleRows& rows, ShownMatches& matches);

  /// `before`, if it is one of the same file: its arrangement and scroll position stay. Emits no signal: the scene does
  /// once it is complete.
  void setTrace(std::shared_ptr<const Trace> trace, const Trace* before);
  /// Rows of notes on devices, which are shown with those that the trace fills. No effect without a trace.
  void setNoteRows(std::vector<RowId> notes);

  [[nodiscard]] const Arrangement& arrangement() const { return m_arrangement; }
  /// All rows in their order, the hidden ones too.
  [[nodiscard]] std::vector<RowGroup> allRows() const;
  /// Rows that are hidden only because they lack a hit; 0 if none is.
  [[nodiscard]] std::size_t withoutMatch() const;

  /// Arranges the rows. The topmost visible row stays where it is, if it stays at all.
  void arrange(Arrangement arrangement);
  void act(RowId row, RowAction action);
  /// Pins these rows, at most 16, until the next call; the stored arrangement does not include it.
  void pinTemporarily(const std::vector<RowId>& rows);
  void toggle(const TimelineRow& row);
  void setAllCollapsed(bool collapsed);
  /// None is hidden or filtered away then.
  void showAll();
  /// Undoes what keeps a row out of the layout, and no more than that.
  void open(RowId row);
  /// Opens the row and all its lanes.
  void expand(RowId row);
  /// Resets the arrangement to that of a new kind of trace.
  void reset();
  /// Keeps arrangements from now on in the user's settings, for other traces of the same kind.
  void keepArrangements() { m_keepsArrangements = true; }

 Q_SIGNALS:
  void changed();  ///< emitted for changes of the user, or another trace

 private:
  [[nodiscard]] std::vector<RowId> rowsToShow() const;
  [[nodiscard]] Arrangement freshArrangement() const;
  void relayout();

  VisibleRows& m_rows;
  ShownMatches& m_matches;
  std::shared_ptr<const Trace> m_trace;
  std::vector<RowId> m_filledRows;  // rows that have anything, including notes
  Arrangement m_arrangement;
  Arrangement m_untouched;  // arrangement before anyone touched it
  std::vector<RowId> m_pinnedForNow;
  bool m_keepsArrangements = false;
  bool m_isManuallyArranged = false;  // whether the user has arranged rows since the trace, or its preview, was opened
};

}  // namespace kernline::ui
