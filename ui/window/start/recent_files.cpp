// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/recent_files.h"

#include <QDir>
#include <QSettings>

namespace kernline::ui {
namespace {

constexpr auto key = "recent/files";

void store(const QStringList& files) {
  QSettings().setValue(QLatin1String(key), files);
}

}  // namespace

QStringList RecentFiles::list() {
  return QSettings().value(QLatin1String(key)).toStringList();
}

void RecentFiles::add(const QString& path) {
  QStringList files = list();
  files.removeAll(path);
  files.prepend(path);
  store(files.mid(0, limit));
}

void RecentFiles::remove(const QString& path) {
  QStringList files = list();
  files.removeAll(path);
  store(files);
}

void RecentFiles::clear() {
  store({});
}

QString displayPath(const QString& path) {
  const QString home = QDir::homePath();
  return home.size() > 1 && path.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + path.mid(home.size()) : path;
}

}  // namespace kernline::ui
