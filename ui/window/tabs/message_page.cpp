// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/message_page.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/window/start/recent_files.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

constexpr int pageWidth = 640;

QLabel* makeText(const QString& text, const char* name, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QString::fromUtf8(name));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

MessagePage::MessagePage(const QString& title, const QString& sentence, const QString& path, QWidget* parent)
    : QWidget(parent), m_text(QStringLiteral("%1\n%2\n%3\n").arg(title, sentence, path)) {
  setObjectName(QStringLiteral("messagePage"));
  auto* column = new QWidget(this);
  column->setMaximumWidth(pageWidth);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(24, 24, 24, 24);
  layout->setSpacing(12);
  QLabel* heading = makeText(title, "messageTitle", column);
  heading->setFont(titleFont(font(), 1.5));
  layout->addWidget(heading);
  QLabel* reason = makeText(sentence, "messageText", column);
  reason->setFont(titleFont(font(), 1.15));
  QFont plain = reason->font();
  plain.setWeight(QFont::Normal);
  reason->setFont(plain);
  layout->addWidget(reason);
  auto* file = new QuietLabel(displayPath(path), column);
  file->setWordWrap(true);
  file->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(file);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  auto* open = new QPushButton(icon(QStringLiteral("open")), tr("&Open another…"), column);
  auto* retry = new QPushButton(icon(QStringLiteral("reload")), tr("&Try again"), column);
  retry->setObjectName(QStringLiteral("messageRetry"));
  auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("&Copy text"), column);
  for (QPushButton* button : {open, retry, copy}) {
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  layout->addSpacing(4);
  layout->addLayout(buttons);

  auto* across = new QHBoxLayout;
  across->addStretch(1);
  across->addWidget(column, 4);
  across->addStretch(1);
  auto* down = new QVBoxLayout(this);
  down->addStretch(2);
  down->addLayout(across);
  down->addStretch(3);
  connect(open, &QPushButton::clicked, this, &MessagePage::openRequested);
  connect(retry, &QPushButton::clicked, this, &MessagePage::retryRequested);
  connect(copy, &QPushButton::clicked, this, &MessagePage::copyText);
}

void MessagePage::copyText() const {
  QApplication::clipboard()->setText(m_text);
}

}  // namespace kernline::ui
