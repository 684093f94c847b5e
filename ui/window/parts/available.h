// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/needs.h"

namespace kernline::ui {

/// Preconditions that are met.
struct Available {
  bool file = false;
  bool timelineFile = false;  ///< a file that shows a timeline, or would if it could be read
  bool trace = false;
  bool log = false;
  bool live = false;        ///< a recording that is being written
  bool ranks = false;       ///< a trace of several ranks
  bool memoryFile = false;  ///< a file about memory alone
  bool selection = false;   ///< a selected span
  bool step = false;        ///< one is selected
  bool range = false;       ///< a chosen interval
  bool steps = false;
  bool search = false;  ///< a text, or matches, to walk through
  bool matches = false;
  bool loading = false;  ///< a file that is being read
  bool before = false;   ///< a view to go back to
  bool after = false;    ///< a view to go forward to
  bool otherFiles = false;
  bool closed = false;      ///< a file that was closed
  bool runnable = false;    ///< something that can be recorded
  bool running = false;     ///< it is being recorded
  bool armed = false;       ///< whether it is recorded on request
  bool noteChange = false;  ///< a change of the notes that can be undone; likewise:
  bool undoneChange = false;

  [[nodiscard]] bool satisfies(Needs needs) const;
};

}  // namespace kernline::ui
