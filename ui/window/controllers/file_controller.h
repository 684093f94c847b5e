// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds actions of the window, one file per concern.
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QStringList>

class QMenu;

namespace kernline::ui {

/// Opens files, wherever their names come from, and closes them.
class FileController : public QObject {
  Q_OBJECT

 public:
  /// `recent` is filled with the files opened last; `keepsRecent`: what is opened joins them.
  FileController(const WindowParts& parts, QMenu& recent, bool keepsRecent);

  void openFiles(const QStringList& paths);
  /// Asks for files over the active window, which may be that of the comparison.
  [[nodiscard]] QStringList askForFiles(const QString& title);

 public Q_SLOTS:
  void openDialog();
  void openRanksDialog();
  void openRemoteDialog();
  void openSample();

 private:
  void connectCommands();
  void connectTabs(bool keepsRecent);
  void fillRecentMenu();
  [[nodiscard]] QString nearFolder() const;

  WindowParts m_parts;
  QMenu& m_recent;
};

}  // namespace kernline::ui
