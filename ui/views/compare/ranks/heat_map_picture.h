// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_map.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/ranks/heat_page.h"

#include <QSize>
#include <QString>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

/// Draws the heat map of a run's ranks into a picture, then ends the application: 0 written, 1 the ranks cannot be
/// read or the picture cannot be written (one sentence on stderr).
class HeatMapPicture : public QObject {
  Q_OBJECT

 public:
  /// `metric` empty for the page's own choice.
  HeatMapPicture(std::vector<std::string> files, QString output, QSize size, std::string metric);

 private:
  void proceed();
  void fail(const std::string& sentence);

  HeatPage m_page;
  QString m_output;
  std::string m_metric;
  Job<std::shared_ptr<const RankSet>> m_reading;
  QTimer m_timer;
  int m_quietTurns = 0;
};

}  // namespace kernline::ui
