// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_map_picture.h"

#include "core/compare/ranks/heat_choice.h"
#include "core/open/open_ranks.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/views/compare/ranks/heat_view.h"

#include <QCoreApplication>

#include <utility>

namespace kernline::ui {

HeatMapPicture::HeatMapPicture(std::vector<std::string> files, QString output, QSize size, std::string metric)
    : m_output(std::move(output)), m_metric(std::move(metric)) {
  m_page.resize(size);
  m_page.show();
  connect(&m_timer, &QTimer::timeout, this, &HeatMapPicture::proceed);
  m_reading = Job<std::shared_ptr<const RankSet>>(
      [paths = std::move(files)](const std::stop_token& stop, Progress& progress) {
        return openRanks(paths, {}, {}, stop, progress, RankReading::DigestsOnly);
      },
      [this](const Expected<std::shared_ptr<const RankSet>>& set) {
        if (!set) {
          fail(set.error().message.english());
          return;
        }
        m_page.setRanks(*set);
        constexpr int pollMs = 30;
        m_timer.start(pollMs);
      });
}

/// Waits some turns after the last job, so that the layout is complete.
void HeatMapPicture::proceed() {
  m_page.view()->setFocus();  // no control of the picture shall look as if keys went there
  m_quietTurns = m_page.isBusy() ? 0 : m_quietTurns + 1;
  if (m_quietTurns == 1 && !m_metric.empty()) {
    const std::string wanted = std::exchange(m_metric, {});
    if (!m_page.choose(wanted)) {
      const Expected<HeatSubject> named = heatSubjectNamed(*m_page.ranks(), wanted);
      fail(named ? m_page.whyEmpty().toStdString() : named.error().message.english());
    }
    return;
  }
  if (m_quietTurns < 3) {
    return;
  }
  m_timer.stop();
  if (!m_page.hasMap()) {
    fail(m_page.whyEmpty().toStdString());
  } else if (const Expected<QString> saved = savePicture(m_page, m_output); !saved) {
    fail(saved.error().message.english());
  } else {
    QCoreApplication::exit(0);
  }
}

void HeatMapPicture::fail(const std::string& sentence) {
  m_timer.stop();
  printError(sentence);
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
