// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>

namespace kernline::ui {

class LongWork;
class QuietLabel;
class SourceView;
struct SummedSources;

/// The SourceView of a trace, read by a worker once it is visible; a sentence if there are no samples.
class SourcePanel : public QWidget {
  Q_OBJECT

 public:
  explicit SourcePanel(QWidget* parent = nullptr);

  /// nullptr if nothing is open, or it is not whole yet.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Follows the selection: a kernel of the trace by its name there.
  void showKernel(const QString& name);
  /// Shows a line in `sourcesOf` the trace.
  void showLine(const HotLine& line);
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }
  [[nodiscard]] SourceView* view() const { return m_view; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  using Sources = std::shared_ptr<const SummedSources>;

  void readIfSeen();
  void drop();
  void take(const Expected<Sources>& sources);
  void showAsked();

  std::shared_ptr<const Trace> m_trace;
  bool m_isDue = false;  // whether to read once visible
  QString m_kernel;      // requested, until it can be shown
  std::optional<HotLine> m_line;
  Job<Sources> m_reading;
  SourceView* m_view = nullptr;
  LongWork* m_long = nullptr;
  QuietLabel* m_note = nullptr;
};

}  // namespace kernline::ui
