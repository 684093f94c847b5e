// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/drop_hint.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

namespace kernline::ui {
namespace {

QStringList localPaths(const QMimeData& data) {
  QStringList paths;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile() && QFileInfo::exists(url.toLocalFile())) {
      paths << url.toLocalFile();
    }
  }
  return paths;
}

}  // namespace

DropHint::DropHint(QWidget* window) : QWidget(window) {
  setObjectName(QStringLiteral("dropHint"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

bool DropHint::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
      enter(static_cast<QDragEnterEvent&>(*event));
      return true;
    case QEvent::DragLeave:
      hide();
      return true;
    case QEvent::Drop:
      drop(static_cast<QDropEvent&>(*event));
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

void DropHint::enter(QDragEnterEvent& event) {
  const QStringList paths = localPaths(*event.mimeData());
  if (paths.isEmpty()) {
    event.ignore();
    return;
  }
  event.acceptProposedAction();
  if (paths.size() == 1 && QFileInfo(paths.first()).isDir()) {
    setText(tr("Drop to open this folder as the ranks of one run"));
  } else {
    setText(paths.size() == 1 ? tr("Drop to open this file") : tr("Drop to open %1 files").arg(paths.size()));
  }
}

void DropHint::drop(QDropEvent& event) {
  hide();
  const QStringList paths = localPaths(*event.mimeData());
  if (!paths.isEmpty()) {
    event.acceptProposedAction();
    Q_EMIT filesDropped(paths);
  }
}

void DropHint::setText(const QString& text) {
  m_text = text;
  setGeometry(parentWidget()->rect());
  raise();
  show();
  update();
}

void DropHint::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlphaF(0.85F);
  painter.fillRect(rect(), veil);
  constexpr int margin = 24;
  constexpr int corner = 12;
  painter.setPen(QPen(tint(palette()).accent, 2, Qt::DashLine));
  painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), corner, corner);
  painter.setFont(titleFont(font(), 1.5));
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(rect(), Qt::AlignCenter, m_text);
}

}  // namespace kernline::ui
