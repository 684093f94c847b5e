// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/panels/long_work.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/thin_progress.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace kernline::ui {

LongWork::LongWork(const QString& name, QWidget* parent) : QWidget(parent) {
  m_patience.setSingleShot(true);
  m_text = new QuietLabel(QString(), this);
  m_progress = new ThinProgress(this);
  m_progress->setRange(0, 0);  // the total is not known
  m_progress->setAccessibleName(tr("Calculating…"));
  m_cancel = new QPushButton(tr("Cancel"), this);
  m_cancel->setObjectName(name + QStringLiteral("Cancel"));
  m_again = new QPushButton(tr("Calculate"), this);
  m_again->setObjectName(name + QStringLiteral("Again"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 0, 8, 4);
  layout->setSpacing(8);
  layout->addWidget(m_text);
  layout->addWidget(m_progress, 1);
  layout->addWidget(m_cancel);
  layout->addWidget(m_again);
  layout->addStretch(0);
  hide();
  connect(&m_patience, &QTimer::timeout, this, &LongWork::appear);
  connect(m_cancel, &QPushButton::clicked, this, &LongWork::cancel);
  connect(m_again, &QPushButton::clicked, this, &LongWork::restartRequested);
}

void LongWork::begin() {
  hide();
  if (patience.count() > 0) {
    m_patience.start(patience);
  } else {
    appear();
  }
}

void LongWork::appear() {
  m_text->setText(tr("Calculating…"));
  m_progress->show();
  m_cancel->show();
  m_again->hide();
  show();
}

void LongWork::end() {
  m_patience.stop();
  hide();
}

void LongWork::cancel() {
  Q_EMIT cancelRequested();
  m_text->setText(tr("Canceled"));
  m_progress->hide();
  m_cancel->hide();
  m_again->show();
  show();
}

}  // namespace kernline::ui
