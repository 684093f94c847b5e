// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/counter_means.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace kernline::ui {

class FactGrid;

/// Mean counters of a device activity's GPU while it ran, or of all GPUs over a range. Hidden if none were sampled.
class CountersSection : public QWidget {
  Q_OBJECT

 public:
  explicit CountersSection(QWidget* parent = nullptr);

  void showCountersOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  /// Shows all GPUs that have counters.
  void showCountersIn(const std::shared_ptr<const Trace>& trace, TimeRange range);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 private:
  void read(const std::shared_ptr<const Trace>& trace, const std::vector<ProcessId>& devices, TimeRange range);
  void fill(const Trace& trace, const std::vector<CounterMean>& means, TimeRange range);

  Job<std::vector<CounterMean>> m_reading;
  QLabel* m_heading = nullptr;
  FactGrid* m_facts = nullptr;
};

}  // namespace kernline::ui
