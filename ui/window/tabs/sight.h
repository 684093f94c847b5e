// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/notes/notes.h"
#include "ui/views/timeline/device_notes.h"

#include <QString>

#include <optional>
#include <string>

namespace kernline::ui {

/// The part of a trace or a log in view. Without a visible range: all of it.
struct Sight {
  std::optional<TimeRange> visible = {};
  std::optional<TimeRange> chosen = {};
  std::string range = {};              ///< in place of `visible`, as `parseTimeRange` reads it
  std::optional<Note> selected = {};   ///< the selected span, as a note on it without a text
  bool showsOverview = false;          ///< in place of the timeline
  NoteRows notes = {};                 ///< on the timeline
  QString logPart = {};                ///< its path in the outline of the log
  bool showsComparison = false;        ///< of the log, in place of its tables
  std::optional<bool> showsText = {};  ///< of the log; std::nullopt for the default; likewise:
  std::optional<bool> showsChart = {};

  bool operator==(const Sight&) const = default;
};

}  // namespace kernline::ui
