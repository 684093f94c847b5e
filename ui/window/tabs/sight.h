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
  std::string range = {};             ///< range in place of `visible`, in the form of `parseTimeRange`
  std::optional<Note> selected = {};  ///< the selected span, as a note on it without a text
  bool showsOverview = false;         ///< whether it shows the overview in place of the timeline
  NoteRows notes = {};
  QString logPart = {};                ///< its path in the outline of the log
  bool showsComparison = false;        ///< whether it shows the log's comparison in place of its tables
  std::optional<bool> showsText = {};  ///< whether it shows the log's text; nullopt for the default; likewise:
  std::optional<bool> showsChart = {};

  bool operator==(const Sight&) const = default;
};

}  // namespace kernline::ui
