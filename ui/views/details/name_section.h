// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/duration_histogram.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>

class QToolButton;

namespace kernline::ui {

class DurationChart;
class QuietLabel;

/// The durations of all spans of one name, with the selected one among them. Hidden if there is only one.
class NameSection : public QWidget {
  Q_OBJECT

 public:
  explicit NameSection(QWidget* parent = nullptr);

  void showNameOf(std::shared_ptr<const Trace> trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_counting.isRunning(); }

 Q_SIGNALS:
  /// The spans of this name with the duration chosen on the chart, by start.
  void matchesFound(std::shared_ptr<const std::vector<kernline::SpanId>> matches, const QString& title);

 private:
  void take(NameDurations durations);
  void refresh();
  void choose(Duration min, Duration max);

  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  NameDurations m_durations;
  Job<NameDurations> m_counting;
  DurationChart* m_chart = nullptr;
  QToolButton* m_logarithmic = nullptr;
  QuietLabel* m_figures = nullptr;
};

}  // namespace kernline::ui
