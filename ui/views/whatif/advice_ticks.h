// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QString>
#include <QTreeView>

#include <memory>

namespace kernline::ui {

class AdviceTicksModel;

/// The rows of What to optimize, to be ticked. Enter goes to a row's example. A worker finds them while this is
/// visible; hidden if there are none.
class AdviceTicks : public QTreeView {
  Q_OBJECT

 public:
  explicit AdviceTicks(QWidget* parent);

  /// Shows the advice on the whole trace, compared with `device` as `WorkDevice` has it; nullptr drops it. Finds
  /// nothing anew for the same trace and device, unless `setStale` was called.
  void setTrace(std::shared_ptr<const Trace> trace, const QString& device = {});
  /// Steps or reports are other ones now; ticks stay.
  void setStale();
  /// Returns the change that follows all ticked rows, as kernline whatif spells it; empty if none is ticked.
  [[nodiscard]] QString changes() const;
  void untick();
  /// Returns nullptr until it is known.
  [[nodiscard]] std::shared_ptr<const Advice> advice() const;
  [[nodiscard]] bool isBusy() const { return m_finding.isRunning(); }

 Q_SIGNALS:
  void ticksChanged();  ///< by the user
  void adviceFound();
  void spanRequested(kernline::SpanId span);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  using Found = std::shared_ptr<const Advice>;

  void find();
  void goToCurrent();

  AdviceTicksModel* m_model;
  std::shared_ptr<const Trace> m_trace;
  QString m_device;
  bool m_isDue = false;  // to be found when seen
  Job<Found> m_finding;
};

}  // namespace kernline::ui
