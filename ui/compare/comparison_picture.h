// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison_page.h"
#include "ui/jobs/job.h"

#include <QSize>
#include <QString>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

/// Draws the comparison of logs into a picture, then ends the application: 0 written, 1 the files cannot be compared or
/// the picture not be written (one sentence on stderr).
class ComparisonPicture : public QObject {
  Q_OBJECT

 public:
  ComparisonPicture(std::vector<std::string> files, QString output, QSize size);

 private:
  using Logs = std::vector<std::shared_ptr<const Log>>;

  void proceed();
  void fail(const std::string& sentence);

  ComparisonPage m_page;
  QString m_output;
  Job<Logs> m_reading;
  QTimer m_timer;
  int m_quietTurns = 0;
};

}  // namespace kernline::ui
