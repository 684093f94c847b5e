// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/installed_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace kernline::ui {

QString installedFile(const QString& relative) {
  const QDir program(QCoreApplication::applicationDirPath());
  // Installed as /usr/bin and /usr/share; built as build/<preset>/bin.
  for (const char* folder : {"../share/kernline", "../../../resources"}) {
    const QFileInfo file(program.filePath(QLatin1String(folder)), relative);
    if (file.exists()) {
      return file.canonicalFilePath();
    }
  }
  return {};
}

}  // namespace kernline::ui
