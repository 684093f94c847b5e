// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kernline::ui {

/// Preconditions of a command.
enum class Needs : std::uint8_t {
  Nothing,
  File,
  TimelineFile,  ///< a file that shows a timeline, or would if it could be read
  Trace,
  Selection,
  Range,
  SelectionOrStep,
  SelectionOrRange,  ///< a selection, a range or a step
  Clearable,         ///< a selection, a range or a search; or a log
  Steps,
  Search,  ///< a text, or matches
  Matches,
  Log,
  Ranks,
  Live,
  Picture,
  TraceOrLog,
  Loading,      ///< a file that is being read
  Before,       ///< a view of the trace, to go back to
  After,        ///< the same, to go forward to
  OtherFiles,   ///< other open files
  Closed,       ///< a file that was closed
  Runnable,     ///< the run shown in the recording panel
  Running,      ///< a run of that panel
  Armed,        ///< the same, which waits to be recorded
  NoteChange,   ///< a change of the notes that can be undone
  UndoneChange  ///< the same, which can be made again
};

}  // namespace kernline::ui
