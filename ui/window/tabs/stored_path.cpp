// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/stored_path.h"

#include "core/import/source/member_path.h"
#include "core/open/remote/remote_path.h"
#include "ui/kit/language/qt_text.h"

#include <QFileInfo>

namespace kernline::ui {

QString storedPath(const QString& path) {
  return qt(splitMemberPath(path.toStdString()).file);
}

QString shortPath(const QString& path) {
  if (const auto there = remotePath(path.toStdString())) {
    return qt(there->host) + QLatin1Char(':') + QFileInfo(qt(there->path)).fileName();
  }
  // For a run named by its files without their rank, "ddp/rank#.json", the folder is more specific.
  const auto gap = path.indexOf(QLatin1Char('#'));
  if (gap > 0 && !QFileInfo::exists(path)) {
    const auto name = path.lastIndexOf(QLatin1Char('/'), gap);
    return name < 1 ? path : path.mid(path.lastIndexOf(QLatin1Char('/'), name - 1) + 1);
  }
  const MemberPath inside = splitMemberPath(path.toStdString());
  const QFileInfo file(path);
  if (file.fileName() == QLatin1String("spans.parquet")) {  // one rank of an export: "run17/rank=3"
    const QFileInfo rank(file.path());
    return QFileInfo(rank.path()).fileName() + QLatin1Char('/') + rank.fileName();
  }
  return inside.member.empty() ? file.fileName() : qt(inside.member);
}

QString pathIdentity(const QString& path) {
  const MemberPath inside = splitMemberPath(path.toStdString());
  const QString canonical = QFileInfo(qt(inside.file)).canonicalFilePath();
  const QString file = canonical.isEmpty() ? qt(inside.file) : canonical;
  return inside.member.empty() ? file : file + QLatin1Char('/') + qt(inside.member);
}

}  // namespace kernline::ui
