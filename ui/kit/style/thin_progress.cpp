// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/thin_progress.h"

#include "ui/kit/style/theme.h"

#include <QPainter>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

constexpr int thickness = 4;  // pixels
constexpr int frameMs = 40;
constexpr double roundMs = 1600;    // time from the left end to the right one and on
constexpr double busyShare = 0.25;  // moving part of the line

}  // namespace

ThinProgress::ThinProgress(QWidget* parent) : QProgressBar(parent) {
  setTextVisible(false);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ThinProgress::sizeHint() const {
  return {QProgressBar::sizeHint().width(), thickness};
}

QRectF ThinProgress::filled() const {
  const QRectF all = rect();
  if (!isBusy()) {
    const double share = static_cast<double>(value() - minimum()) / (maximum() - minimum());
    return {0, 0, all.width() * std::max(0.0, share), all.height()};
  }
  const double share = std::fmod(static_cast<double>(m_shown.isValid() ? m_shown.elapsed() : 0), roundMs) / roundMs;
  const double begin = all.width() * (share * (1 + busyShare) - busyShare);
  return QRectF(begin, 0, all.width() * busyShare, all.height()) & all;
}

void ThinProgress::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  constexpr double corner = thickness / 2.0;
  painter.setBrush(tint(palette()).line);
  painter.drawRoundedRect(QRectF(rect()), corner, corner);
  painter.setBrush(palette().color(QPalette::Highlight));
  painter.drawRoundedRect(filled(), corner, corner);
}

void ThinProgress::showEvent(QShowEvent* event) {
  QProgressBar::showEvent(event);
  m_shown.start();
  m_frames.start(frameMs, this);
}

void ThinProgress::hideEvent(QHideEvent* event) {
  QProgressBar::hideEvent(event);
  m_frames.stop();
}

void ThinProgress::timerEvent(QTimerEvent* event) {
  if (event->timerId() != m_frames.timerId()) {
    QProgressBar::timerEvent(event);
  } else if (isBusy()) {
    update();
  }
}

}  // namespace kernline::ui
