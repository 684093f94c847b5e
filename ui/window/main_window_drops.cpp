// SPDX-License-Identifier: GPL-3.0-or-later
// What is dropped on the window.
#include "ui/window/document_tabs.h"
#include "ui/window/drop_hint.h"
#include "ui/window/main_window.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>

#include <algorithm>

namespace kernline::ui {

namespace {

QStringList localFiles(const QMimeData& data) {
  QStringList paths;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isFile()) {
      paths << url.toLocalFile();
    }
  }
  return paths;
}

bool holdsFolder(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return std::ranges::any_of(urls, [](const QUrl& url) { return QFileInfo(url.toLocalFile()).isDir(); });
}

}  // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QStringList paths = localFiles(*event->mimeData());
  if (!paths.isEmpty()) {
    event->acceptProposedAction();
    m_dropHint->showFor(paths.size());
  } else if (holdsFolder(*event->mimeData())) {
    event->acceptProposedAction();  // else nobody would say when it leaves again
    m_dropHint->showForFolder();
  }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
  m_dropHint->hide();
  QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList paths = localFiles(*event->mimeData());
  if (paths.isEmpty()) {
    m_dropHint->linger();
  } else {
    m_dropHint->hide();
    event->acceptProposedAction();
    open(paths);
    activateWindow();
  }
}

}  // namespace kernline::ui
