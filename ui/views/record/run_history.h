// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QJsonArray>
#include <QString>

#include <vector>

namespace kernline::ui {

/// Runs of this machine with their recordings, a folder each. Unreadable ones are left out.
class RunHistory {
 public:
  explicit RunHistory(QString folder) : m_folder(std::move(folder)) {}

  /// A place for the recording of a run that begins now, in a folder of its own; empty if it cannot be made.
  [[nodiscard]] QString begin(const QString& title) const;
  /// A copy of the source that is about to be compiled, for the run that writes `recording`. Empty if it cannot be
  /// made.
  QString keepSource(const QString& recording, const QString& source) const;
  /// `results` as the recorder reported them. False if it cannot be written.
  bool keep(const KeptRun& run, const QJsonArray& results) const;
  /// Latest first.
  [[nodiscard]] std::vector<KeptRun> runs() const;
  /// Runs before the one that wrote `recording`; all, if that is not stored yet.
  [[nodiscard]] std::vector<KeptRun> runsBefore(const QString& recording) const;
  void remove(const QString& id) const;
  /// Keeps the latest `count` runs.
  void prune(int count) const;

 private:
  QString m_folder;
};

}  // namespace kernline::ui
