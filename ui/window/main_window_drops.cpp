// SPDX-License-Identifier: GPL-3.0-or-later
// What is dropped on the window.
#include "ui/window/document_tabs.h"
#include "ui/window/drop_hint.h"
#include "ui/window/main_window.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>

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

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QStringList paths = localPaths(*event->mimeData());
  if (paths.isEmpty()) {
    return;
  }
  event->acceptProposedAction();
  if (paths.size() == 1 && QFileInfo(paths.first()).isDir()) {
    m_dropHint->showForFolder();
  } else {
    m_dropHint->showFor(paths.size());
  }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
  m_dropHint->hide();
  QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
  m_dropHint->hide();
  const QStringList paths = localPaths(*event->mimeData());
  if (!paths.isEmpty()) {
    event->acceptProposedAction();
    open(paths);
    activateWindow();
  }
}

}  // namespace kernline::ui
