// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/source/source_comparison.h"
#include "ui/kit/jobs/job.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>

class QTableView;

namespace kernline::ui {

class QuietLabel;
class RowsModel;

/// Two runs whose hot lines were sampled.
struct ComparedRuns {
  SampledRun before;
  SampledRun after;
  SourceComparison comparison;
};

/// Which source lines became cheaper or dearer from one recording to another: of each kernel those that
/// changed most first.
class SourceChanges : public QWidget {
  Q_OBJECT

 public:
  explicit SourceChanges(QWidget* parent = nullptr);

  /// Two files, read by a worker; of any other number nothing is shown.
  void showRecordings(const QStringList& files);
  [[nodiscard]] bool isBusy() const { return m_comparing.isRunning(); }

 Q_SIGNALS:
  void found(bool hasLines);  ///< whether both sampled lines of a kernel

 private:
  using Runs = std::shared_ptr<const ComparedRuns>;

  void take(const Runs& runs);

  Job<Runs> m_comparing;
  QuietLabel* m_note = nullptr;
  RowsModel* m_model = nullptr;
  QTableView* m_table = nullptr;
};

}  // namespace kernline::ui
