// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/rerun/rerun_plan.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QProcess>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;
class QTemporaryFile;

namespace kernline::ui {

/// Section on the operator of the selection, run alone on the GPU of this machine: by the script of `rerunScript`, with
/// the Python that KERNLINE_PYTHON names, else python3. Hidden if no operator launched the work.
class AloneSection : public QWidget {
  Q_OBJECT

 public:
  explicit AloneSection(QWidget* parent = nullptr);
  ~AloneSection() override;

  void showCallOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }
  [[nodiscard]] bool isMeasuring() const { return m_process.state() != QProcess::NotRunning; }

 private:
  void fill(RerunCase found);
  void measure();
  void finish(int code, bool isStarted);
  void copyScript() const;
  void showText(const QString& text);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<TraceAnalysis> m_causes;  // analysis of the trace, cached for the next span
  Job<RerunCase> m_reading;
  std::optional<RerunCase> m_case;
  QProcess m_process;
  std::unique_ptr<QTemporaryFile> m_script;
  QLabel* m_text = nullptr;
  QPushButton* m_measure = nullptr;
  QPushButton* m_copy = nullptr;
};

}  // namespace kernline::ui
