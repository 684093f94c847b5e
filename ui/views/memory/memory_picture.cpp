// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_picture.h"

#include "core/model/format/time_range.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/views/memory/memory_source.h"

#include <QCoreApplication>

#include <utility>

namespace kernline::ui {
MemoryPicture::MemoryPicture(const std::string& file, QString output, QSize size, std::string range)
    : m_output(std::move(output)), m_range(std::move(range)) {
  m_page.resize(size);
  m_page.show();
  m_page.setFocus();  // no control of the picture shall look as if keys went there
  connect(&m_page, &MemoryPage::rangeRequested, &m_page, &MemoryPage::setRange);
  m_reading = Job<HistoryPtr>(
      [file](std::stop_token stop, Progress& progress) {
        return historyOf({.title = {}, .history = {}, .trace = {}, .path = file}, std::move(stop), progress);
      },
      [this](const Expected<HistoryPtr>& history) {
        history ? show(*history) : fail(history.error().message.english());
      });
}

void MemoryPicture::show(const HistoryPtr& history) {
  m_page.setHistory(history);
  if (!m_range.empty()) {
    const Expected<TimeRange> range = parseTimeRange(m_range, history->bounds);
    if (!range) {
      fail(range.error().message.english());
      return;
    }
    m_page.setRange(*range);
  }
  constexpr int pollMs = 30;
  connect(&m_timer, &QTimer::timeout, this, &MemoryPicture::proceed);
  m_timer.start(pollMs);
}

/// Some turns after the last job, so that everything has been laid out.
void MemoryPicture::proceed() {
  m_quietTurns = m_page.isBusy() ? 0 : m_quietTurns + 1;
  if (m_quietTurns < 3) {
    return;
  }
  m_timer.stop();
  if (const Expected<QString> saved = savePicture(m_page, m_output); !saved) {
    fail(saved.error().message.english());
  } else {
    QCoreApplication::exit(0);
  }
}

void MemoryPicture::fail(const std::string& sentence) {
  printError(sentence);
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
