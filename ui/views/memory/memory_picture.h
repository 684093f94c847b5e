// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/memory_page.h"

#include <QSize>
#include <QString>
#include <QTimer>

#include <memory>
#include <string>

namespace kernline::ui {

/// Draws what a file tells of memory into a picture, then ends the application: 0 written, 1 it tells of none or the
/// picture cannot be written (one sentence on stderr).
class MemoryPicture : public QObject {
  Q_OBJECT

 public:
  /// `range` as `parseTimeRange` reads it; empty: the whole.
  MemoryPicture(const std::string& file, QString output, QSize size, std::string range);

  /// Each block a band instead of one curve.
  void setStacked(bool stacked) { m_page.setStacked(stacked); }

 private:
  using HistoryPtr = std::shared_ptr<const MemoryHistory>;

  void show(const HistoryPtr& history);
  void proceed();
  void fail(const std::string& sentence);

  MemoryPage m_page;
  QString m_output;
  std::string m_range;
  Job<HistoryPtr> m_reading;
  QTimer m_timer;
  int m_quietTurns = 0;
};

}  // namespace kernline::ui
