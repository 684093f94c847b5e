// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/link_target.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace kernline::ui {

QUrl linkTarget(const QString& text, const QString& logPath) {
  const QString trimmed = text.trimmed();
  if (trimmed.startsWith(QLatin1String("https://")) || trimmed.startsWith(QLatin1String("http://"))) {
    return QUrl(trimmed, QUrl::StrictMode);
  }
  static const QRegularExpression place(QStringLiteral(":\\d+(:\\d+)?(\\(.*\\))?$"));
  const QString path = QString(trimmed).remove(place);
  const QFileInfo file(QFileInfo(logPath).absoluteDir(), path);
  return !path.isEmpty() && file.isFile() ? QUrl::fromLocalFile(file.absoluteFilePath()) : QUrl();
}

}  // namespace kernline::ui
