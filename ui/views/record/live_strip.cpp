// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/live_strip.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include <cmath>

namespace kernline::ui {

namespace {

constexpr int markSize = 10;

QString count(double number) {
  return countText(std::llround(number));
}

}  // namespace

LiveStrip::LiveStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("liveStrip"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  m_mark = new QLabel(this);
  m_word = new QLabel(this);
  m_word->setObjectName(QStringLiteral("liveWord"));
  m_word->setTextFormat(Qt::PlainText);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  m_word->setFont(bold);
  m_figures = new ElidedLabel({}, this);
  m_figures->setObjectName(QStringLiteral("liveFigures"));
  m_follow = new QToolButton(this);
  m_follow->setObjectName(QStringLiteral("followButton"));
  m_follow->setText(tr("Follow"));
  m_follow->setIcon(icon(QStringLiteral("to-end")));
  m_follow->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_follow->setCheckable(true);
  m_follow->setAutoRaise(true);
  m_follow->setFocusPolicy(Qt::TabFocus);
  m_follow->setToolTip(tr("Keep the newest records visible (End). Moving or zooming the timeline stops following."));
  m_follow->setAccessibleName(m_follow->toolTip());
  m_close = new QToolButton(this);
  m_close->setIcon(icon(QStringLiteral("close")));
  m_close->setAutoRaise(true);
  m_close->setFocusPolicy(Qt::TabFocus);
  m_close->setToolTip(tr("Close this bar"));
  m_close->setAccessibleName(m_close->toolTip());
  m_close->hide();
  layout->addWidget(m_mark);
  layout->addWidget(m_word);
  layout->addWidget(m_figures, 1);
  layout->addWidget(m_follow);
  layout->addWidget(m_close);
  connect(m_follow, &QToolButton::clicked, this, &LiveStrip::followRequested);
  connect(m_close, &QToolButton::clicked, this, &LiveStrip::closeRequested);
  showState(LiveFeed::State::Growing, {});
}

void LiveStrip::showFigures(const LiveFigures& figures, double rate) {
  QStringList parts{counted(figures.records, tr("%1 record"), tr("%1 records"))};
  if (m_state == LiveFeed::State::Growing) {
    parts << tr("%1 per second").arg(count(rate));
  }
  parts << counted(figures.kernels, tr("%1 kernel"), tr("%1 kernels"));
  if (figures.hasDevice) {
    parts << tr("GPU busy %1").arg(qt(formatShare(figures.busyShare)));
  }
  if (figures.end) {
    parts << (figures.end->dropped == 0 ? tr("none dropped") : tr("%1 dropped").arg(countText(figures.end->dropped)));
  }
  m_figures->setText(parts.join(QStringLiteral("  ·  ")));
}

void LiveStrip::showState(LiveFeed::State state, const LiveFigures& figures) {
  m_state = state;
  switch (state) {
    case LiveFeed::State::Growing:
      m_word->setText(tr("Recording"));
      break;
    case LiveFeed::State::Quiet:
      m_word->setText(tr("No new records for a while; still watching"));
      break;
    case LiveFeed::State::Complete:
      m_word->setText(figures.end && !figures.end->why.empty() ? tr("Recording ended: %1").arg(qt(figures.end->why))
                                                               : tr("Recording ended"));
      break;
    case LiveFeed::State::CutOff:
      m_word->setText(tr("The recorder stopped before it finished; everything that it wrote is shown"));
      break;
    case LiveFeed::State::Lost:
      m_word->setText(tr("The recording file can no longer be read; the data read so far is kept"));
      break;
  }
  const bool isOver = state >= LiveFeed::State::Complete;
  m_follow->setVisible(!isOver);
  m_close->setVisible(isOver);
  paintMark();
}

void LiveStrip::showFollowing(bool follows) {
  m_follow->setChecked(follows);
}

void LiveStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    paintMark();
  }
}

void LiveStrip::paintMark() {
  const Tint& colors = tint(palette());
  const QColor color = m_state == LiveFeed::State::Growing    ? colors.bad  // recording is red everywhere
                       : m_state == LiveFeed::State::Complete ? colors.good
                       : m_state == LiveFeed::State::Quiet    ? colors.quiet
                                                              : colors.warning;
  const qreal scale = devicePixelRatioF();
  QPixmap pixmap(QSize(markSize, markSize) * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(QRectF(1, 1, markSize - 2, markSize - 2));
  painter.end();
  m_mark->setPixmap(pixmap);
}

}  // namespace kernline::ui
