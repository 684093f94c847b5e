// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_range.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/work/work_table.h"

#include <QSize>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <string>

namespace kernline::ui {

class QuietLabel;
class RooflineChart;

/// Draws the roofline of a trace into a picture, below the headline of its panel, then ends the application: 0 written,
/// 1 it has none or the picture cannot be written (one sentence on stderr).
class RooflinePicture : public QObject {
  Q_OBJECT

 public:
  struct Wanted {
    WorkBy by = WorkBy::Shape;
    RangeChoice range;
    QString device;  ///< name from `WorkDevice`
  };

  RooflinePicture(const std::string& file, QString output, QSize size, Wanted wanted);

 private:
  using Table = std::shared_ptr<const WorkTable>;

  static Expected<Table> read(const std::string& file, const Wanted& wanted, const std::stop_token& stop,
                              Progress& progress);
  void show(const Table& table);
  void save();
  void fail(const std::string& sentence);

  QWidget m_page;
  QuietLabel* m_headline;
  RooflineChart* m_chart;
  QString m_output;
  Job<Table> m_reading;
};

}  // namespace kernline::ui
