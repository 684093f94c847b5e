// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/open_document.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/runs_window.h"

#include <QSize>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

/// Draws the comparison of traces, or of logs, or the matrix or series that they make, into a picture, then ends the
/// application: 0 written, 1 the files cannot be compared or the picture not be written (one sentence on stderr).
/// Without a size a comparison of traces is as high as its contents.
class ComparisonPicture : public QObject {
  Q_OBJECT

 public:
  ComparisonPicture(std::vector<std::string> files, RunsWindow::Mode mode, QString output, QSize size);

 private:
  using Documents = std::vector<OpenedDocument>;

  void show(const Documents& documents);
  void showTraces(const Documents& documents);
  void showLogs(const Documents& documents);
  void fit(RunsWindow& window);
  void proceed();
  void fail(const std::string& sentence);

  std::vector<std::string> m_files;
  RunsWindow::Mode m_mode;
  QString m_output;
  QSize m_size;
  std::unique_ptr<QWidget> m_page;
  std::function<bool()> m_isBusy;
  std::function<bool()> m_isEmpty;
  std::function<void()> m_arrange;  // once everything has arrived
  Job<Documents> m_reading;
  QTimer m_timer;
  int m_quietTurns = 0;
};

}  // namespace kernline::ui
