// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/card.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

constexpr int cardPadding = 14;
constexpr double headingSize = 1.15;
constexpr int headingHeight = 26;  // height of a button in it, so that cards side by side begin alike

}  // namespace

Card::Card(const QString& title, QWidget* parent) : QWidget(parent) {
  setAccessibleName(title);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(cardPadding, cardPadding, cardPadding, cardPadding);
  layout->setSpacing(4);
  auto* heading = new QLabel(title, this);
  heading->setFont(titleFont(font(), headingSize));
  m_sentence = new QuietLabel(QString(), this);
  m_sentence->setWordWrap(true);
  m_sentence->hide();
  m_contents = new QVBoxLayout;
  m_contents->setSpacing(0);
  m_heading = new QHBoxLayout;
  m_heading->setSpacing(4);
  m_heading->addStrut(headingHeight);
  m_heading->addWidget(heading);
  m_heading->addStretch(1);
  layout->addLayout(m_heading);
  layout->addWidget(m_sentence);
  layout->addSpacing(6);
  layout->addLayout(m_contents);
  layout->addStretch(1);
}

void Card::setSentence(const QString& sentence) {
  m_sentence->setText(sentence);
  m_sentence->setVisible(!sentence.isEmpty());
}

void Card::addToHeading(QWidget* widget) {
  m_heading->insertWidget(m_heading->count() - 1, widget);
}

void Card::clear() {
  while (QLayoutItem* item = m_contents->takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();  // a click on it may be what led here
    }
    delete item;
  }
}

void Card::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tint(palette()).line);
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

}  // namespace kernline::ui
