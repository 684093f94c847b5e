// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Lines of a log's text, read on a worker when they are first requested; the pages around the last requested ones are
/// cached, so that any place of a log of any size is a page away.
class TextLines : public QObject {
  Q_OBJECT

 public:
  static constexpr std::uint32_t pageLines = 256;

  using QObject::QObject;

  void setLog(std::shared_ptr<const Log> log);
  [[nodiscard]] std::uint32_t count() const { return m_log ? m_log->lineCount() : 0; }
  /// Line `number`, counted from 1; nullopt while it is being read, until `linesLoaded`.
  [[nodiscard]] std::optional<QString> line(std::uint32_t number);
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }
  [[nodiscard]] const std::shared_ptr<const Log>& log() const { return m_log; }

 Q_SIGNALS:
  void linesLoaded();

 private:
  using Page = std::vector<QString>;

  void read(std::uint32_t page);

  std::shared_ptr<const Log> m_log;
  std::map<std::uint32_t, Page> m_pages;
  std::uint32_t m_wanted = 0;  // the last page that was requested in vain
  Job<Page> m_reading;
};

}  // namespace kernline::ui
