// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_picture.h"

#include "core/open/open_document.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/kit/output/range_problem.h"
#include "ui/views/memory/memory_source.h"

#include <QCoreApplication>

#include <utility>
#include <variant>

namespace kernline::ui {

MemoryPicture::MemoryPicture(const std::string& file, QString output, QSize size, RangeChoice range)
    : m_output(std::move(output)) {
  m_page.resize(size);
  m_page.show();
  m_page.setFocus();  // no control of the picture shall look as if keys went there
  connect(&m_page, &MemoryPage::rangeRequested, &m_page, &MemoryPage::setRange);
  m_reading =
      Job<Read>([file, range = std::move(range)](const std::stop_token& stop,
                                                 Progress& progress) { return read(file, range, stop, progress); },
                [this](const Expected<Read>& read) { read ? show(*read) : fail(read.error().message.english()); });
}

Expected<MemoryPicture::Read> MemoryPicture::read(const std::string& file, const RangeChoice& choice,
                                                  const std::stop_token& stop, Progress& progress) {
  MemorySource source{.title = {}, .history = {}, .trace = {}, .path = file};
  auto document = openDocument(file, {}, stop, progress);
  if (!document) {
    return std::unexpected(document.error());
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
    source.trace = *trace;
  } else if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&*document)) {
    source.history = *memory;
  }
  auto history = historyOf(source, stop, progress);
  if (!history) {
    return std::unexpected(history.error());
  }
  if (choice.isWhole()) {
    return Read{.history = std::move(*history), .range = {}};
  }
  const Expected<TimeRange> range = source.trace ? rangeOf(choice, *source.trace) : rangeOf(choice, (*history)->bounds);
  if (!range) {
    return std::unexpected(rangeProblem(file, choice, range.error()));
  }
  return Read{.history = std::move(*history), .range = *range};
}

void MemoryPicture::show(const Read& read) {
  m_page.setHistory(read.history);
  if (read.range) {
    m_page.setRange(*read.range);
  }
  constexpr int pollMs = 30;
  connect(&m_timer, &QTimer::timeout, this, &MemoryPicture::proceed);
  m_timer.start(pollMs);
}

/// Waits some turns after the last job, so that the layout is complete.
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
