// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/remote_file.h"

#include "core/import/source/member_path.h"
#include "core/open/remote/remote_path.h"

#include <QFileInfo>

namespace kernline::ui {

bool isRemotePath(const QString& path) {
  return remotePath(path.toStdString()).has_value();
}

bool mayExist(const QString& path) {
  return isRemotePath(path) || QFileInfo::exists(QString::fromStdString(splitMemberPath(path.toStdString()).file));
}

}  // namespace kernline::ui
