// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/available.h"

namespace kernline::ui {

bool Available::satisfies(Needs needs) const {
  switch (needs) {
    case Needs::Nothing:
      return true;
    case Needs::File:
      return file;
    case Needs::TimelineFile:
      return timelineFile;
    case Needs::Log:
      return log;
    case Needs::Picture:
      return trace || log || memoryFile;
    case Needs::Ranks:
      return ranks;
    case Needs::Live:
      return live;
    case Needs::TraceOrLog:
      return trace || log;
    case Needs::Trace:
      return trace;
    case Needs::Selection:
      return selection;
    case Needs::Range:
      return range;
    case Needs::SelectionOrStep:
      return selection || step;
    case Needs::SelectionOrRange:
      return selection || step || range;
    case Needs::Clearable:
      return log || selection || step || range || search;
    case Needs::Steps:
      return steps;
    case Needs::Search:
      return search;
    case Needs::Matches:
      return matches;
    case Needs::Before:
      return before;
    case Needs::After:
      return after;
    case Needs::OtherFiles:
      return otherFiles;
    case Needs::Loading:
      return loading;
    case Needs::Closed:
      return closed;
    case Needs::Runnable:
      return runnable;
    case Needs::Running:
      return running;
    case Needs::Armed:
      return armed;
    case Needs::NoteChange:
      return noteChange;
    case Needs::UndoneChange:
      return undoneChange;
  }
  return false;
}

}  // namespace kernline::ui
