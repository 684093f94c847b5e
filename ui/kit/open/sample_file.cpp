// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/sample_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace kernline::ui {

Expected<QString> sampleFile() {
  const QDir program(QCoreApplication::applicationDirPath());
  // Installed as /usr/bin and /usr/share; built as build/<preset>/bin.
  for (const char* folder : {"../share/kernline/samples", "../../../resources/samples"}) {
    const QFileInfo file(program.filePath(QLatin1String(folder)), QStringLiteral("attention-training.json.gz"));
    if (file.isFile()) {
      return file.canonicalFilePath();
    }
  }
  return std::unexpected(
      Error{Error::Kind::Unreadable,
            Phrase::tr("The sample is missing from /usr/share/kernline/samples. Install Kernline again.")});
}

}  // namespace kernline::ui
