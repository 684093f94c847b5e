// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/source/source_comparison.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <utility>

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

/// The source lines that became cheaper or more expensive from one recording to another: of each kernel those that
/// changed most first, and its other changes.
class SourceChanges : public QWidget {
  Q_OBJECT

 public:
  explicit SourceChanges(QWidget* parent = nullptr);

  /// Two files, read by a worker; for any other number it stays empty.
  void showRecordings(const QStringList& files);
  /// Two that are open; nullptr if nothing is shown.
  void showTraces(const std::shared_ptr<const Trace>& before, const std::shared_ptr<const Trace>& after);
  [[nodiscard]] bool isBusy() const { return m_comparing.isRunning(); }

 Q_SIGNALS:
  void found(bool hasLines);  ///< whether both sampled lines of a kernel

 private:
  using Runs = std::shared_ptr<const ComparedRuns>;

  void forget();
  void start(Job<Runs>::Work work);
  void take(const Runs& runs);

  std::pair<std::shared_ptr<const Trace>, std::shared_ptr<const Trace>> m_traces;  // shown traces, if not files
  Job<Runs> m_comparing;
  QuietLabel* m_note = nullptr;
  RowsModel* m_model = nullptr;
  QTableView* m_table = nullptr;
};

}  // namespace kernline::ui
