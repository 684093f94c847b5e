// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/data_quality.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QStatusBar>

#include <chrono>
#include <cstddef>

class QLabel;
class QToolButton;

namespace kernline::ui {

class CurrentTrace;
class FileTab;
class TimelineView;

/// The line at the bottom: file, what is in it, load time, visible range, selection, and the number of issues by
/// which figures may be off.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  /// nullptr if nothing is open.
  void showFile(const FileTab* file);
  /// Follows the visible range, the selection and the data issues of this trace.
  void follow(const CurrentTrace& current);

  /// A file is being written, until `showOutcome` has the outcome.
  void showWriting(const QString& path);
  /// One sentence, which stays until the next.
  void showOutcome(const QString& sentence);

 Q_SIGNALS:
  void issuesRequested();
  void cancelRequested();

 private:
  void showRange(const Trace& trace, TimeRange range);
  void showSelection(const CurrentTrace& current);
  void showStep(const TimelineView& view, std::size_t step);
  void showText(const QString& text);
  void showIssues(const DataQuality* quality);

  QLabel* m_file;
  QLabel* m_range;
  QLabel* m_selection;
  QToolButton* m_issues;
  QLabel* m_writing;
  QToolButton* m_cancel;
  Job<Duration> m_measuring;  // measures the selected step
};

}  // namespace kernline::ui
