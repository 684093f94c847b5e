// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <variant>

namespace kernline::ui {

/// Stage of the recorder, in the run of that number.
struct StageEvent {
  QString stage;  ///< "preparing", "sampling", …
  QString text;   ///< its own words
  int run = 0;    ///< number of the run, from 0
  int runs = 1;
};

/// Figures of a run's samples so far.
struct SampleEvent {
  qint64 samples = 0;
  double medianNs = 0;
  double noise = 0;  ///< relative half-width of the median's 95 % interval
};

struct ClockEvent {
  int smMhz = 0;
  int memoryMhz = 0;
  int celsius = 0;
  QString throttle;  ///< "none", or why
};

/// Something is wrong, maybe at a place of a file.
struct ErrorEvent {
  QString file;
  int line = 0;    ///< line number, from 1; 0 if not known
  int column = 0;  ///< column number, from 1; 0 if not known
  QString text;
  QString code;  ///< text of the line

  /// Formats the error as compilers print it: the place, then the line with a mark below.
  [[nodiscard]] QStringList lines() const;
};

/// std::monostate for an event of an unknown kind.
using RecorderEvent = std::variant<std::monostate, StageEvent, SampleEvent, ClockEvent, ErrorEvent, RunFigures>;

/// A line of the recorder's progress. Missing fields are zero or empty.
[[nodiscard]] RecorderEvent recorderEvent(const QJsonObject& message);

}  // namespace kernline::ui
