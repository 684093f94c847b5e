// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"

#include <QDialog>
#include <QObject>

#include <cstdint>
#include <map>
#include <vector>

class QTreeWidget;

namespace kernline::ui {

/// One of the runs whose ranks a folder or an archive holds.
struct RunOnOffer {
  QString path;  ///< by which it is opened
  QString name;
  std::size_t ranks = 0;
  std::uint64_t bytes = 0;      ///< 0: unknown, in an archive
  std::int64_t changedSec = 0;  ///< of the newest file, since 1970; 0: unknown
};

/// Which of several runs to open.
class RunChoiceDialog : public QDialog {
  Q_OBJECT

 public:
  RunChoiceDialog(const QString& folder, const std::vector<RunOnOffer>& runs, QWidget* parent);

 Q_SIGNALS:
  void chosen(const QStringList& paths);

 private:
  void choose();

  QTreeWidget* m_list = nullptr;
};

/// Looks which runs are in what could not be opened as one, and asks for those that a person wants.
class RunChoice : public QObject {
  Q_OBJECT

 public:
  explicit RunChoice(QWidget* window) : QObject(window), m_window(window) {}

  void inspect(const QString& path);
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// In place of what was refused.
  void chosen(const QString& refused, const QStringList& paths);

 private:
  void ask(const QString& path, const std::vector<RunOnOffer>& runs);

  QWidget* m_window;
  std::map<QString, Job<std::vector<RunOnOffer>>> m_looks;
};

}  // namespace kernline::ui
