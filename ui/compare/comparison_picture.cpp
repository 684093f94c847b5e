// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_picture.h"

#include "core/import/open_document.h"
#include "ui/window/picture.h"

#include <QCoreApplication>

#include <cstdio>
#include <utility>
#include <variant>

namespace kernline::ui {

ComparisonPicture::ComparisonPicture(std::vector<std::string> files, QString output, QSize size)
    : m_output(std::move(output)) {
  m_page.resize(size);
  m_page.show();
  m_reading = Job<Logs>(
      [files = std::move(files)](std::stop_token stop, Progress& progress) -> Expected<Logs> {
        Logs logs;
        for (const std::string& file : files) {
          auto document = openDocument(file, {}, stop, progress);
          if (!document) {
            return std::unexpected(document.error());
          }
          const auto* log = std::get_if<std::shared_ptr<const Log>>(&*document);
          if (log == nullptr) {
            return std::unexpected(
                Error{Error::Kind::Usage, file + " is a trace: logs and tables are what can be compared."});
          }
          logs.push_back(*log);
        }
        return logs;
      },
      [this](Expected<Logs> logs) {
        if (!logs) {
          fail(logs.error().message);
          return;
        }
        m_page.setLogs(std::move(*logs));
        constexpr int pollMs = 30;
        connect(&m_timer, &QTimer::timeout, this, &ComparisonPicture::proceed);
        m_timer.start(pollMs);
      });
}

/// Two turns after the last job, so that everything has been laid out.
void ComparisonPicture::proceed() {
  m_quietTurns = m_page.isBusy() ? 0 : m_quietTurns + 1;
  if (m_quietTurns < 3) {
    return;
  }
  m_timer.stop();
  if (m_page.isEmpty()) {
    fail("There is nothing to compare: neither figures of several models or sizes nor profiler tables.");
  } else if (!savePicture(m_page, m_output)) {
    fail("The picture cannot be written to " + m_output.toStdString() + ".");
  } else {
    QCoreApplication::exit(0);
  }
}

void ComparisonPicture::fail(const std::string& sentence) {
  std::fprintf(stderr, "kernline-viewer: %s\n", sentence.c_str());
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
