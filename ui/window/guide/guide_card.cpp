// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/guide/guide_card.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace kernline::ui {
namespace {

constexpr int guideCardWidth = 380;
constexpr int guideCardMargin = 24;  // distance to the edges of the window

QPushButton* addGuideButton(QHBoxLayout& row, QWidget* card, const char* name, const QString& text) {
  auto* button = new QPushButton(text, card);
  button->setObjectName(QString::fromUtf8(name));
  row.addWidget(button);
  return button;
}

}  // namespace

GuideCard::GuideCard(QWidget* window) : QFrame(window) {
  setObjectName(QStringLiteral("guideCard"));
  setFixedWidth(guideCardWidth);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 12);
  column->setSpacing(8);
  m_title = new QLabel(this);
  m_title->setObjectName(QStringLiteral("guideTitle"));
  m_title->setFont(titleFont(font(), 1.2));
  m_text = new QLabel(this);
  m_text->setObjectName(QStringLiteral("guideText"));
  m_text->setTextFormat(Qt::PlainText);
  m_text->setWordWrap(true);
  column->addWidget(m_title);
  column->addWidget(m_text);
  auto* row = new QHBoxLayout;
  m_count = new QuietLabel({}, this);
  row->addWidget(m_count);
  row->addStretch();
  m_skip = addGuideButton(*row, this, "guideSkip", tr("&Skip"));
  m_back = addGuideButton(*row, this, "guideBack", tr("&Back"));
  m_next = addGuideButton(*row, this, "guideNext", {});
  m_next->setDefault(true);
  setFocusProxy(m_next);
  column->addLayout(row);
  connect(m_skip, &QPushButton::clicked, this, &GuideCard::endRequested);
  connect(m_back, &QPushButton::clicked, this, &GuideCard::backRequested);
  connect(m_next, &QPushButton::clicked, this, &GuideCard::nextRequested);
}

void GuideCard::showStep(const Step& step, int number, int count) {
  m_title->setText(step.title);
  m_text->setText(step.text);
  m_count->setText(tr("%1 of %2").arg(number).arg(count));
  const bool isLast = number == count;
  m_back->setEnabled(number > 1);
  m_skip->setVisible(!isLast);
  m_next->setText(isLast ? tr("&Done") : tr("&Next"));
  setAccessibleName(step.title);
  setAccessibleDescription(step.text);
}

void GuideCard::keepOff(const QRect& target, int top) {
  resize(guideCardWidth, layout()->totalHeightForWidth(guideCardWidth));
  QRect room = parentWidget()->rect();
  room.setTop(top);
  room.adjust(guideCardMargin, guideCardMargin, -guideCardMargin, -guideCardMargin);
  std::array<QRect, 4> corners;
  corners.fill(rect());
  corners[0].moveBottomRight(room.bottomRight());
  corners[1].moveBottomLeft(room.bottomLeft());
  corners[2].moveTopRight(room.topRight());
  corners[3].moveTopLeft(room.topLeft());
  const auto covered = [&](const QRect& corner) {
    const QRect both = corner & target;
    return both.isEmpty() ? 0 : both.width() * both.height();
  };
  move(std::ranges::min(corners, {}, covered).topLeft());
  raise();
}

/// Esc is a shortcut of the window, too.
bool GuideCard::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QFrame::event(event);
}

void GuideCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT endRequested();
  } else {
    QFrame::keyPressEvent(event);
  }
}

void GuideCard::paintEvent(QPaintEvent* /*event*/) {
  constexpr int corner = 8;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tint(palette()).accent, 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

}  // namespace kernline::ui
