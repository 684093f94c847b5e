// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/load_strip.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/open/remote_file.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int refreshMs = 50;
constexpr std::chrono::milliseconds showDelay{150};  // shorter loads pass without a flash
constexpr int barHeight = 2;

QString stageText(Progress::Stage stage) {
  switch (stage) {
    case Progress::Stage::Reading:
      return Words::tr("Reading");
    case Progress::Stage::Arranging:
      return Words::tr("Arranging spans and links");
    case Progress::Stage::Done:
      return Words::tr("Done");
    case Progress::Stage::Opening:
      break;
  }
  return Words::tr("Opening");
}

}  // namespace

QString progressText(Progress::Stage stage, std::uint64_t done, std::uint64_t total, std::chrono::nanoseconds elapsed) {
  QString text = stageText(stage);
  if (done == 0) {
    return text;
  }
  const QString read = qt(formatBytes(static_cast<std::int64_t>(done)));
  text += QStringLiteral(" · ") +
          (total > 0 ? Words::tr("%1 of %2").arg(read, qt(formatBytes(static_cast<std::int64_t>(total)))) : read);
  const double seconds = std::chrono::duration<double>(elapsed).count();
  if (stage == Progress::Stage::Reading && seconds > 0) {
    text += QStringLiteral(" · ") + qt(formatByteRate(static_cast<double>(done) / seconds));
  }
  return text;
}

LoadStrip::LoadStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("loadStrip"));
  setAutoFillBackground(true);
  m_text = new QuietLabel(QString(), this);
  m_text->setObjectName(QStringLiteral("loadText"));
  m_cancel = new QPushButton(tr("Cancel"), this);
  m_cancel->setObjectName(QStringLiteral("loadCancel"));
  m_cancel->setToolTip(tr("Stop loading this file"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 4 + barHeight, 12, 4);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_cancel);
  m_timer.setInterval(refreshMs);
  connect(&m_timer, &QTimer::timeout, this, &LoadStrip::refresh);
  connect(m_cancel, &QPushButton::clicked, this, &LoadStrip::cancelRequested);
  hide();
  parent->installEventFilter(this);
}

bool LoadStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    place();
  }
  return QWidget::eventFilter(watched, event);
}

void LoadStrip::place() {
  const int stripHeight = sizeHint().height();
  setGeometry(0, parentWidget()->height() - stripHeight, parentWidget()->width(), stripHeight);
  raise();
}

void LoadStrip::watch(const FileLoad* load) {
  m_load = load;
  m_partIsShown = false;
  hide();
  if (load != nullptr) {
    m_timer.start();
    refresh();
  } else {
    m_timer.stop();
  }
}

void LoadStrip::refresh() {
  const Progress& progress = m_load->progress();
  const std::uint64_t done = progress.bytesDone;
  const std::uint64_t total = progress.bytesTotal;
  const Progress::Stage stage = progress.stage;
  const bool isReceiving = stage == Progress::Stage::Done && total > 0 && isRemotePath(qt(m_load->path()));
  m_share = total > 0 && (stage == Progress::Stage::Reading || isReceiving)
                ? std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0)
                : -1;
  ++m_phase;
  QString text = progressText(stage, done, total, m_load->elapsed());
  if (isReceiving) {
    text =
        tr("Receiving · %1 of %2")
            .arg(qt(formatBytes(static_cast<std::int64_t>(done))), qt(formatBytes(static_cast<std::int64_t>(total))));
  }
  m_text->setText(m_partIsShown ? tr("%1 · partial view").arg(text) : text);
  if (isHidden() && m_load->elapsed() >= showDelay) {
    show();
    place();
  }
  update();
}

void LoadStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Tint& colors = tint(palette());
  const QRect track(0, 0, width(), barHeight);
  painter.fillRect(track, colors.line);
  if (m_share >= 0) {
    painter.fillRect(QRect(track.topLeft(), QSize(static_cast<int>(track.width() * m_share), barHeight)),
                     colors.accent);
    return;
  }
  constexpr int turn = 40;  // refreshes from left to right
  const int length = track.width() / 4;
  const int left = (m_phase % turn) * (track.width() + length) / turn - length;
  painter.fillRect(QRect(left, track.top(), length, barHeight), colors.accent);
}

}  // namespace kernline::ui
