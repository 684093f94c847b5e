// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/replay_session.h"

#include "ui/kit/language/core_text.h"

#include <QFileInfo>
#include <QTime>

namespace kernline::ui {

namespace {

constexpr int followMs = 100;

}  // namespace

ReplaySession::ReplaySession(QObject* parent) : QObject(parent) {
  m_follow.setInterval(followMs);
  connect(&m_follow, &QTimer::timeout, this, &ReplaySession::follow);
}

ReplaySession::~ReplaySession() = default;

void ReplaySession::start(const QString& sample, double speed) {
  m_path = QStringLiteral("%1/%2-replay-%3.json")
               .arg(m_folder.path(), QFileInfo(sample).fileName().section(QLatin1Char('.'), 0, 0),
                    QTime::currentTime().toString(QStringLiteral("HHmmsszzz")));
  m_isAnnounced = false;
  m_control = std::make_shared<ReplayControl>();
  m_control->speed = speed;
  m_follow.start();
  m_job = Job<bool>(
      [sample = sample.toStdString(), out = m_path.toStdString(), control = m_control](std::stop_token stop,
                                                                                       Progress&) -> Expected<bool> {
        const auto script = replayScript(sample, stop);
        return script ? writeReplay(*script, out, *control, stop) : std::unexpected(script.error());
      },
      [this](const Expected<bool>& done) { finish(done); });
}

void ReplaySession::follow() {
  Q_EMIT progressChanged(m_control->done);
  if (!m_isAnnounced && QFileInfo(m_path).size() > 0) {
    m_isAnnounced = true;
    Q_EMIT recordingStarted(m_path);
  }
}

void ReplaySession::finish(const Expected<bool>& done) {
  follow();
  m_follow.stop();
  Q_EMIT ended(done ? QString() : coreText(done.error().message));
  Q_EMIT recordingFinished(m_path);
}

}  // namespace kernline::ui
