// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_range.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/memory/memory_page.h"

#include <QSize>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline::ui {

/// Draws the memory data of a file into a picture, then ends the application: 0 written, 1 it has none or the
/// picture cannot be written (one sentence on stderr).
class MemoryPicture : public QObject {
  Q_OBJECT

 public:
  MemoryPicture(const std::string& file, QString output, QSize size, RangeChoice range);

  /// Each block a band instead of one curve.
  void setStacked(bool stacked) { m_page.setStacked(stacked); }

 private:
  struct Read {
    std::shared_ptr<const MemoryHistory> history;
    std::optional<TimeRange> range;
  };

  static Expected<Read> read(const std::string& file, const RangeChoice& choice, const std::stop_token& stop,
                             Progress& progress);
  void show(const Read& read);
  void proceed();
  void fail(const std::string& sentence);

  MemoryPage m_page;
  QString m_output;
  Job<Read> m_reading;
  QTimer m_timer;
  int m_quietTurns = 0;
};

}  // namespace kernline::ui
