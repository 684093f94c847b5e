// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/counter_means.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace kernline::ui {

class FactGrid;

/// What the counters of its GPU were on average while a piece of device work ran. Hidden where none were sampled.
class CountersSection : public QWidget {
  Q_OBJECT

 public:
  explicit CountersSection(QWidget* parent = nullptr);

  void showCountersOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 private:
  void fill(const Trace& trace, const std::vector<CounterMean>& means);

  Job<std::vector<CounterMean>> m_reading;
  FactGrid* m_facts = nullptr;
};

}  // namespace kernline::ui
