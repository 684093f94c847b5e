// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace kernline::ui {

/// The user's request to the recorder.
struct RunRequest {
  enum class Kind { Kernel, Program };
  Kind kind = Kind::Kernel;
  QString title;

  // A kernel, by its name or as a .cu file
  QString kernel;
  std::vector<std::pair<QString, QStringList>> values;  ///< several: a sweep
  bool isTuned = false;                                 ///< whether only the fastest of several values are recorded
  bool isL2Warm = false;
  int samples = 0;  ///< 0 to sample until the noise is low enough

  bool isProfiled = false;  ///< whether its work is counted
  bool hasBlocks = false;   ///< its blocks are recorded

  // A program
  QStringList command;
  QString folder;
  QStringList environment;
  double delaySeconds = 0;
  double durationSeconds = 0;  ///< 0 to record until it ends, or for the recorder's own time if armed
  bool isArmed = false;        ///< nothing is recorded until it is asked for
  double keepSeconds = 0;      ///< of what came before that; 0 for nothing, or for the recorder's own time
  QStringList conditions;      ///< armed: it also records by itself, as --when takes them

  QString torch;     ///< value of --torch: what is recorded of PyTorch; empty for the default
  QString profiled;  ///< a pattern: what kernels of these names do is counted; empty if none

  // Both
  QString counters;              ///< a set of the recorder's; empty if none
  bool isSourceSampled = false;  ///< hot lines

  /// Returns the recorder's arguments; it writes into `out` and reports its progress.
  [[nodiscard]] QStringList arguments(const QString& out) const;
  /// Returns the shell command that does the same.
  [[nodiscard]] QString shellText() const;
};

/// A command line as a shell splits it: blanks, quotes and backslashes.
[[nodiscard]] QStringList splitCommand(const QString& line);

}  // namespace kernline::ui
