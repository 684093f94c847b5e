// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/file_dialogs.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QScreen>
#include <QTreeView>

namespace kernline::ui {
namespace {

QString& saveFolder() {
  static QString folder;
  return folder;
}

/// Wide enough for sizes and dates. A dialog of the desktop has neither list nor size of its own.
void makeReadable(QFileDialog& dialog) {
  constexpr QSize characters(120, 34);
  const QFontMetrics metrics = dialog.fontMetrics();
  const QSize wanted(metrics.averageCharWidth() * characters.width(), metrics.height() * characters.height());
  dialog.resize(wanted.boundedTo(dialog.screen()->availableSize() * 9 / 10));
  if (const auto* list = dialog.findChild<QTreeView*>(QStringLiteral("treeView"))) {
    list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  }
}

}  // namespace

QStringList askOpenFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filters) {
  QFileDialog dialog(parent, title, folder, filters);
  dialog.setFileMode(QFileDialog::ExistingFiles);
  makeReadable(dialog);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles() : QStringList();
}

QString askSaveFile(QWidget* parent, const QString& title, const QString& path, const QString& filters) {
  const QFileInfo file(QDir(saveFolder().isEmpty() ? QDir::currentPath() : saveFolder()), path);
  QFileDialog dialog(parent, title, file.absolutePath(), filters);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setFileMode(QFileDialog::AnyFile);
  dialog.selectFile(file.fileName());
  makeReadable(dialog);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void setSaveFolder(const QString& folder) {
  saveFolder() = folder;
}

}  // namespace kernline::ui
