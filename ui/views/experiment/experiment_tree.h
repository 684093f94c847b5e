// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <QStringList>
#include <QTreeWidget>

#include <memory>

namespace kernline::ui {

/// The files of an experiment in their groups. A click on a name, or Enter, opens it; a check mark, or Space, chooses
/// it for the comparison.
class ExperimentTree : public QTreeWidget {
  Q_OBJECT

 public:
  enum Column { Name, Compare, Kind, Rank, Size, Contents, Why };

  explicit ExperimentTree(QWidget* parent = nullptr);

  void show(const Experiment& experiment);
  /// Return what is checked: traces and runs, or logs, ncu reports and results, each by the path that opens it.
  [[nodiscard]] QStringList checkedRuns() const { return checked(true); }
  [[nodiscard]] QStringList checkedLogs() const { return checked(false); }
  /// Returns the files of the current group: runs, snapshots, reports, logs and results.
  [[nodiscard]] QStringList pathsOfCurrentGroup() const;

 Q_SIGNALS:
  void openRequested(const QString& path);
  void checksChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void addGroup(const Experiment& experiment, const ExperimentGroup& group);
  void addUnread(const Experiment& experiment);
  void open(const QTreeWidgetItem* item);
  [[nodiscard]] QStringList checked(bool areRuns) const;
};

}  // namespace kernline::ui
