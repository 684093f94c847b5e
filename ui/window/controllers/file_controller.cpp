// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/file_controller.h"

#include "core/open/formats.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/remote_file.h"
#include "ui/kit/open/sample_file.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/file_tab.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/stored_path.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>

namespace kernline::ui {
namespace {

constexpr auto folderKey = "open/folder";

void keepFolder(const QString& path) {
  QSettings().setValue(QLatin1String(folderKey), QFileInfo(path).absolutePath());
}

}  // namespace

FileController::FileController(const WindowParts& parts, QMenu& recent, bool keepsRecent)
    : QObject(&parts.window), m_parts(parts), m_recent(recent) {
  connectCommands();
  connectTabs(keepsRecent);
  connect(&recent, &QMenu::aboutToShow, this, &FileController::fillRecentMenu);
}

void FileController::connectCommands() {
  const Commands& commands = m_parts.commands;
  commands.on(Command::Open, this, [this] { openDialog(); });
  commands.on(Command::OpenRanks, this, [this] { openRanksDialog(); });
  commands.on(Command::OpenRemote, this, [this] { openRemoteDialog(); });
  commands.on(Command::OpenSample, this, [this] { openSample(); });
  commands.on(Command::Reload, this, [this] {
    if (FileTab* file = m_parts.tabs.current()) {
      file->reload();
    }
  });
  commands.on(Command::CancelLoad, this, [this] {
    if (FileTab* file = m_parts.tabs.current()) {
      file->cancel();
    }
  });
  commands.on(Command::CloseTab, this, [this] { m_parts.tabs.closeTab(m_parts.tabs.currentIndex()); });
  commands.on(Command::ReopenTab, this, [this] { m_parts.tabs.reopenClosed(); });
  commands.on(Command::NextTab, this, [this] { m_parts.tabs.step(1); });
  commands.on(Command::PreviousTab, this, [this] { m_parts.tabs.step(-1); });
}

void FileController::connectTabs(bool keepsRecent) {
  const FileTabs* tabs = &m_parts.tabs;
  connect(tabs, &FileTabs::currentFileChanged, this, [this] {
    const FileTab* file = m_parts.tabs.current();
    const bool hasFolder = file != nullptr && file->path() != QLatin1String("-") && !isRemotePath(file->path());
    setSaveFolder(hasFolder ? QFileInfo(storedPath(file->path())).absolutePath() : QString());
  });
  connect(tabs, &FileTabs::openRequested, this, &FileController::openDialog);
  connect(tabs, &FileTabs::fileRequested, this, [this](const QString& path) { openFiles({path}); });
  if (keepsRecent) {
    connect(tabs, &FileTabs::fileReady, this, [](const QString& path) {
      if (isRemotePath(path)) {
        RecentFiles::add(path);
      } else if (mayExist(path)) {
        RecentFiles::add(QFileInfo(storedPath(path)).absoluteFilePath());
      }
    });
  }
  connect(tabs, &FileTabs::logsSkipped, this, [this](const QString& archive, std::size_t count) {
    m_parts.status.showOutcome(counted(count, tr("%2: skipped %1 log, more than can be opened at once"),
                                       tr("%2: skipped %1 logs, more than can be opened at once"))
                                   .arg(archive));
  });
}

void FileController::openFiles(const QStringList& paths) {
  for (const QString& path : paths) {
    m_parts.tabs.openFile(path);
  }
}

/// Returns the folder of the current file, else the one that the user chose last.
QString FileController::nearFolder() const {
  const FileTab* file = m_parts.tabs.current();
  return file != nullptr && file->path() != QLatin1String("-") && !isRemotePath(file->path())
             ? QFileInfo(storedPath(file->path())).absolutePath()
             : QSettings().value(QLatin1String(folderKey), QDir::homePath()).toString();
}

QStringList FileController::askForFiles(const QString& title) {
  QWidget* asking = QApplication::activeWindow();
  const QStringList paths = askOpenFiles(asking != nullptr ? asking : &m_parts.window, title, nearFolder(),
                                         tr("Traces and logs (%1);;All files (*)").arg(qt(filePatterns())));
  if (!paths.isEmpty()) {
    keepFolder(paths.first());
  }
  return paths;
}

void FileController::openDialog() {
  openFiles(askForFiles(tr("Open traces and logs")));
}

void FileController::openRanksDialog() {
  const QString folder = QFileDialog::getExistingDirectory(&m_parts.window, tr("Open a folder of ranks"), nearFolder());
  if (!folder.isEmpty()) {
    keepFolder(folder);
    openFiles({folder});
  }
}

void FileController::openRemoteDialog() {
  QStringList before = RecentFiles::list();
  before.removeIf([](const QString& path) { return !isRemotePath(path); });
  QInputDialog dialog(&m_parts.window);
  dialog.setWindowTitle(tr("Open remote"));
  dialog.setLabelText(tr("HOST:PATH, e.g. node7:runs/train.json.gz"));
  dialog.setComboBoxItems(before);
  dialog.setComboBoxEditable(true);
  constexpr int charactersOfPath = 70;
  dialog.resize(dialog.fontMetrics().averageCharWidth() * charactersOfPath, dialog.sizeHint().height());
  const bool isChosen = dialog.exec() == QDialog::Accepted;
  const QString place = dialog.textValue().trimmed();
  if (!isChosen || place.isEmpty()) {
    return;
  }
  if (isRemotePath(place)) {
    openFiles({place});
  } else {
    m_parts.status.showMessage(tr("%1 is not HOST:PATH, e.g. node7:runs/train.json.gz").arg(place));
  }
}

void FileController::openSample() {
  const Expected<QString> path = sampleFile();
  if (path) {
    openFiles({*path});
  } else {
    m_parts.status.showMessage(coreText(path.error().message));
  }
}

void FileController::fillRecentMenu() {
  m_recent.clear();
  const QStringList files = RecentFiles::list();
  for (const QString& path : files) {
    QAction* action = m_recent.addAction(displayPath(path).replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setEnabled(mayExist(path));
    connect(action, &QAction::triggered, this, [this, path] { openFiles({path}); });
  }
  if (files.isEmpty()) {
    m_recent.addAction(tr("No recent files"))->setEnabled(false);
    return;
  }
  m_recent.addSeparator();
  connect(m_recent.addAction(tr("Remove &missing files")), &QAction::triggered, this, [files] {
    for (const QString& path : files) {
      if (!mayExist(path)) {
        RecentFiles::remove(path);
      }
    }
  });
  connect(m_recent.addAction(tr("&Clear list")), &QAction::triggered, this, [] { RecentFiles::clear(); });
}

}  // namespace kernline::ui
